/**
 * Lists in each page's head all modules that its islands need, so that they load at once and not one level of imports
 * after another. Decision 0019 explains why each is a separate async script, why imports come before the modules that import
 * them, and why the priority is low.
 */
import { parse } from 'ultrahtml';
import { querySelectorAll } from 'ultrahtml/selector';

/** Names of the chunks that each chunk imports statically. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** The chunks of the build, by name. */
export interface Chunks {
  imports: Imports;
  /** Names of the chunks that each chunk loads on demand on every visit: after the code for the first data. */
  preloads: Imports;
  /** The chunk of the markdown parser, which `early-content.ts` preloads when a text needs it. */
  parser: string;
}

/** The entries and all modules that they import, each after its own imports. Addresses start with `/`. */
export function modulesOf(entries: readonly string[], imports: Imports): string[] {
  const modules = new Set<string>();
  const visited = new Set<string>();
  const visit = (url: string): void => {
    if (visited.has(url)) return;
    visited.add(url);
    for (const name of imports.get(url.slice(1)) ?? []) visit(`/${name}`);
    modules.add(url);
  };
  entries.forEach(visit);
  return [...modules];
}

/** Where `Frame.astro` has the modules written. It names the modules of islands that need the sign-in cookie. */
const SESSION_META = '<meta name="session-modules" content="">';

/**
 * The page with scripts for the modules of its `client:frame` islands, in a template that `frame-directive.ts` empties into the
 * head. Modules that only `client:cookie` islands need are named in the `session-modules` meta tag instead: the head script
 * preloads them for signed-in visitors.
 */
export function withModuleScripts(html: string, { imports, preloads, parser }: Chunks): string {
  const document = parse(html);
  const modulesFor = (directive: string): string[] => {
    const islands = querySelectorAll(document, 'astro-island').filter(
      ({ attributes }) => attributes.client === directive,
    );
    const entries = islands.flatMap(({ attributes }) => [
      attributes['component-url'],
      attributes['renderer-url'],
    ]);
    return modulesOf(entries, imports);
  };
  const now = modulesFor('frame');
  const later = modulesFor('cookie').filter((url) => !now.includes(url));
  const scripts = now.map((url) => `<script type="module" async fetchpriority="low" src="${url}"></script>`);
  const parts = now.flatMap((url) => preloads.get(url.slice(1)) ?? []).map((name) => `/${name}`);
  const next = modulesOf(parts, imports).filter((url) => !now.includes(url));
  const links = next.map((url) => `<link rel="modulepreload" fetchpriority="low" href="${url}">`);
  const meta = later.length > 0 ? SESSION_META.replace('""', `"${later.join(' ')}"`) : '';
  const template =
    scripts.length > 0
      ? `<template data-modules data-parser="/${parser}">${[...scripts, ...links].join('')}</template>`
      : '';
  return html.replace(SESSION_META, template + meta);
}
