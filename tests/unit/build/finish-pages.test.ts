import { describe, expect, it } from 'vitest';
import { finishPage, moduleTemplates } from '../../../src/build/finish-pages.ts';
import { policyHash } from '../../../src/build/inline.ts';
import { LATER } from '../../../src/build/shared-files.ts';

const page = (hashes: string[], body: string) =>
  `<meta charset="utf-8"><script src="/early.js"></script><meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self' ${hashes.join(' ')}; style-src 'self' ${hashes.join(' ')};">${body}`;
const quoted = (text: string) => `'${policyHash(text)}'`;

describe('The policy of one page', () => {
  it('keeps the hashes of this page and drops those of other pages', () => {
    const [script, style, elsewhere] = ['go()', 'p{color:red}', 'other()'].map(quoted) as [
      string,
      string,
      string,
    ];
    const body =
      '<script type="module">go()</script><style>p{color:red}</style><script src="/x.js"></script>';
    const html = finishPage(page([script, style, elsewhere], body));
    expect(html).toContain(`script-src 'self' ${script} ${style};`);
    expect(html).not.toContain(elsewhere);
    expect(html).toContain(body);
  });

  it('is placed before the first script, right after the character set', () => {
    const html = finishPage(page([], '<p>text</p>'));
    expect(html).toMatch(
      /^<meta charset="utf-8"><meta http-equiv="content-security-policy" content="[^"]*"><script/,
    );
    expect(html.match(/content-security-policy/g)).toHaveLength(1);
  });

  it('stops the build when a page has no policy', () => {
    expect(() => finishPage('<meta charset="utf-8"><p>text</p>')).toThrow(/no policy/);
  });

  it('stops the build when the policy would block a script of the page', () => {
    expect(() => finishPage(page([], '<script>go()</script>'))).toThrow(/lacks/);
  });
});

describe('The modules of a page', () => {
  const file = (entry: string | null, ...imports: string[]) => ({
    modules: entry === null ? [] : [entry],
    entry,
    imports: imports.map((name) => `/hashed/${name}.js`),
  });
  const files = new Map(
    Object.entries({
      feed: file('islands/feed/Feed.tsx', 'react', 'store'),
      store: file(null, 'zod', 'react'),
      zod: file(null, 'store'),
      react: file(null),
      menu: file('islands/frame/AccountMenu.tsx', 'store', 'icons'),
      search: file('islands/frame/SiteSearch.tsx', 'icons'),
      shortcuts: file('islands/frame/Shortcuts.tsx'),
      staff: file('islands/frame/StaffLinks.tsx'),
      icons: file(null),
      client: file('../node_modules/@astrojs/react/dist/client.js', 'react'),
      markdown: { ...file(null, 'inline'), modules: ['lib/markdown/markdown.ts'] },
      inline: file(null),
      card: { ...file(null, 'store', 'icons'), modules: LATER.card?.modules ?? [] },
      ribbons: { ...file(null, 'react'), modules: LATER.ribbons?.modules ?? [] },
    }).map(([name, entry]) => [`/hashed/${name}.js`, entry]),
  );
  const page = (...names: string[]) => names.map((name) => `<astro-island u="/hashed/${name}.js">`).join('');
  const links = (html: string, name: string): string[] => {
    const list = new RegExp(`<template ${name}[^>]*>(.*?)</template>`).exec(html)?.[1] ?? '';
    return [...list.matchAll(/ (?:src|href)="\/hashed\/(\w+)\.js"/g)].map(([, found = '']) => found);
  };

  it('are those of its screen, each after its imports, also in a cycle, with what may follow', () => {
    const html = moduleTemplates(page('feed', 'client', 'search'), files);
    expect(links(html, 'data-modules')).toEqual(['react', 'zod', 'store', 'feed', 'client']);
    expect(html).toContain('<script type="module" async fetchpriority="low" src="/hashed/zod.js"></script>');
    expect(links(html, 'data-parser')).toEqual(['inline', 'markdown']);
    expect(links(html, 'data-parts')).toEqual(['icons', 'card']);
    expect(html).not.toContain('data-account');
  });

  it('name apart what only signed-in users need', () => {
    const html = moduleTemplates(page('feed', 'client', 'menu'), files);
    expect(links(html, 'data-account')).toEqual(['icons', 'menu']);
    const content = moduleTemplates(page('client', 'menu'), files);
    expect(links(content, 'data-modules')).toEqual([]);
    const needed = ['zod', 'react', 'store', 'icons', 'menu', 'client'];
    expect(links(content, 'data-account')).toEqual(needed);
  });

  it('are none on a page whose islands wait for their first use', () => {
    expect(moduleTemplates(page('search', 'client'), files)).toBe('');
  });

  it('stop the build when a module has moved', () => {
    files.delete('/hashed/staff.js');
    expect(() => moduleTemplates(page('feed'), files)).toThrow(
      'src/islands/frame/StaffLinks.tsx is in no file.',
    );
  });
});
