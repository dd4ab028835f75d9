/** Open objections, the open one of them, and deciding about it (Rules 31.21 to 31.24). */
import { computed } from 'nanostores';
import { decideObjection, getObjection, listObjections } from '#lib/client/decision.ts';
import { httpError } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import type { ObjectionItem, ObjectionList, Verdict } from '#lib/schemas/decision.ts';
import { $address, changeQuery, createAddressed, hrefWith } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { isGone } from '#lib/stores/moderation/claims.ts';
import { recount } from '#lib/stores/moderation/counts.ts';
import { $queueTab } from '#lib/stores/moderation/review-list.ts';
import { sendWords } from '#lib/stores/moderation/words.ts';

const GONE = 'This objection no longer waits for a decision.';

/** The open objections, the oldest first. The next ones appear as these are decided. */
export const objections = createAddressed<true, ObjectionList>(
  computed($queueTab, (tab) => tab === 'objections' || undefined),
  async (_, signal) => {
    if (!(await hasFeature('statements'))) throw httpError(404, '', '');
    return listObjections(1, signal);
  },
);

/** The objection in the address, else the first one; undefined without any. */
export const $objectionId = computed(
  [$address, objections.$remote],
  ({ query }, remote): string | undefined =>
    GuidSchema.safeParse(query.objection).data ?? remoteValue(remote)?.entries[0]?.id,
);

/** The open objection. One that is gone is passed over with a sentence. */
export const openObjection = createAddressed<string, ObjectionItem>(
  $objectionId,
  async (id, signal) => {
    try {
      return await getObjection(id, signal);
    } catch (error) {
      if (isGone(error)) goOn(id, GONE);
      throw error;
    }
  },
  () => 'replace',
);

/** Address of an objection. */
export const objectionHref = (id: string): string => hrefWith($address.get(), { objection: id });

function goOn(id: string, sentence: string): void {
  showStatus(sentence);
  objections.update((list) => ({ ...list, entries: list.entries.filter((entry) => entry.id !== id) }));
  if ($objectionId.get() === id) changeQuery({ objection: null }, { replace: true });
  void objections.reload({ mode: 'quiet' });
  recount();
}

/** Decides about an objection with a reason for the person who objects, and goes on to the next one. */
export async function decide(id: string, verdict: Verdict, reason: string): Promise<void> {
  const send = () => decideObjection(id, { verdict, reason });
  const isDone = await sendWords(['verdict', id], send, (error) => isGone(error) && goOn(id, GONE));
  if (isDone) goOn(id, verdict === 'upheld' ? 'The decision was upheld.' : 'The decision was reversed.');
}
