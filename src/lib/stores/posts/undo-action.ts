/** Offers to undo what a moderator just did to a post, and undoes it (Rule 28.44). */
import { errorToMessage, HttpError } from '#lib/client/errors.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { shortcutKey } from '#lib/domain/shortcut-key.ts';
import { runtime } from '#lib/runtime.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { type SentAction, showModerated } from '#lib/stores/posts/moderated.ts';
import { revertAction, type StoredAction } from '#lib/stores/posts/revert-action.ts';
import { findByReason } from '#lib/stores/posts/without-ids.ts';

const findStored = async ({ id, ...sent }: SentAction): Promise<StoredAction | undefined> =>
  id === null ? findByReason(sent) : { ...sent, id };

/** Reverts an action that was sent. One that is not listed or not found was reverted before. */
export async function revertSent(sent: SentAction): Promise<void> {
  const action = await findStored(sent);
  if (action === undefined) return;
  try {
    await revertAction(action);
  } catch (error) {
    if (!(error instanceof HttpError && error.isNotFound)) throw error;
  }
}

async function undo(postId: string, revert: () => Promise<void>, onUndone: () => void): Promise<void> {
  try {
    await revert();
    onUndone();
    showStatus('The mod action was reverted.');
  } catch (error) {
    showStatus(error instanceof HttpError ? moderationRefusal(error) : errorToMessage(error));
  }
  await showModerated(postId);
}

const isUndoKey = (event: KeyboardEvent): boolean =>
  shortcutKey(event) === 'z' && event.ctrlKey !== event.metaKey && !event.shiftKey && !event.altKey;

/** In a field the key undoes typing. */
const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** A button that undoes what was just done, once. Its key works outside of fields while the button is shown. */
export function undoButton(onUndo: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Undo';
  button.title = 'Ctrl+Z (⌘Z on a Mac)';
  button.setAttribute('aria-keyshortcuts', 'Control+Z Meta+Z');
  let isUsed = false;
  const use = (): void => {
    if (isUsed) return;
    isUsed = true;
    document.removeEventListener('keydown', onKey);
    onUndo();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!isUndoKey(event) || isTyping(event) || !button.isConnected) return;
    event.preventDefault();
    use();
  };
  button.addEventListener('click', use);
  document.addEventListener('keydown', onKey);
  return button;
}

/**
 * Acknowledges `sent` with a sentence and, where the API lists the action, a button that undoes it. `onUndone` runs when the
 * action was reverted. Never rejects.
 */
export async function acknowledgeAction(
  sentence: string,
  sent: SentAction,
  onUndone: () => void,
): Promise<void> {
  const action = await findStored(sent).catch((error: unknown) =>
    runtime.warn('The list of mod actions could not be loaded, so this one cannot be undone here.', error),
  );
  if (action) acknowledge(sentence, action.postId, () => revertAction(action), onUndone);
  else showStatus(sentence);
}

/** The same for what `revert` reverts. */
export function acknowledge(
  text: string,
  postId: string,
  revert: () => Promise<void>,
  onUndone: () => void,
): void {
  runtime.showStatus({ text, button: undoButton(() => void undo(postId, revert, onUndone)) });
}
