/**
 * Binds a sign-in to the browser that started it. Each attempt has its own cookie, whose secret travels to the publisher
 * and back as `state`, so that no one can finish their own sign-in in the browser of another person.
 */
import { randomBytes } from 'node:crypto';
import { readCookie } from '#api/auth/authenticate.ts';

/** An attempt must be finished within this time, in milliseconds. */
export const ATTEMPT_LIFETIME_MS = 15 * 60_000;
/** Attempts that one browser may have open, each in a tab; a further one ends the oldest. */
export const ATTEMPTS_MAX = 8;

const COOKIE_NAME = /(?:^|;\s*)((?:__Host-)?SignIn_[0-9a-z]{8,9}-[\w-]{6})=/g;
const STATE = /^(([0-9a-z]{8,9})-[\w-]{6})\.([\w-]{22})$/;

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Over HTTPS the prefix keeps other hosts of the domain from setting the cookie. */
const cookieName = (id: string, secure: boolean): string => `${secure ? '__Host-' : ''}SignIn_${id}`;

function setCookie(name: string, value: string, maxAgeMs: number, secure: boolean): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${maxAgeMs / 1000}`, 'HttpOnly', 'SameSite=Lax'];
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ');
}

/** The browser's open attempts, oldest first: their names begin with the time. */
const namesIn = (cookies: string | undefined): string[] =>
  [...(cookies ?? '').matchAll(COOKIE_NAME)].map(([, name = '']) => name).sort();

/** A new attempt: its `state`, and the `Set-Cookie` headers that open it and end those beyond the limit. */
export function beginAttempt(
  cookies: string | undefined,
  now: number,
  secure: boolean,
): { state: string; setCookies: string[] } {
  const id = `${now.toString(36)}-${random(4)}`;
  const secret = random(16);
  const tooMany = namesIn(cookies).slice(0, -(ATTEMPTS_MAX - 1));
  return {
    state: `${id}.${secret}`,
    setCookies: [
      setCookie(cookieName(id, secure), secret, ATTEMPT_LIFETIME_MS, secure),
      ...tooMany.map((name) => setCookie(name, '', 0, secure)),
    ],
  };
}

/** Whether `state` belongs to an attempt of this browser that is still open. */
export function checkAttempt(
  cookies: string | undefined,
  state: string | undefined,
  now: number,
  secure: boolean,
): 'own' | 'expired' | 'foreign' {
  const [, id = '', startedAt = '', secret = ''] = STATE.exec(state ?? '') ?? [];
  if (secret === '') return 'foreign';
  if (now - Number.parseInt(startedAt, 36) > ATTEMPT_LIFETIME_MS) return 'expired';
  return readCookie(cookies, cookieName(id, secure)) === secret ? 'own' : 'foreign';
}

/** The `Set-Cookie` header that ends the attempt of a valid `state`. */
export function endAttempt(state: string, secure: boolean): string {
  return setCookie(cookieName(state.split('.', 1)[0] ?? '', secure), '', 0, secure);
}
