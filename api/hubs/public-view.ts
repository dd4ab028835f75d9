/** Removes what hubs must not send, because one message goes to everyone who listens, and gives it the form of answers. */
import { toWire } from '#api/http/wire-form.ts';
import { NOTIFICATION_SCHEMAS, type Notification } from '#lib/schemas/notification.ts';
import { type Post, PostSchema } from '#lib/schemas/post.ts';

/** A post without its ticket id, which only its author and staff may see, and only over HTTP. */
function withoutTicketId(post: Post): Post {
  return { ...post, supportTicketStatus: { ...post.supportTicketStatus, ticketId: null } };
}

/** A post as it is sent to an anonymous visitor: null when a moderator has locked it. */
export function asAnonymous(post: Post): Post | null {
  return post.modLocked ? null : toWire(PostSchema, withoutTicketId(post));
}

/** A notification as it is sent, without the ticket ids of its posts. */
export function notificationWithoutTicketId(notification: Notification): Notification {
  let shown = notification;
  if ('post' in shown && shown.post) shown = { ...shown, post: withoutTicketId(shown.post) };
  if ('modAction' in shown && shown.modAction?.updatedPost) {
    const updatedPost = withoutTicketId(shown.modAction.updatedPost);
    shown = { ...shown, modAction: { ...shown.modAction, updatedPost } };
  }
  const schema = NOTIFICATION_SCHEMAS.find(({ shape }) => shape.type.safeParse(shown.type).success);
  return schema === undefined ? shown : toWire(schema, shown);
}
