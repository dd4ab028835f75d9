import { expect, test } from 'vitest';
import type { PostEvent } from '#api/events/bus.ts';
import { createEventOrder } from '#api/hubs/post-hub.ts';
import { guid, makePost } from '#tests/support/builders.ts';

const ID = guid(1);
const added = (version: number, title = 'As written') => ({
  type: 'newPost' as const,
  post: makePost({ id: ID, title }),
  version,
});
const edited = (version: number, title = 'As edited'): PostEvent => ({
  ...added(version, title),
  type: 'editedPost',
});
const deleted = (version: number): PostEvent => ({ type: 'deletedPost', postId: ID, version });

/** Events for clients when they arrive in this order. */
const sent = (...events: PostEvent[]): (PostEvent | null)[] => {
  const inOrder = createEventOrder();
  return events.map((event) => inOrder('eu', event));
};

test('sends events in the order of the changes', () => {
  const events = [added(1), edited(2), deleted(3)];
  expect(sent(...events)).toEqual(events);
});

test('drops an edit that a later edit has overtaken (rule 24.11)', () => {
  expect(sent(added(1), edited(3), edited(2))).toEqual([added(1), edited(3), null]);
});

test('drops whatever arrives after the deletion', () => {
  expect(sent(deleted(4), edited(3), added(2))).toEqual([deleted(4), null, null]);
});

test('sends a post again that a moderator removed and restored', () => {
  const events = [added(1), deleted(2), added(3), deleted(4), edited(5)];
  expect(sent(...events)).toEqual(events);
});

test('drops a removal that the restoration has overtaken', () => {
  expect(sent(added(1), added(3), deleted(2))).toEqual([added(1), added(3), null]);
});

test('sends a new post once, as it is now, when an edit has overtaken it', () => {
  expect(sent(edited(2), added(1), added(1))).toEqual([edited(2), added(2, 'As edited'), null]);
});

test('drops an event that arrives twice', () => {
  expect(sent(edited(2), edited(2))).toEqual([edited(2), null]);
});

test('keeps posts and regions apart', () => {
  const inOrder = createEventOrder();
  const other: PostEvent = { type: 'deletedPost', postId: guid(2), version: 1 };
  expect([inOrder('eu', edited(2)), inOrder('na', edited(1)), inOrder('eu', other)]).toEqual([
    edited(2),
    edited(1),
    other,
  ]);
});
