/** Calls of `/api/auth`. Each throws as `request` does. */
import { callPath, request } from '#lib/client/client.ts';
import { runtime } from '#lib/runtime.ts';
import * as calls from '#lib/schemas/calls/auth.ts';

/** Time limit of the session check, in milliseconds. */
export const SESSION_CHECK_TIMEOUT_MS = 10_000;

/** Resolves when the cookie's token is valid; throws HttpError 401 or 403 when it is not. */
export async function checkSession(signal?: AbortSignal): Promise<void> {
  await request(calls.checkSession, { signal, timeout: SESSION_CHECK_TIMEOUT_MS });
}

/**
 * URL that starts the sign-in; `redirectUri` is the absolute URL to return to. Production inserts it unencoded into an address
 * that the publisher and then production decode. So one with special characters is encoded twice more (Rule 3.14).
 */
export function startLoginUrl(redirectUri: string): string {
  const sent = /[%&#+]/.test(redirectUri) ? encodeURIComponent(encodeURIComponent(redirectUri)) : redirectUri;
  return runtime.apiOrigin() + callPath(calls.startLogin, { query: { redirectUri: sent } });
}

/** Renews the seed, which invalidates all tokens of the user. */
export async function renewSeed(): Promise<void> {
  await request(calls.renewSeed);
}

/** A new token; the cookie does not change. */
export async function refreshToken(signal?: AbortSignal): Promise<string> {
  return (await request(calls.refreshToken, { signal })).data;
}
