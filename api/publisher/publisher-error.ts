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
