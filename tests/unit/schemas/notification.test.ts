import { describe, expect, test } from 'vitest';
import { NOTIFICATION_TYPE, NotificationSchema } from '#lib/schemas/notification.ts';
import { guid, makePost } from '#tests/support/builders.ts';

const common = { id: guid(1), accountId: 1, emittedAt: '2026-01-10T12:00:00+00:00', acknowledgedAt: null };
const post = makePost();

describe('A notification is decided by its number (Rule 13.2)', () => {
  test.each<[string, object]>([
    ['post added', { ...common, type: NOTIFICATION_TYPE.postAdded, postId: post.id, post }],
    [
      'post deleted, whose post is gone',
      { ...common, type: NOTIFICATION_TYPE.postDeleted, postId: post.id, post: null },
    ],
    ['mod edit', { ...common, type: NOTIFICATION_TYPE.postModEdited, modActionId: guid(2), modAction: null }],
    ['ban for good', { ...common, type: NOTIFICATION_TYPE.platformBan, reason: 'Insults', until: null }],
    ['a type of tomorrow', { ...common, type: 42 }],
  ])('%s', (_, notification) => {
    expect(NotificationSchema.parse(notification)).toEqual(notification);
  });

  test.each([
    ['post', { title: 5 }, { ...common, type: NOTIFICATION_TYPE.postAdded, postId: post.id }],
    ['modAction', [], { ...common, type: NOTIFICATION_TYPE.postModDeleted, modActionId: guid(2) }],
  ])('its %s counts as gone when it cannot be read, and the rest stays', (name, unreadable, notification) => {
    const parsed = NotificationSchema.parse({ ...notification, [name]: unreadable });
    expect(parsed).toEqual({ ...notification, [name]: null });
  });

  test('a known type that lacks its parts reads as one without parts, not as an error', () => {
    expect(NotificationSchema.parse({ ...common, type: NOTIFICATION_TYPE.postAdded })).toEqual({
      ...common,
      type: 2,
    });
  });

  test.each([
    ['no id', { ...common, id: undefined, type: 2 }],
    ['no type', common],
    ['a type in words', { ...common, type: 'PostAdded' }],
  ])('with %s it is refused', (_, notification) => {
    expect(NotificationSchema.safeParse(notification).success).toBe(false);
  });
});
