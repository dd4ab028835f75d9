/** The decision that the address names, and objecting to it (Rules 31.10 and 31.20). */
import { computed, type ReadableAtom } from 'nanostores';
import { createObjection, getDecision } from '#lib/client/decision.ts';
import { httpError } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { guidAt } from '#lib/paths.ts';
import type { Statement } from '#lib/schemas/decision.ts';
import { $address, createAddressed } from '#lib/stores/core/address.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { createTask } from '#lib/stores/core/task.ts';
import { type WordsDraft, wordsDraft } from '#lib/stores/session/words-draft.ts';

const $id = computed($address, ({ path }) =>
  path === '' ? undefined : guidAt(path.split('/').filter(Boolean).at(-1) ?? ''),
);

const decision = createAddressed($id, async (id, signal) => {
  if (!(await hasFeature('statements'))) throw httpError(404, '', '');
  return getDecision(id, signal);
});

/** The statement of the decision. */
export const $decision: ReadableAtom<Remote<Statement>> = decision.$remote;

/** Loads it again after a failure. */
export const retryDecision = decision.retry;

const objecting = createTask();

/** How far the objection is. */
export const $objecting = objecting.$state;

/** The objection that the viewer is writing. */
export const objectionDraft = (id: string): WordsDraft => wordsDraft('objection', id);

/** Sends an objection, which is then shown in the statement. A refusal is shown, and the draft is kept. */
export async function object(id: string, words: string): Promise<void> {
  const send = async () => {
    const objection = await createObjection(id, words);
    decision.update((statement) => ({ ...statement, objection, objectUntil: null }));
  };
  if (!(await objecting.run(send, ({ message }) => message))) return;
  objectionDraft(id).discard();
  objecting.reset();
  showStatus('Objection sent');
}

/** Shows that the viewer has confirmed the warning. */
export const markRead = (): void => decision.update((statement) => ({ ...statement, isUnread: false }));
