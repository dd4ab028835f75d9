/**
 * Binds a sign-in to the browser that started it. Each attempt has its own cookie. Its secret travels to the publisher
 * and back as `state`, so that no one can finish their own sign-in in another person's browser.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An attempt must be finished within this time, in milliseconds. */
export const ATTEMPT_LIFETIME_MS = 15 * 60_000;
/** Attempts that one browser may have open, one per tab. A further one ends the oldest. */
export const ATTEMPTS_MAX = 8;

const COOKIE_NAME = /^(?:__Host-)?SignIn_[0-9a-z]{8,9}-[\w-]{6}$/;
const STATE = /^(([0-9a-z]{8,9})-[\w-]{6})\.([\w-]{22})$/;

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Over HTTPS the prefix keeps other hosts of the domain from setting the cookie. */
const cookieName = (id: string, secure: boolean): string => `${secure ? '__Host-' : ''}SignIn_${id}`;

const attributes = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

/** Sets the cookie of a new attempt, removes those beyond the limit, and returns the attempt's `state`. */
export function beginAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  now: number,
  secure: boolean,
): string {
  const id = `${now.toString(36)}-${random(4)}`;
  const secret = random(16);
  reply.setCookie(cookieName(id, secure), secret, {
    ...attributes(secure),
    maxAge: ATTEMPT_LIFETIME_MS / 1000,
  });
  // Names begin with the time, so they sort by age.
  const open = Object.keys(request.cookies).filter((name) => COOKIE_NAME.test(name));
  for (const name of open.sort().slice(0, -(ATTEMPTS_MAX - 1))) reply.clearCookie(name, attributes(secure));
  return `${id}.${secret}`;
}

/** Whether `state` belongs to an attempt of this browser that is still open. */
export function checkAttempt(
  request: FastifyRequest,
  state: string | undefined,
  now: number,
  secure: boolean,
): 'own' | 'expired' | 'foreign' {
  const [, id = '', startedAt = '', secret = ''] = STATE.exec(state ?? '') ?? [];
  if (secret === '') return 'foreign';
  if (now - Number.parseInt(startedAt, 36) > ATTEMPT_LIFETIME_MS) return 'expired';
  return request.cookies[cookieName(id, secure)] === secret ? 'own' : 'foreign';
}

/** Removes the cookie of the attempt with a valid `state`. */
export function endAttempt(reply: FastifyReply, state: string, secure: boolean): void {
  reply.clearCookie(cookieName(state.split('.', 1)[0] ?? '', secure), attributes(secure));
}
