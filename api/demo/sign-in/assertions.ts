/** The responses that the embedded OpenID provider makes, and confirms once. */
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

const NAMESPACE = 'http://specs.openid.net/auth/2.0';
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];
const PENDING_MAX = 10_000;

/** Signs responses with a key of this process and confirms each at most once. */
export interface Assertions {
  /** Fields of a positive response, without their `openid.` prefix. */
  assert(endpoint: string, identity: string, returnTo: string, now: number): Record<string, string>;
  /** Whether these fields (with prefix) are a response of this process that has not been confirmed yet. */
  confirm(fields: URLSearchParams): boolean;
}

/** Creates the key and the list of unconfirmed responses. */
export function createAssertions(): Assertions {
  const key = randomBytes(32);
  const handle = randomUUID();
  const pending = new Set<string>();
  const signatureOf = (read: (field: string) => string | null | undefined): string => {
    const text = SIGNED.map((field) => `${field}:${read(field) ?? ''}\n`).join('');
    return createHmac('sha256', key).update(text).digest('base64');
  };
  return {
    assert(endpoint, identity, returnTo, now) {
      const nonce = `${new Date(now).toISOString().slice(0, 19)}Z${randomBytes(9).toString('base64url')}`;
      const fields: Record<string, string> = {
        ns: NAMESPACE,
        mode: 'id_res',
        op_endpoint: endpoint,
        claimed_id: identity,
        identity,
        return_to: returnTo,
        response_nonce: nonce,
        assoc_handle: handle,
        signed: SIGNED.join(','),
      };
      if (pending.size >= PENDING_MAX) pending.clear();
      pending.add(nonce);
      return { ...fields, sig: signatureOf((field) => fields[field]) };
    },
    confirm(fields) {
      const expected = Buffer.from(signatureOf((field) => fields.get(`openid.${field}`)));
      const given = Buffer.from(fields.get('openid.sig') ?? '');
      const genuine = expected.length === given.length && timingSafeEqual(expected, given);
      return genuine && pending.delete(fields.get('openid.response_nonce') ?? '');
    },
  };
}
