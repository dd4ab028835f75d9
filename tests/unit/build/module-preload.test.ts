import { describe, expect, it } from 'vitest';
import { modulesOf, withPreloads } from '../../../src/build/module-preload.ts';

const imports = new Map([
  ['hashed/feed.js', ['hashed/react.js', 'hashed/store.js']],
  ['hashed/store.js', ['hashed/zod.js', 'hashed/react.js']],
  ['hashed/zod.js', ['hashed/store.js']],
  ['hashed/menu.js', ['hashed/store.js', 'hashed/icons.js']],
]);
const META = '<meta name="session-modules" content="">';
const island = (client: string, url: string) =>
  `<astro-island uid="x" component-url="${url}" client="${client}" renderer-url="/hashed/client.js"></astro-island>`;

describe('Module preloading', () => {
  it('finds every module once, after what it imports, also around a cycle', () => {
    expect(modulesOf(['/hashed/feed.js', '/hashed/menu.js'], imports)).toEqual([
      '/hashed/react.js',
      '/hashed/zod.js',
      '/hashed/store.js',
      '/hashed/feed.js',
      '/hashed/icons.js',
      '/hashed/menu.js',
    ]);
  });

  it('loads the modules of islands that hydrate at once, each by itself and after the data', () => {
    const html = withPreloads(META + island('load', '/hashed/feed.js'), imports);
    expect(html).toContain('<script type="module" async fetchpriority="low" src="/hashed/zod.js"></script>');
    expect(html).not.toContain('session-modules');
  });

  it('only names the further modules of islands that need the cookie', () => {
    const html = withPreloads(
      META + island('load', '/hashed/feed.js') + island('cookie', '/hashed/menu.js'),
      imports,
    );
    expect(html).toContain('<meta name="session-modules" content="/hashed/icons.js /hashed/menu.js">');
  });

  it('leaves no trace on a page without islands', () => {
    expect(withPreloads(`<head>${META}</head>`, imports)).toBe('<head></head>');
  });
});
