/** Addresses of signing in. Coming back is possible only within this site. */
import { startLoginUrl } from '#lib/client/auth.ts';
import { matchRoute, paths } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';

/** Screens that make no sense to come back to after signing in. */
const NO_RETURN = new Set(['login', 'logout', 'unauthorized', 'forbidden']);

/** The site's login screen, coming back to the present page. */
export function loginPath(): string {
  const { pathname, search } = runtime.location();
  return paths.login(pathname + search);
}

/** `wanted` as an absolute address of this site; the front page when it is foreign, broken or a login page itself. */
export function safeReturnUrl(wanted: string | null | undefined): string {
  const { origin } = runtime.location();
  const home = `${origin}/`;
  if (!wanted || !URL.canParse(wanted, home)) return home;
  const url = new URL(wanted, home);
  const match = matchRoute(url.pathname);
  const isDeadEnd = match.kind === 'route' && NO_RETURN.has(match.route.id);
  return url.origin !== origin || isDeadEnd ? home : url.href;
}

/** Where the browser goes to sign in, at the regional API, coming back to `redirectUri` of this site. */
export function loginUrl(redirectUri?: string | null): string {
  return startLoginUrl(safeReturnUrl(redirectUri));
}

const PROBE = 'cookie-probe=1';

/** Whether the browser keeps no cookies of this site, so that signing in could not last. */
function areCookiesBlocked(): boolean {
  runtime.writeCookie(`${PROBE}; Path=/; Max-Age=5`);
  const isKept = runtime.readCookies().split('; ').includes(PROBE);
  runtime.writeCookie(`${PROBE}; Path=/; Max-Age=0`);
  return !isKept;
}

/**
 * Leaves the login screen for the publisher's; reads `redirectUri`, or `returnUrl` as older links have it. False, and
 * it stays, when the browser blocks the cookie that signing in is for.
 */
export function startLogin(): boolean {
  if (areCookiesBlocked()) return false;
  const query = new URLSearchParams(runtime.location().search);
  runtime.replace(loginUrl(query.get('redirectUri') ?? query.get('returnUrl')));
  return true;
}
