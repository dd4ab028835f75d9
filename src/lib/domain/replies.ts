/** Who may write, change and delete the reply to a post. */
import type { AnsweredPost, Viewer } from '#lib/domain/permissions.ts';
import { POSTING_SENTENCES } from '#lib/domain/posting.ts';

/** The viewer, and whether they have opted out. */
type Answerer = (NonNullable<Viewer> & { optedOut?: boolean | undefined }) | null;

/**
 * The sentence for why the viewer may not write or change the reply to a post (Rules 31.1 and 31.4); null when they may. On a
 * read-only post they may change the reply that they have.
 */
export function replyRefusal(viewer: Answerer, post: AnsweredPost): string | null {
  if (viewer?.id !== post.player.id) return 'Only the player whom a post is about can answer it.';
  if (viewer.postsBanned) return POSTING_SENTENCES.banned;
  if (viewer.optedOut) return POSTING_SENTENCES['viewer-opted-out'];
  if (post.modLocked) return 'Moderators have removed this post, so its reply stays as it is.';
  if (post.reply?.removed)
    return 'Moderators have removed your reply, so you can neither change it nor write another one.';
  if (post.readOnly && !post.reply)
    return 'Moderators have made this post read-only, so you cannot answer it.';
  return null;
}

/** The player whom a post is about answers it once (Rule 31.1). */
export function canReply(viewer: Answerer, post: AnsweredPost): boolean {
  return !post.reply && replyRefusal(viewer, post) === null;
}

/** The author of a reply changes it (Rule 31.4). */
export function canChangeReply(viewer: Answerer, post: AnsweredPost): boolean {
  return !!post.reply && replyRefusal(viewer, post) === null;
}

/** The author of a reply deletes it, also while banned from posting (Rule 31.4). */
export function canDeleteReply(viewer: Answerer, post: AnsweredPost): boolean {
  return canChangeReply(viewer && { ...viewer, postsBanned: false, optedOut: false }, post);
}
