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
  if ('post' in notification && notification.post) {
    return { ...notification, post: withoutTicketId(notification.post) };
  }
  if ('modAction' in notification && notification.modAction?.updatedPost) {
    const updatedPost = withoutTicketId(notification.modAction.updatedPost);
    return { ...notification, modAction: { ...notification.modAction, updatedPost } };
  }
  return notification;
}
