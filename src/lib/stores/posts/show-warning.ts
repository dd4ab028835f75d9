/** Unread warnings that the API knows before the page does (Rule 31.31). Apart from the dialogs, which every page loads. */
import { HttpError } from '#lib/client/errors.ts';
import type { Task } from '#lib/stores/core/task.ts';
import { $unreadWarning } from '#lib/stores/posts/post-dialog.ts';
import { retryProfileFlags } from '#lib/stores/session/session.ts';

/** Handles a 403 of a task: there may be a warning, which then takes the place of the form and its refusal (Rule 31.31). */
export const showWarning =
  (task: Task) =>
  async (error: unknown): Promise<void> => {
    if (!(error instanceof HttpError) || error.status !== 403) return;
    await retryProfileFlags();
    if ($unreadWarning.get() !== null) task.reset();
  };
