/** The responses that the embedded OpenID provider makes, and confirms once. */
import { randomBytes, randomUUID } from 'node:crypto';

const NAMESPACE = 'http://specs.openid.net/auth/2.0';
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];
const PENDING_MAX = 10_000;

/**
 * Makes responses and confirms each at most once. This process alone confirms them and keeps them until then, so that a random
 * signature is as good as a computed one.
 */
export function createAssertions() {
  const handle = randomUUID();
  /** Unconfirmed responses by nonce. */
  const pending = new Map<string, Record<string, string>>();
  return {
    /** Fields of a positive response, without their `openid.` prefix. */
    assert(endpoint: string, identity: string, returnTo: string, now: number): Record<string, string> {
      const nonce = `${new Date(now).toISOString().slice(0, 19)}Z${randomBytes(9).toString('base64url')}`;
      const fields = {
        ns: NAMESPACE,
        mode: 'id_res',
        op_endpoint: endpoint,
        claimed_id: identity,
        identity,
        return_to: returnTo,
        response_nonce: nonce,
        assoc_handle: handle,
        signed: SIGNED.join(','),
        sig: randomBytes(32).toString('base64'),
      };
      if (pending.size >= PENDING_MAX) pending.clear();
      pending.set(nonce, fields);
      return fields;
    },
    /** Whether these fields (with prefix) are a response of this process that has not been confirmed yet. */
    confirm(fields: URLSearchParams): boolean {
      const nonce = fields.get('openid.response_nonce') ?? '';
      const made = pending.get(nonce);
      const isGenuine = [...SIGNED, 'sig'].every((field) => made?.[field] === fields.get(`openid.${field}`));
      return isGenuine && pending.delete(nonce);
    },
  };
}

/** The responses of one provider. */
export type Assertions = ReturnType<typeof createAssertions>;
