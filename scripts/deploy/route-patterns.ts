/** The route table as regular expressions over the address of a request, in the syntax that PCRE and RE2 share. */
import { redirects, routes } from '#lib/routes.ts';
import { CRAWLERS } from '../../src/edge/crawlers.ts';
import { KINDS } from '../../src/edge/target.ts';

/** A pattern over path and query as they were sent, and the file or address that it leads to. */
export interface AddressPattern {
  pattern: string;
  target: string;
}

const QUERY = '(\\?.*)?$';
const segmentsOf = (pattern: string): string[] => pattern.split('/').filter((part) => part !== '');

/** The address of a route as the site links to it: one slash between segments, none at the end. */
function exact(pattern: string): string {
  const parts = segmentsOf(pattern).map((part) => `/${part.startsWith(':') ? '[^/?]+' : part}`);
  return `^${parts.join('') || '/'}${QUERY}`;
}

/** Also with further slashes and capital letters. Captures the parameters. */
function loose(pattern: string): string {
  const parts = segmentsOf(pattern).map((part) => `/+${part.startsWith(':') ? '([^/?]+)' : part}`);
  return parts.length === 0 ? `^/+${QUERY}` : `(?i)^${parts.join('')}/*${QUERY}`;
}

/** Fills the parameters of `to` with the captures of `from`, and appends the query. `capture` writes one of them. */
function filled(from: string, to: string, capture: (index: number) => string): string {
  const names = segmentsOf(from).filter((part) => part.startsWith(':'));
  const path = to.replace(/:\w+/g, (name) => capture(names.indexOf(name) + 1));
  return path + capture(names.length + 1);
}

/** The built file of each route's address. */
export const shellPatterns = (): AddressPattern[] =>
  routes.map(({ pattern, shell }) => ({ pattern: exact(pattern), target: `/${shell}` }));

/** Addresses whose pages are filled with a preview for crawlers. */
export const previewPatterns = (): string[] =>
  routes.filter(({ id }) => id in KINDS).map(({ pattern }) => exact(pattern));

/** User agents of crawlers. */
export const CRAWLER_PATTERN = `\\b(${CRAWLERS.join('|')})\\b`;

/** Addresses that are redirected, in order of precedence; an empty target is an address that is right already. */
export function redirectPatterns(capture: (index: number) => string): AddressPattern[] {
  const old = redirects.map(({ from, to }) => ({ pattern: loose(from), target: filled(from, to, capture) }));
  const untidy = routes.flatMap(({ pattern }) => [
    { pattern: exact(pattern), target: '' },
    { pattern: loose(pattern), target: filled(pattern, pattern, capture) },
  ]);
  return [...old, ...untidy];
}
