import { describe, expect, it } from 'vitest';
import { modulesOf, withModuleScripts } from '../../../src/build/module-scripts.ts';

const imports = new Map([
  ['hashed/feed.js', ['hashed/react.js', 'hashed/store.js']],
  ['hashed/store.js', ['hashed/zod.js', 'hashed/react.js']],
  ['hashed/zod.js', ['hashed/store.js']],
  ['hashed/menu.js', ['hashed/store.js', 'hashed/icons.js']],
]);
const chunks = { imports, preloads: new Map<string, string[]>(), parser: 'hashed/markdown.js' };
const META = '<meta name="session-modules" content="">';
const island = (client: string, url: string) =>
  `<astro-island uid="x" component-url="${url}" client="${client}" renderer-url="/hashed/client.js"></astro-island>`;

describe('The module scripts of a page', () => {
  it('lists every module once, after its imports, also in a cycle', () => {
    expect(modulesOf(['/hashed/feed.js', '/hashed/menu.js'], imports)).toEqual([
      '/hashed/react.js',
      '/hashed/zod.js',
      '/hashed/store.js',
      '/hashed/feed.js',
      '/hashed/icons.js',
      '/hashed/menu.js',
    ]);
  });

  it('are async, of low priority, and wait in a template for the first frame', () => {
    const html = withModuleScripts(META + island('frame', '/hashed/feed.js'), chunks);
    const template = /<template data-modules[^>]*>(.*)<\/template>/.exec(html)?.[1];
    expect(template).toContain(
      '<script type="module" async fetchpriority="low" src="/hashed/zod.js"></script>',
    );
    expect(html.replace(template ?? '', '')).not.toContain('<script');
    expect(html).not.toContain('session-modules');
  });

  it('come before the preloads of parts that the screen always needs later', () => {
    const profile = new Map([
      ['hashed/profile.js', ['hashed/react.js']],
      ['hashed/posts.js', ['hashed/tabs.js', 'hashed/react.js']],
    ]);
    const html = withModuleScripts(META + island('frame', '/hashed/profile.js'), {
      ...chunks,
      imports: profile,
      preloads: new Map([['hashed/profile.js', ['hashed/posts.js']]]),
    });
    expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url)).toEqual([
      '/hashed/react.js',
      '/hashed/profile.js',
      '/hashed/client.js',
      '/hashed/tabs.js',
      '/hashed/posts.js',
    ]);
    expect(html).toContain(
      '<link rel="modulepreload" fetchpriority="low" href="/hashed/posts.js"></template>',
    );
  });

  it('name the markdown parser', () => {
    const page = META + island('frame', '/hashed/feed.js');
    expect(withModuleScripts(page, chunks)).toContain('data-parser="/hashed/markdown.js"');
  });

  it('leave modules that only cookie islands need to the meta tag', () => {
    const html = withModuleScripts(
      META + island('frame', '/hashed/feed.js') + island('cookie', '/hashed/menu.js'),
      chunks,
    );
    expect(html).toContain('<meta name="session-modules" content="/hashed/icons.js /hashed/menu.js">');
  });

  it('are absent, as is the meta tag, on a page without islands', () => {
    expect(withModuleScripts(`<head>${META}</head>`, chunks)).toBe('<head></head>');
  });
});
