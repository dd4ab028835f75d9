/** Events as other processes send them, checked because anything may be in Redis. */
import type { HubEvent } from '#api/events/bus.ts';
import { AccountIdSchema, GuidSchema } from '#lib/schemas/common.ts';
import { type Notification, NotificationSchema } from '#lib/schemas/notification.ts';
import { type Post, PostSchema } from '#lib/schemas/post.ts';
import { ReviewChangeSchema } from '#lib/schemas/review.ts';
import { z } from '#lib/schemas/zod.ts';

/** Accepts values that fit the wire's schema, without changing them: parsing would replace texts that a page should not show. */
const fitting = <T>(schema: z.ZodMiniType<T>) =>
  z.custom<T>((value) => schema.safeParse(value).success, 'does not fit its schema');

const post = fitting<Post>(PostSchema);
const version = z.int();
const type = <const T extends string>(name: T) => z.literal(name);

const EventSchema = z.discriminatedUnion('type', [
  z.object({ type: type('newPost'), post, version }),
  z.object({ type: type('editedPost'), post, version }),
  z.object({ type: type('deletedPost'), postId: GuidSchema, version }),
  z.object({ type: type('newNotification'), notification: fitting<Notification>(NotificationSchema) }),
  z.object({ type: type('deletedNotification'), accountId: AccountIdSchema, id: GuidSchema }),
  z.object({ type: type('review'), accountIds: z.array(AccountIdSchema), change: ReviewChangeSchema }),
  z.object({ type: type('seedTokenInvalidated'), accountId: AccountIdSchema }),
  z.object({ type: type('missed') }),
]);

const MessageSchema = z.object({ from: z.string(), id: z.int(), event: EventSchema });

/** An event, the process that published it, and the number of the event in that process. */
export interface EventMessage {
  from: string;
  id: number;
  event: HubEvent;
}

/** Serialises a message as JSON. */
export const writeMessage = (message: EventMessage): string => JSON.stringify(message);

/** Parses a message; null for anything else. */
export function readMessage(text: string): EventMessage | null {
  try {
    return MessageSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
