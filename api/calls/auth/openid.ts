/** OpenID 2.0 with the publisher: the request that starts a sign-in, and the checks of its response. */

import { networkProblem } from '#api/base/failures.ts';
import type { SignInFailure } from '#api/calls/auth/failure-page.ts';
import { RESPONSE_MAX_AGE_MS } from '#api/model/auth/queries.ts';
import { z } from '#lib/schemas/zod.ts';

const NAMESPACE = 'http://specs.openid.net/auth/2.0';
const ANY_IDENTITY = `${NAMESPACE}/identifier_select`;

/** The publisher's clock may be ahead by this, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;
const PUBLISHER_TIMEOUT_MS = 10_000;

/** Fields that the signature must cover. */
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];

/** A failed sign-in, which ends on a page with the reason. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, message: string = failure) {
    super(message);
    this.failure = failure;
  }
}

/** The publisher's address that starts a sign-in and redirects back to `returnTo`. */
export function signInUrl(endpoint: string, returnTo: string, realm: string): string {
  const url = new URL(endpoint);
  const fields = {
    ns: NAMESPACE,
    mode: 'checkid_setup',
    claimed_id: ANY_IDENTITY,
    identity: ANY_IDENTITY,
    return_to: returnTo,
    realm,
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(`openid.${name}`, value);
  return url.href;
}

const ResponseSchema = z.object({
  'openid.ns': z.literal(NAMESPACE),
  'openid.op_endpoint': z.string(),
  'openid.claimed_id': z.string(),
  'openid.identity': z.string(),
  'openid.return_to': z.string(),
  'openid.response_nonce': z.string().check(z.maxLength(255), z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/)),
  'openid.assoc_handle': z.string(),
  'openid.signed': z.string(),
  'openid.sig': z.string(),
});

/** The values that a response must match. */
export interface Expectation {
  /** The region's endpoint; identities live on the same host. */
  endpoint: string;
  /** The address of the callback, without query. */
  callback: string;
  /** The `redirectUri` that the callback was called with. */
  redirectUri: string | undefined;
  /** The `state` that the callback was called with. */
  state: string | undefined;
  now: number;
}

/** The account that signed in, and a nonce that must not have been used before. */
export interface Assertion {
  account: { id: number; username: string };
  nonce: string;
}

const invalid = (why: string): SignInError => new SignInError('invalid', why);

function checkReturnTo(returnTo: string, expected: Expectation): void {
  if (!URL.canParse(returnTo)) throw invalid('return_to is no address');
  const url = new URL(returnTo);
  const same = `${url.origin}${url.pathname}`.toLowerCase() === expected.callback.toLowerCase();
  const has = (name: 'redirectUri' | 'state') => (url.searchParams.get(name) ?? undefined) === expected[name];
  if (!same || !has('redirectUri') || !has('state')) throw invalid('return_to is another address');
}

function checkAge(nonce: string, now: number): void {
  const madeAt = Date.parse(nonce.slice(0, 20));
  if (Number.isNaN(madeAt) || madeAt > now + CLOCK_SKEW_MS) throw invalid('response_nonce is not from now');
  if (now - madeAt > RESPONSE_MAX_AGE_MS) throw new SignInError('expired');
}

/** The endpoint in a response may end with a slash, unlike the configured one. */
const withoutEndSlash = (address: string): string => address.replace(/\/+$/, '');

/** Null for malformed percent-encoding, or a NUL character, which databases refuse. */
function decodeName(name: string): string | null {
  try {
    const decoded = decodeURIComponent(name);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

/** The account in an identity such as `https://eu.wargaming.net/id/500000001-Aurora_Captain/`. */
function accountOf(identity: string, endpoint: string): Assertion['account'] {
  const prefix = `${new URL(endpoint).origin}/id/`;
  const [, id, name] = identity.startsWith(prefix)
    ? (/^(\d{1,16})-([^/?#]+)\/?$/.exec(identity.slice(prefix.length)) ?? [])
    : [];
  if (id === undefined || name === undefined) throw invalid('identity is not of this region');
  const username = decodeName(name);
  if (username === null) throw invalid('identity has no name');
  const account = { id: Number(id), username };
  if (!Number.isSafeInteger(account.id) || account.id < 1) throw invalid('identity has no account id');
  return account;
}

/** All checks that need no request to the publisher. Throws a SignInError. */
export function checkResponse(query: Readonly<Record<string, unknown>>, expected: Expectation): Assertion {
  const mode = query['openid.mode'];
  if (mode === 'cancel') throw new SignInError('cancelled');
  if (mode === 'error') throw new SignInError('refused');
  if (mode !== 'id_res') throw invalid('mode is not id_res');
  const parsed = ResponseSchema.safeParse(query);
  if (!parsed.success) throw invalid('a field is missing or repeated');
  const response = parsed.data;
  const signed = response['openid.signed'].split(',');
  if (SIGNED.some((field) => !signed.includes(field))) throw invalid('a field is not signed');
  if (withoutEndSlash(response['openid.op_endpoint']) !== withoutEndSlash(expected.endpoint))
    throw invalid('op_endpoint is another publisher');
  if (response['openid.claimed_id'] !== response['openid.identity']) throw invalid('two identities');
  checkReturnTo(response['openid.return_to'], expected);
  checkAge(response['openid.response_nonce'], expected.now);
  return {
    account: accountOf(response['openid.identity'], expected.endpoint),
    nonce: response['openid.response_nonce'],
  };
}

/** Confirms with the publisher that it made this response. Throws a SignInError if not, or when it cannot be reached. */
export async function confirmResponse(
  query: Readonly<Record<string, unknown>>,
  address: string,
): Promise<void> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (name.startsWith('openid.')) form.set(name, String(value));
  form.set('openid.mode', 'check_authentication');
  let text: string;
  try {
    const signal = AbortSignal.timeout(PUBLISHER_TIMEOUT_MS);
    const response = await fetch(address, { method: 'POST', body: form, signal, redirect: 'error' });
    if (response.status >= 500) throw new Error(`the publisher answered ${response.status}`);
    text = await response.text();
  } catch (error) {
    throw new SignInError('unreachable', networkProblem(error) ?? String(error));
  }
  if (!/^is_valid:true\r?$/m.test(text)) throw invalid('the publisher does not confirm');
}
