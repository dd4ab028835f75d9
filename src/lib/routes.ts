/**
 * The only list of routes. The navbar, guards and the site server's rewrites come from it. `paths.ts` builds the paths that
 * the site links to: most screens need only these.
 */

/** Who may see a route. Without roles, any signed-in user. */
export interface Guard {
  roles?: readonly ('admin' | 'mod' | 'wg')[];
}

interface Screen {
  id: string;
  /** The path; `:name` matches one segment. */
  pattern: string;
  guard?: Guard;
  /** Text of its navbar link, if it has one. */
  nav?: string;
}

/** The shell of every other path, with status 404. */
export const NOT_FOUND_SHELL = '404.html';

/** The placeholder for the id with which a dynamic route's shell is built. */
export const SHELL_SEGMENT = '_';

const TABLE = [
  { id: 'home', pattern: '/', nav: 'Home' },
  { id: 'players', pattern: '/player', nav: 'Players' },
  { id: 'player', pattern: '/player/:idNamePair' },
  { id: 'clans', pattern: '/clan', nav: 'Clans' },
  { id: 'clan', pattern: '/clan/:idNamePair' },
  { id: 'posts', pattern: '/posts', nav: 'Posts' },
  { id: 'post', pattern: '/posts/:id' },
  { id: 'battle', pattern: '/battle', guard: {} },
  { id: 'login', pattern: '/login' },
  { id: 'logout', pattern: '/logout' },
  { id: 'settings', pattern: '/settings', guard: {} },
  { id: 'moderation', pattern: '/moderation', guard: { roles: ['mod', 'admin'] } },
  { id: 'decisions', pattern: '/decisions', guard: {} },
  { id: 'decision', pattern: '/decisions/:id', guard: {} },
  { id: 'guidelines', pattern: '/guidelines' },
  { id: 'privacy', pattern: '/privacy' },
  { id: 'unauthorized', pattern: '/unauthorized' },
  { id: 'forbidden', pattern: '/forbidden' },
  { id: 'offline', pattern: '/offline' },
] as const satisfies readonly Screen[];

/** Ids of the screens. */
export type RouteId = (typeof TABLE)[number]['id'];

/** One route of the site. */
export interface Route extends Screen {
  id: RouteId;
  /** The built file that is served, relative to a region's build. */
  shell: string;
}

/** The route table. Each route responds with 200; any other path with `NOT_FOUND_SHELL` and 404. */
export const routes: readonly Route[] = TABLE.map((route) => ({
  ...route,
  shell: `${route.pattern.replace(/:\w+/, SHELL_SEGMENT)}/index.html`.replace(/^\/+/, ''),
}));

/** Old addresses: `from` redirects to `to`. */
export const redirects: readonly { from: string; to: string }[] = [
  { from: '/posts/view/:id', to: '/posts/:id' },
];

const segments = (path: string): string[] => path.split('/').filter((part) => part !== '');

function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const wanted = segments(pattern);
  const given = segments(path);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] as string;
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value.toLowerCase()) return null;
  }
  return params;
}

/** The outcome of `matchRoute`. */
export type RouteMatch =
  | { kind: 'route'; route: Route; params: Record<string, string> }
  | { kind: 'redirect'; location: string }
  | { kind: 'not-found' };

const fill = (pattern: string, params: Record<string, string>): string =>
  pattern.replace(/:(\w+)/g, (_, name) => params[name] ?? '');

/**
 * Matches a path (without query, percent-encoded) with the table; a trailing slash is ignored, capital letters are redirected.
 */
export function matchRoute(path: string): RouteMatch {
  for (const { from, to } of redirects) {
    const params = matchPattern(from, path);
    if (params) return { kind: 'redirect', location: fill(to, params) };
  }
  for (const route of routes) {
    const params = matchPattern(route.pattern, path);
    if (params === null) continue;
    const location = fill(route.pattern, params);
    const isExact = location === `/${segments(path).join('/')}`;
    return isExact ? { kind: 'route', route, params } : { kind: 'redirect', location };
  }
  return { kind: 'not-found' };
}
