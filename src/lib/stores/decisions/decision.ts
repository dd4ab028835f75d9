/** The decision of the page, or the warning that the editor shows first: objecting to it and confirming it (Rules 31.10, 31.20 and 31.31). */
import { computed, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { httpError } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { guidAt } from '#lib/paths.ts';
import * as calls from '#lib/schemas/calls/decision.ts';
import type { Statement } from '#lib/schemas/decision.ts';
import { $address, createAddressed } from '#lib/stores/core/address.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { createTask } from '#lib/stores/core/task.ts';
import { $firstWarning } from '#lib/stores/posts/post-dialog.ts';
import { retryProfileFlags } from '#lib/stores/session/session.ts';
import { type WordsDraft, wordsDraft } from '#lib/stores/session/words-draft.ts';

const $id = computed([$address, $firstWarning], ({ path }, warning) => {
  if (warning !== null || path === '') return warning ?? undefined;
  return guidAt(path.split('/').filter(Boolean).at(-1) ?? '');
});

const fetchDecision = async (id: string, signal: AbortSignal): Promise<Statement> => {
  if (!(await hasFeature('statements'))) throw httpError(404, '', '');
  return requestData(calls.getDecision, { params: { id }, signal });
};
const decision = createAddressed($id, fetchDecision, () => 'replace');
const task = createTask();

/** The statement of the decision. */
export const $decision: ReadableAtom<Remote<Statement>> = decision.$remote;

/** Loads it again after a failure. */
export const retryDecision = decision.retry;

/** How far the objection or the confirmation is. */
export const $sendingDecision = task.$state;

/** The objection that the viewer is writing. */
export const objectionDraft = (id: string): WordsDraft => wordsDraft('objection', id);

async function run(send: () => Promise<Partial<Statement>>, done: string): Promise<boolean> {
  const apply = async () => {
    const change = await send();
    decision.update((statement) => ({ ...statement, ...change }));
  };
  if (!(await task.run(apply, moderationRefusal))) return false;
  task.reset();
  showStatus(done);
  return true;
}

/** Sends an objection, which is then part of the statement. A refusal is shown, and the draft is kept. */
export const object = (id: string, words: string): Promise<boolean> =>
  run(async () => {
    const objection = await requestData(calls.createObjection, { params: { id }, body: { words } });
    objectionDraft(id).discard();
    return { objection, objectUntil: null };
  }, 'Objection sent');

/** Confirms a warning; the flags then have the next one. */
export const confirmRead = (id: string): Promise<boolean> =>
  run(async () => {
    await requestData(calls.confirmWarning, { params: { id } });
    await retryProfileFlags();
    return { isUnread: false };
  }, 'Warning confirmed');
