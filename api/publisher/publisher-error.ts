/** Why a request to the publisher has no usable answer. */
import type { PublisherOutcome } from '#api/operation/metrics.ts';

/** The outcomes without a usable answer. */
export type FailureKind = Exclude<PublisherOutcome, 'ok'>;

/** A request without a usable answer. The message never contains the address, which may hold the application id. */
export class PublisherError extends Error {
  override readonly name = 'PublisherError';
  readonly kind: FailureKind;
  /** How long to wait, as the publisher requested it, in milliseconds; null without such a request. */
  readonly retryAfterMs: number | null;

  constructor(kind: FailureKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Sentences for the errors of a connection that an operator can do something about. */
const SENTENCES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ENOTFOUND: 'its host name is not known: check the DNS of this machine',
  EAI_AGAIN: 'its host name could not be resolved: check the DNS of this machine',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
};

/** What went wrong with a connection, in a few words without addresses. */
export function connectionProblem(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as NodeJS.ErrnoException;
    if (typeof code === 'string') return SENTENCES[code] ?? `the connection failed (${code})`;
  }
  return 'the connection failed';
}
