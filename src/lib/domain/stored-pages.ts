/** Which pages work without a connection, and the address under which each is stored (Rule 2.42). */
import { matchRoute, type RouteId, routes, SHELL_SEGMENT } from '#lib/routes.ts';

/** Screens that work without a connection. The others need the server, or a session. */
const OFFLINE_ROUTES: readonly RouteId[] = [
  'home',
  'players',
  'player',
  'posts',
  'post',
  'clans',
  'clan',
  'guidelines',
  'privacy',
];

/** Screens that are stored when the worker is installed; the others when they are first visited. */
const PRECACHED_ROUTES: readonly RouteId[] = ['player', 'posts', 'post', 'offline'];

/** The address of the page for paths that are not stored. */
export const OFFLINE_PAGE = '/offline';

const addressOf = (pattern: string): string => pattern.replace(/:\w+/g, SHELL_SEGMENT);

/** Addresses of the pages that are stored when the worker is installed, with their files in the build. */
export const PRECACHED_PAGES: readonly { address: string; shell: string }[] = routes
  .filter(({ id }) => PRECACHED_ROUTES.includes(id))
  .map(({ pattern, shell }) => ({ address: addressOf(pattern), shell }));

/** The one address under which the pages of a path are stored, such as `/player/_`; null if they need a connection. */
export function storedPage(path: string): string | null {
  const match = matchRoute(path);
  if (match.kind === 'redirect') return storedPage(match.location);
  if (match.kind === 'not-found' || !OFFLINE_ROUTES.includes(match.route.id)) return null;
  return addressOf(match.route.pattern);
}
