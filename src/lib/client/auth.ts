/** Calls of `/api/auth`. Each throws as `request` does. */
import { callPath, request } from '#lib/client/client.ts';
import { runtime } from '#lib/runtime.ts';
import * as calls from '#lib/schemas/calls/auth.ts';

/** How long the session check may take before it counts as failed, in milliseconds. */
export const SESSION_CHECK_TIMEOUT_MS = 10_000;

/** Resolves when the cookie's token is valid; HttpError 401 or 403 when it is not. */
export async function checkSession(signal?: AbortSignal): Promise<void> {
  await request(calls.checkSession, { signal, timeout: SESSION_CHECK_TIMEOUT_MS });
}

/** Where the browser goes to sign in; `redirectUri` is the absolute address to come back to. */
export function startLoginUrl(redirectUri: string): string {
  return runtime.apiOrigin() + callPath(calls.startLogin, { query: { redirectUri } });
}

/** Renews the seed: every earlier token of the user stops working. */
export async function renewSeed(): Promise<void> {
  await request(calls.renewSeed);
}

/** A fresh token; the cookie stays as it is. */
export async function refreshToken(signal?: AbortSignal): Promise<string> {
  return (await request(calls.refreshToken, { signal })).data;
}
