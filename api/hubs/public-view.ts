/** Removes what hubs must not send: one message goes to everyone who listens. */
import type { Notification } from '#lib/schemas/notification.ts';
import type { Post } from '#lib/schemas/post.ts';

/** A post without its ticket id, which only its author and staff may see, and only over HTTP. */
export function withoutTicketId(post: Post): Post {
  return { ...post, supportTicketStatus: { ...post.supportTicketStatus, ticketId: null } };
}

/** A post as an anonymous visitor sees it: null when a moderator has locked it. */
export function asAnonymous(post: Post): Post | null {
  return post.modLocked ? null : withoutTicketId(post);
}

/** A notification without the ticket ids of its posts. */
export function notificationWithoutTicketId(notification: Notification): Notification {
  let shown = notification;
  if ('post' in shown && shown.post) shown = { ...shown, post: withoutTicketId(shown.post) };
  if ('modAction' in shown && shown.modAction?.updatedPost) {
    const updatedPost = withoutTicketId(shown.modAction.updatedPost);
    shown = { ...shown, modAction: { ...shown.modAction, updatedPost } };
  }
  return shown;
}
