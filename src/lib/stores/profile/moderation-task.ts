/** What a moderator or an administrator does on a profile: asked once more, sent once, refused in plain words. */
import { atom, type ReadableAtom } from 'nanostores';
import { errorToMessage, HttpError, mayHaveArrived } from '#lib/client/errors.ts';
import { createBan, revertBan, revertModAction } from '#lib/client/moderation.ts';
import { recalculatePlayer } from '#lib/client/player.ts';
import { banLengthText } from '#lib/domain/moderation.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import type { ModAction, PlatformBan } from '#lib/schemas/moderation.ts';
import { keepReason } from '#lib/stores/core/recent-reasons.ts';
import type { LoadOptions } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { discardBanDraft } from '#lib/stores/profile/ban-draft.ts';
import { refreshPlayer } from '#lib/stores/profile/player-profile.ts';
import { refreshBans, refreshModActions } from '#lib/stores/profile/profile-moderation.ts';
import { refreshPosts } from '#lib/stores/profile/profile-posts.ts';
import { reloadSession } from '#lib/stores/session/session.ts';

/** Whom a task is about. */
export interface TaskTarget {
  id: number;
  username: string;
}

/** Something to do, with all that its question says. `days` 0 is for good. */
export type ModerationTask =
  | { kind: 'ban'; player: TaskTarget; days: number; reason: string }
  | { kind: 'revert-ban'; ban: PlatformBan }
  | { kind: 'revert-action'; action: ModAction }
  | { kind: 'recalculate'; player: TaskTarget };

/** A task and how far it is: the question is open, it is being done, or it was refused. */
export type TaskState = { task: ModerationTask } & (
  | { state: 'asking' }
  | { state: 'doing' }
  | { state: 'refused'; message: string }
);

/** A task that was done. */
export interface TaskDone {
  kind: ModerationTask['kind'];
}

const current = atom<TaskState | null>(null);
const done = atom<TaskDone | null>(null);

/** The task that is asked about; null when there is none. */
export const $task: ReadableAtom<TaskState | null> = current;

/** What was done last; null before anything was, and once the next is asked about. */
export const $taskDone: ReadableAtom<TaskDone | null> = done;

/** Asks whether a task shall be done. */
export function askFor(task: ModerationTask): void {
  done.set(null);
  current.set({ task, state: 'asking' });
}

/** Takes the question back; nothing while the task is being done. */
export function cancelTask(): void {
  if (current.get()?.state !== 'doing') current.set(null);
}

/** Forgets what was done last. */
export function forgetDone(): void {
  done.set(null);
}

/** Does it. Resolves to the sentence that acknowledges it. */
async function perform(task: ModerationTask): Promise<string> {
  switch (task.kind) {
    case 'ban':
      await createBan(task.player.id, task.reason, task.days);
      discardBanDraft(task.player.id);
      keepReason(task.reason);
      return `${task.player.username} is banned ${banLengthText(task.days)}.`;
    case 'revert-ban':
      await revertBan(task.ban.id);
      return 'The ban was reverted.';
    case 'revert-action':
      await revertModAction(task.action.id);
      return 'The mod action was reverted.';
    case 'recalculate':
      await recalculatePlayer(task.player.id);
      return 'The metrics were recalculated.';
  }
}

/** Fetches anew what the task changed or may have changed, or what somebody else must have changed before. */
async function refreshAfter({ kind }: ModerationTask, options?: LoadOptions): Promise<void> {
  if (kind === 'ban' || kind === 'revert-ban') await refreshBans(options);
  else if (kind === 'recalculate') await refreshPlayer();
  else await Promise.all([refreshModActions(options), refreshPlayer(), refreshPosts()]);
}

function messageOf(error: unknown): string {
  return error instanceof HttpError ? moderationRefusal(error) : errorToMessage(error);
}

/** Does the task that is asked about. A second call while it runs does nothing; a refusal keeps the question open. */
export async function doTask(): Promise<void> {
  const asked = current.get();
  if (asked === null || asked.state === 'doing') return;
  const { task } = asked;
  current.set({ task, state: 'doing' });
  try {
    const sentence = await perform(task);
    current.set(null);
    done.set({ kind: task.kind });
    showStatus(sentence);
  } catch (error) {
    current.set({ task, state: 'refused', message: messageOf(error) });
    if (error instanceof HttpError && error.isSignedOut) void reloadSession();
    if (error instanceof HttpError && error.isNotFound) await refreshAfter(task);
    // The list is not lost with it when that cannot be loaded either.
    else if (mayHaveArrived(error)) await refreshAfter(task, { mode: 'quiet' });
    return;
  }
  await refreshAfter(task);
}
