/** The publisher's answers to sign-ins (OpenID). */

/** A sign-in that the publisher at `endpoint` confirms; `account` such as `571234567-Fresh_Sailor`. */
interface Confirmed {
  endpoint: string;
  account: string;
  /** Never the same twice. */
  nonce: string;
  /** Fields that differ from those of a correct answer. */
  changes?: Readonly<Record<string, string>>;
}

/** The address to which the publisher sends a browser that `/api/auth/login` sent to `location`. */
export function callbackOf(location: string, { endpoint, account, nonce, changes }: Confirmed): URL {
  const returnTo = new URL(location).searchParams.get('openid.return_to') ?? '';
  const identity = `${new URL(endpoint).origin}/id/${account}/`;
  const fields = {
    'openid.ns': 'http://specs.openid.net/auth/2.0',
    'openid.mode': 'id_res',
    'openid.op_endpoint': endpoint,
    'openid.claimed_id': identity,
    'openid.identity': identity,
    'openid.return_to': returnTo,
    'openid.response_nonce': nonce,
    'openid.assoc_handle': 'handle',
    'openid.signed': 'op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    'openid.sig': 'c2lnbmF0dXJl',
    ...changes,
  };
  const callback = new URL(returnTo);
  for (const [name, value] of Object.entries(fields)) callback.searchParams.set(name, value);
  return callback;
}
