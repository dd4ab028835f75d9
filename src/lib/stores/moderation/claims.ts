/** Claims: while a moderator decides about something, others see it but cannot decide (Rule 28.50). */
import { type CallAddress, callPath, requestData } from '#lib/client/client.ts';
import { HttpError } from '#lib/client/errors.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';
import type { Call } from '#lib/schemas/call.ts';
import type { Claim } from '#lib/schemas/review.ts';
import { onQueueChange } from '#lib/stores/moderation/changes.ts';

/** How often a claim is renewed, in milliseconds. It lasts two minutes. */
export const RENEW_MS = 60_000;

/** Whether the API has no open item any longer. */
export const isGone = (error: unknown): boolean =>
  error instanceof HttpError && (error.isNotFound || error.isGone);

/** Whether another moderator has the item. */
export const isTaken = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 423;

/** The claim of another moderator; a refusal tells its end only. */
export type SeenClaim = Pick<Claim, 'until'> & Partial<Claim>;

interface Claimable {
  claim?: Claim | null | undefined;
}

/** Whether another moderator works on the entry of a list now. */
export const isClaimed = ({ claim }: Claimable): boolean =>
  Boolean(claim) && Date.parse(claim?.until ?? '') > runtime.now();

/** The entry with who works on it. */
export const withClaim = <Entry extends Claimable>(entry: Entry, claim: SeenClaim | null): Entry => ({
  ...entry,
  claim: claim && { id: 0, username: '', ...entry.claim, ...claim },
});

/** The calls that keep a claim and end it. */
export type ClaimCalls = Record<'renew' | 'release', Call>;

const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Sends the release while the page is being left. A claim that could not be released ends by itself. */
function releaseOnLeave(call: Call, claimed: CallAddress<Call>): void {
  const options = { method: call.method, credentials: 'include', keepalive: true } as const;
  runtime.fetch(runtime.apiOrigin() + callPath(call, claimed), options).catch(() => {});
}

/**
 * Renews a claim every minute until the returned function is called. `claimed` addresses the calls, undefined without a claim.
 * When the page is shown again, the claim may have been lost, so `reclaim` makes it again.
 */
export function keepClaim(
  { renew, release }: ClaimCalls,
  claimed: () => CallAddress<Call> | undefined,
  reclaim: () => Promise<void>,
): () => void {
  let cancel = (): void => {};
  // Without an answer the next renewal decides.
  const onRefusal = (error: unknown): unknown => error instanceof HttpError && reclaim();
  const repeat = (): void => {
    cancel = runtime.setTimer(() => {
      const address = claimed();
      if (address && !isHidden()) requestData(renew, address).catch(onRefusal);
      repeat();
    }, RENEW_MS);
  };
  repeat();
  let isAway = false;
  return combineStops([
    () => cancel(),
    // A hidden page waits until it is shown.
    onQueueChange({ onChange: () => {}, onMissed: () => void (isHidden() || reclaim()) }),
    runtime.on('visible', () => void reclaim()),
    runtime.on('pagehide', () => {
      isAway = true;
      const address = claimed();
      if (address) releaseOnLeave(release, address);
    }),
    // Back from the browser's page cache.
    runtime.on('pageshow', () => {
      if (isAway) void reclaim();
      isAway = false;
    }),
  ]);
}
