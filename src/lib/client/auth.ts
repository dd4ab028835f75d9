/** Calls of `/api/auth`. Each throws as `request` does. */
import { callPath, requestData } from '#lib/client/client.ts';
import { runtime } from '#lib/runtime.ts';
import * as calls from '#lib/schemas/calls/auth.ts';

/** Time limit of the session check, in milliseconds. */
export const SESSION_CHECK_TIMEOUT_MS = 10_000;

/** Resolves when the cookie's token is valid; throws HttpError 401 or 403 when it is not. */
export const checkSession = (signal?: AbortSignal) =>
  requestData(calls.checkSession, { signal, timeout: SESSION_CHECK_TIMEOUT_MS });

/**
 * URL that starts the sign-in; `redirectUri` is the absolute URL to return to. Production inserts it unencoded into an address
 * that the publisher and then production decode. So one with special characters is encoded twice more (Rule 3.14).
 */
export function startLoginUrl(redirectUri: string): string {
  const sent = /[%&#+]/.test(redirectUri) ? encodeURIComponent(encodeURIComponent(redirectUri)) : redirectUri;
  return runtime.apiOrigin() + callPath(calls.startLogin, { query: { redirectUri: sent } });
}
