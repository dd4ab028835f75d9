/** Addresses of signing in. Afterwards the browser returns to a page of this site only. */
import { startLoginUrl } from '#lib/client/auth.ts';
import { paths } from '#lib/paths.ts';
import { matchRoute } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';

/** Screens that are pointless to return to after signing in. */
const NO_RETURN = new Set(['login', 'logout', 'unauthorized', 'forbidden']);

/** The login screen, with the current page as the one to return to. */
export function loginPath(): string {
  const { pathname, search } = runtime.location();
  return paths.login(pathname + search);
}

/** `wanted` as an absolute address; the front page if it is invalid, of another origin or pointless to return to. */
export function safeReturnUrl(wanted: string | null | undefined): string {
  const { origin } = runtime.location();
  const home = `${origin}/`;
  if (!wanted || !URL.canParse(wanted, home)) return home;
  const url = new URL(wanted, home);
  const match = matchRoute(url.pathname);
  const isDeadEnd = match.kind === 'route' && NO_RETURN.has(match.route.id);
  return url.origin !== origin || isDeadEnd ? home : url.href;
}

/** Where the regional API starts the sign-in. It returns to `redirectUri`, made safe. */
export function loginUrl(redirectUri?: string | null): string {
  return startLoginUrl(safeReturnUrl(redirectUri));
}

const PROBE = 'cookie-probe=1';

/** Whether the browser blocks cookies of this site, so that signing in could not last. */
function areCookiesBlocked(): boolean {
  runtime.writeCookie(`${PROBE}; Path=/; Max-Age=5`);
  const isKept = runtime.readCookies().split('; ').includes(PROBE);
  runtime.writeCookie(`${PROBE}; Path=/; Max-Age=0`);
  return !isKept;
}

/**
 * Goes from the login screen to the publisher's sign-in (Rule 3.6). Reads `redirectUri`, or `returnUrl`.
 * Stays and returns false when the browser blocks cookies (Rule 3.12).
 */
export function startLogin(): boolean {
  if (areCookiesBlocked()) return false;
  const query = new URLSearchParams(runtime.location().search);
  runtime.replace(loginUrl(query.get('redirectUri') ?? query.get('returnUrl')));
  return true;
}
