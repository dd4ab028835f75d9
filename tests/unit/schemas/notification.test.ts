import { describe, expect, test } from 'vitest';
import { NOTIFICATION_TYPE, NotificationSchema } from '#lib/schemas/notification.ts';
import { guid, makePost } from '#tests/support/builders.ts';

const common = { id: guid(1), accountId: 1, emittedAt: '2026-01-10T12:00:00+00:00', acknowledgedAt: null };
const post = makePost();

describe('a notification (Rule 13.2)', () => {
  test.each<[string, object]>([
    ['an added post', { ...common, type: NOTIFICATION_TYPE.postAdded, postId: post.id, post }],
    [
      'a deleted post, which is null',
      { ...common, type: NOTIFICATION_TYPE.postDeleted, postId: post.id, post: null },
    ],
    [
      'a moderator’s edit',
      { ...common, type: NOTIFICATION_TYPE.postModEdited, modActionId: guid(2), modAction: null },
    ],
    ['a permanent ban', { ...common, type: NOTIFICATION_TYPE.platformBan, reason: 'Insults', until: null }],
    ['an unknown type', { ...common, type: 42 }],
  ])('can be about %s', (_, notification) => {
    expect(NotificationSchema.parse(notification)).toEqual(notification);
  });

  test.each([
    ['post', { title: 5 }, { ...common, type: NOTIFICATION_TYPE.postAdded, postId: post.id }],
    ['modAction', [], { ...common, type: NOTIFICATION_TYPE.postModDeleted, modActionId: guid(2) }],
  ])('has a null %s when that part is invalid', (name, unreadable, notification) => {
    const parsed = NotificationSchema.parse({ ...notification, [name]: unreadable });
    expect(parsed).toEqual({ ...notification, [name]: null });
  });

  test('of a known type without its fields keeps the common fields', () => {
    expect(NotificationSchema.parse({ ...common, type: NOTIFICATION_TYPE.postAdded })).toEqual({
      ...common,
      type: 2,
    });
  });

  test.each([
    ['no id', { ...common, id: undefined, type: 2 }],
    ['no type', common],
    ['a type that is not a number', { ...common, type: 'PostAdded' }],
  ])('with %s is refused', (_, notification) => {
    expect(NotificationSchema.safeParse(notification).success).toBe(false);
  });
});
