/** Tasks of moderators and administrators that are confirmed first: bans, reverts and recalculation. */
import { atom, computed } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { HttpError, mayHaveArrived } from '#lib/client/errors.ts';
import { createBan, revertBan } from '#lib/client/moderation.ts';
import { banLengthText } from '#lib/domain/moderation.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { recalculatePlayer } from '#lib/schemas/calls/player.ts';
import type { ModAction, PlatformBan } from '#lib/schemas/moderation.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';
import type { LoadOptions } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { createTask } from '#lib/stores/core/task.ts';
import { showModerated } from '#lib/stores/posts/moderated.ts';
import { revertAction } from '#lib/stores/posts/revert-action.ts';
import { banDraft } from '#lib/stores/profile/ban-draft.ts';
import { rulesInReason } from '#lib/stores/session/reason-rules.ts';
import { keepReason } from '#lib/stores/session/recent-reasons.ts';

/** A task with everything that its question shows. A ban of 0 `days` is permanent. */
export type ModerationTask =
  | { kind: 'ban'; player: PlayerListing; days: number; reason: string }
  | { kind: 'revert-ban'; ban: PlatformBan }
  | { kind: 'revert-action'; action: ModAction }
  | { kind: 'recalculate'; player: PlayerListing };

/** Loads again what the task has changed, or may have changed although it failed. */
type Refresh = (options?: LoadOptions) => unknown;

const question = atom<{ task: ModerationTask; refresh: Refresh } | null>(null);
const sending = createTask();

/** The task that the open question is about, and whether it is being sent or was refused; null without a question. */
export const $task = computed([question, sending.$state], (asked, state) =>
  asked === null || state.state === 'done' ? null : { task: asked.task, ...state },
);

/** The task that was done last; null once the next question is open, or the dialogs are closed. */
export const $taskDone = computed([question, sending.$state], (asked, { state }) =>
  asked !== null && state === 'done' ? asked.task : null,
);

/** Closes the question and forgets the last task. Does nothing while a task is being sent. */
export function cancelTask(): void {
  if (sending.$state.get().state === 'sending') return;
  question.set(null);
  sending.reset();
}

/** Opens the question about a task. */
export function askFor(task: ModerationTask, refresh: Refresh): void {
  cancelTask();
  question.set({ task, refresh });
}

/** Opens the confirmation to revert an action on the page of its post, which shows the effect without a reload (Rule 28.43). */
export function askOnPost(action: ModAction): void {
  askFor({ kind: 'revert-action', action }, () => showModerated(action.postId));
}

/** Sends the task. Resolves to the sentence that acknowledges it. */
async function perform(task: ModerationTask): Promise<string> {
  switch (task.kind) {
    case 'ban':
      await createBan(task.player.id, task.reason, task.days, await rulesInReason(task.reason));
      banDraft(task.player.id).discard();
      keepReason(task.reason);
      return `${task.player.username} is banned ${banLengthText(task.days)}.`;
    case 'revert-ban':
      await revertBan(task.ban.id);
      return 'The ban was reverted.';
    case 'revert-action':
      await revertAction(task.action);
      return 'The mod action was reverted.';
    case 'recalculate':
      await requestData(recalculatePlayer, { query: { playerId: task.player.id } });
      return 'The metrics were recalculated.';
  }
}

/** Does the task of the open question. A refusal keeps the question open. */
export async function doTask(): Promise<void> {
  const asked = question.get();
  if (asked === null) return;
  const { task, refresh } = asked;
  let sentence = '';
  const send = async (): Promise<void> => {
    sentence = await perform(task);
  };
  const done = await sending.run(send, moderationRefusal, (error) => {
    if (error instanceof HttpError && error.isNotFound) return refresh();
    // Quiet: the list stays, even if it cannot be loaded either.
    return mayHaveArrived(error) ? refresh({ mode: 'quiet' }) : undefined;
  });
  if (!done) return;
  showStatus(sentence);
  await refresh();
}
