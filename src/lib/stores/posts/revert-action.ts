/** Reverts a moderator action, and finds out what an unclear answer means (Rule 11.14). */
import { mayHaveArrived } from '#lib/client/errors.ts';
import { listModActions, revertModAction } from '#lib/client/moderation.ts';
import { getPost } from '#lib/client/post.ts';
import { MOD_ACTION_TYPE, type ModAction } from '#lib/schemas/moderation.ts';
import { unmarkModerated } from '#lib/stores/posts/moderated.ts';

/** The parts of an action that reverting it needs. */
export type StoredAction = Pick<ModAction, 'id' | 'postId' | 'actionType'>;

/** Whether an action is in force; undefined when that could not be loaded. */
async function isInForce({ id, postId, actionType }: StoredAction): Promise<boolean | undefined> {
  const [actions, post] = await Promise.allSettled([listModActions({ postId }), getPost(postId)]);
  const isListed =
    actions.status === 'fulfilled' ? actions.value.some((action) => action.id === id) : undefined;
  const isUnlocked = post.status === 'fulfilled' && !post.value.modLocked;
  return actionType === MOD_ACTION_TYPE.delete && isUnlocked ? false : isListed;
}

/**
 * Reverts an action. Production responds with 500 although it has done so: then its list of actions and the post decide. Throws
 * as `request` does; the message then begins with what was found out.
 */
export async function revertAction(action: StoredAction): Promise<void> {
  try {
    await revertModAction(action.id);
    unmarkModerated(action.postId);
  } catch (error) {
    if (!(error instanceof Error && mayHaveArrived(error))) throw error;
    const inForce = await isInForce(action);
    if (inForce === false) return unmarkModerated(action.postId);
    const found = inForce
      ? 'The action is still in force.'
      : 'We couldn’t check whether the action was reverted.';
    error.message = `${found} ${error.message}`;
    throw error;
  }
}
