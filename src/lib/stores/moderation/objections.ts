/** The open objections: the list, and the one that a moderator decides about (Rules 31.21 to 31.24). */
import { computed, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { combineStops } from '#lib/combine-stops.ts';
import * as calls from '#lib/schemas/calls/decision.ts';
import type { Verdict } from '#lib/schemas/decision.ts';
import type { ObjectionEntry, ObjectionItem, ReviewChange } from '#lib/schemas/review.ts';
import { $address, createAddressed, hrefWith } from '#lib/stores/core/address.ts';
import { coalesce } from '#lib/stores/core/live.ts';
import { type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { onQueueChange } from '#lib/stores/moderation/changes.ts';
import { ClaimedItem } from '#lib/stores/moderation/claimed-item.ts';
import { isClaimed, type SeenClaim, withClaim } from '#lib/stores/moderation/claims.ts';
import { recount } from '#lib/stores/moderation/counts.ts';
import { $queueTab } from '#lib/stores/moderation/review-list.ts';
import { markModerated, unmarkModerated } from '#lib/stores/posts/moderated.ts';
import { $viewer } from '#lib/stores/session/session.ts';

const list = createAddressed(
  computed($queueTab, (tab) => (tab === undefined ? undefined : tab === 'objections' || null)),
  (_tab, signal) => requestData(calls.listObjections, { signal }),
);

/** The open objections, oldest first. */
export const $objections: ReadableAtom<Remote<ObjectionEntry[]>> = list.$remote;

/** Loads the list again after a failure. */
export const retryObjections = list.retry;

/** Address of an objection. */
export const objectionHref = (id: string): string => hrefWith($address.get(), { objection: id });

const remove = (id: string): void => list.update((entries) => entries.filter((entry) => entry.id !== id));

const noteClaim = (id: string, claim: SeenClaim | null): void =>
  list.update((entries) => entries.map((entry) => (entry.id === id ? withClaim(entry, claim) : entry)));

/** Those that the viewer can decide; without any, those that the viewer can only read, unless one is open. */
function freeIds(): string[] {
  const free = (remoteValue(list.$remote.get()) ?? []).filter((entry) => !isClaimed(entry));
  const waiting = free.filter(({ isBlocked }) => !isBlocked);
  const isOpen = claimedObjection.$currentId.get() !== null;
  return (waiting.length > 0 || isOpen ? waiting : free).map(({ id }) => id);
}

/** The open objection. */
export const claimedObjection: ClaimedItem<ObjectionItem> = new ClaimedItem({
  noun: 'objection',
  idName: 'id',
  calls: { renew: calls.renewObjection, release: calls.releaseObjection },
  claim: (id, signal) => requestData(calls.claimObjection, { params: { id }, signal }),
  isReadOnly: ({ refusal }) => refusal !== null,
  $list: $objections,
  free: freeIds,
  noteClaim,
  remove,
});

/**
 * Decides about an objection with a reason for the person who objects, and goes on. One that is gone stays with what was typed.
 * Throws as `request` does.
 */
export async function decideObjection(id: string, verdict: Verdict, reason: string): Promise<void> {
  markModerated(id);
  try {
    await requestData(calls.decideObjection, { params: { id }, body: { verdict, reason } });
  } catch (error) {
    unmarkModerated(id);
    claimedObjection.noteRefusal(id, error);
    throw error;
  }
  showStatus(verdict === 'upheld' ? 'The decision was upheld.' : 'The decision was reversed.');
  recount();
  await claimedObjection.goOn(id);
}

const refresh = coalesce(() => list.reload({ mode: 'quiet' }));

function follow({ ofObjection, postId: id, change, claim }: ReviewChange): void {
  if (!ofObjection) return;
  if (change === 'opened') refresh();
  else if (change === 'decided') remove(id);
  else if (claim?.id !== $viewer.get()?.id) noteClaim(id, claim);
}

/** Works on the objections until the returned function is called. */
export function startObjections(): () => void {
  // The lists of posts no longer tell the counts.
  recount();
  return combineStops([claimedObjection.start(), onQueueChange({ onChange: follow, onMissed: refresh })]);
}
