/** The open objections, one at a time, and deciding about them (Rules 31.21 to 31.24). */
import { computed } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { httpError } from '#lib/client/errors.ts';
import * as calls from '#lib/schemas/calls/decision.ts';
import type { Verdict } from '#lib/schemas/decision.ts';
import { $address, createAddressed, pageOf } from '#lib/stores/core/address.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { isGone } from '#lib/stores/moderation/claims.ts';
import { recount } from '#lib/stores/moderation/counts.ts';
import { $queueTab } from '#lib/stores/moderation/review-list.ts';

/** Which of the open objections is shown: the oldest is the first. */
const $place = computed([$address, $queueTab], ({ query }, tab) =>
  tab === 'objections' ? pageOf(query) : undefined,
);

/** The shown objection, and the place of the next one; not found when none is open. */
export const openObjection = createAddressed($place, async (place, signal) => {
  const entries = await requestData(calls.listObjections, { signal });
  const entry = entries[place - 1] ?? entries[0];
  if (entry === undefined) throw httpError(404, '', '');
  const next = place < entries.length ? place + 1 : 1;
  const objection = await requestData(calls.getObjection, { params: { id: entry.id }, signal });
  return { ...objection, next, isOnly: entries.length === 1 };
});

function goOn(sentence: string): void {
  showStatus(sentence);
  openObjection.retry();
  recount();
}

/** Decides about an objection with a reason for the person who objects, and goes on to the next one. Throws as `request` does. */
export async function decide(id: string, verdict: Verdict, reason: string): Promise<void> {
  try {
    await requestData(calls.decideObjection, { params: { id }, body: { verdict, reason } });
  } catch (error) {
    if (isGone(error)) goOn('This objection no longer waits for a decision.');
    throw error;
  }
  goOn(verdict === 'upheld' ? 'The decision was upheld.' : 'The decision was reversed.');
}
