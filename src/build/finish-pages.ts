/** Finishes each built page: lists the modules of its islands in the head, and trims its policy. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { addressOf, type BrowserFiles, withImports } from './browser-files.ts';
import { policyHash } from './inline.ts';
import { LATER, nameOf } from './shared-files.ts';

/** Islands of the frame that load for signed-in users or at their first use. All others are screens. */
const SIGNED_IN = ['islands/frame/AccountMenu.tsx', 'islands/frame/StaffLinks.tsx'];
const ON_USE = ['islands/frame/SiteSearch.tsx', 'islands/frame/Shortcuts.tsx'];
const PARSER = 'lib/markdown/markdown.ts';

/** Must come first, so that browsers find it in the first bytes. */
const CHARSET = /<meta charset="utf-8"\s*\/?>/i;
const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)"\s*\/?>/i;
const INLINE = /<(script|style)\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g;

const template = (name: string, addresses: readonly string[], tag: (address: string) => string): string =>
  addresses.length === 0 ? '' : `<template ${name}>${addresses.map(tag).join('')}</template>`;

/**
 * All modules of the page's screen, so that they load side by side and not one level of imports after another, in a template that
 * `first-frame-directive.ts` empties into the head. Each is a script, which browsers evaluate in a separate task when it
 * arrives, so it comes after its imports. The head script adds the modules that only signed-in users need.
 */
export function moduleTemplates(html: string, files: BrowserFiles): string {
  // A frame's island that has moved would count as a screen.
  for (const entry of [...SIGNED_IN, ...ON_USE]) addressOf(entry, files);
  const started = (is: (entry: string) => boolean): string[] =>
    [...files]
      .filter(([address, { entry }]) => entry !== null && is(entry) && html.includes(`"${address}"`))
      .map(([address]) => address);
  const renderer = started((entry) => entry.includes('node_modules/'));
  const screen = started(
    (entry) => entry.startsWith('islands/') && ![...SIGNED_IN, ...ON_USE].includes(entry),
  );
  const signedIn = started((entry) => SIGNED_IN.includes(entry));
  const now = screen.length > 0 ? withImports([...screen, ...renderer], files) : [];
  const account = signedIn.length > 0 ? withImports([...signedIn, ...renderer], files) : [];
  const names = screen.map((address) => nameOf(files.get(address)?.entry ?? ''));
  const listed = new Set(now);
  const list = (name: string, modules: readonly string[]): string => {
    const addresses = modules.map((module) => addressOf(module, files));
    const added = withImports(addresses, files).filter((address) => !listed.has(address));
    for (const address of added) listed.add(address);
    return template(
      `data-${name}`,
      added,
      (address) => `<link rel="modulepreload" fetchpriority="low" href="${address}">`,
    );
  };
  const later = (name: string): readonly string[] =>
    Object.values(LATER).flatMap(({ of = 'parts', pages, modules }) =>
      of === name && pages.some((page) => names.includes(page)) ? modules : [],
    );
  return (
    template(
      'data-modules',
      now,
      (address) => `<script type="module" async fetchpriority="low" src="${address}"></script>`,
    ) +
    // `early-drawing.ts` adds them.
    (now.length > 0 ? list('parser', [PARSER]) : '') +
    ['parts', 'replay', 'battle'].map((name) => list(name, later(name))).join('') +
    template(
      'data-account',
      account.filter((address) => !now.includes(address)),
      (address) => `<link rel="modulepreload" href="${address}">`,
    )
  );
}

/**
 * The page with a policy right after its character set, since a policy governs only what follows it, and with the hashes of this
 * page alone: Astro lists those of the whole site, 1.4 KB of random text. `added` comes after the policy. Throws
 * when something in the page has no hash.
 */
export function finishPage(html: string, added = ''): string {
  const policy = POLICY.exec(html)?.[1];
  if (policy === undefined || !CHARSET.test(html))
    throw new Error('A page has no policy, or no character set to put it after.');
  const hashes = new Set([...html.matchAll(INLINE)].map(([, , text = '']) => `'${policyHash(text)}'`));
  for (const hash of hashes)
    if (!policy.includes(hash))
      throw new Error(`The policy lacks ${hash}, so part of the page would not run.`);
  const trimmed = policy.replace(/ 'sha256-[^']+'/g, (hash) => (hashes.has(hash.trim()) ? hash : ''));
  const meta = `<meta http-equiv="content-security-policy" content="${trimmed}">`;
  return html.replace(POLICY, '').replace(CHARSET, (charset) => charset + meta + added);
}

/** The file of a page. The not-found page is a file, every other page is a folder. */
const fileOf = (pathname: string): string =>
  /^404\/?$/.test(pathname) ? '404.html' : join(pathname, 'index.html');

/** The integration. */
export const finishPages = (files: BrowserFiles): AstroIntegration => ({
  name: 'finish-pages',
  hooks: {
    'astro:build:done': async ({ dir, pages }) => {
      for (const { pathname } of pages) {
        const file = join(fileURLToPath(dir), fileOf(pathname));
        const html = await readFile(file, 'utf8');
        await writeFile(file, finishPage(html, moduleTemplates(html, files)));
      }
    },
  },
});
