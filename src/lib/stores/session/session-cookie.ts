/** The only code that reads, decodes and clears the sign-in cookie. Its token is never logged. */
import { runtime } from '#lib/runtime.ts';
import { type SessionUser, SessionUserSchema } from '#lib/schemas/session.ts';

/** The region's token, or null when there is no cookie. */
export function readToken(): string | null {
  const prefix = `${runtime.cookieName()}=`;
  const pair = runtime
    .readCookies()
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return pair === undefined || pair.length === prefix.length ? null : pair.slice(prefix.length);
}

function decodePart(part: string): unknown {
  const base64 = part.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** The user in a token, or null when it is not a valid one. The server checks the signature. */
export function decodeToken(token: string): SessionUser | null {
  try {
    const claims = decodePart(token.split('.')[1] ?? '');
    return SessionUserSchema.safeParse(claims).data ?? null;
  } catch {
    return null;
  }
}

/** Clears the region's cookie of this host and of every parent domain. */
export function clearToken(): void {
  const labels = runtime.location().hostname.split('.');
  const parents = labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`);
  for (const domain of ['', ...parents])
    runtime.writeCookie(`${runtime.cookieName()}=; Path=/; Max-Age=0${domain}`);
}
