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

const inOrder = [added(1), edited(2), deleted(3)];
const restored = [added(1), deleted(2), added(3), deleted(4), edited(5)];

test.each<[what: string, arriving: PostEvent[], (PostEvent | null)[]]>([
  ['sends events in the order of the changes', inOrder, inOrder],
  [
    'drops an edit that a later edit has overtaken (rule 24.11)',
    [added(1), edited(3), edited(2)],
    [added(1), edited(3), null],
  ],
  ['drops whatever arrives after the deletion', [deleted(4), edited(3), added(2)], [deleted(4), null, null]],
  ['sends a post again that a moderator removed and restored', restored, restored],
  [
    'drops a removal that the restoration has overtaken',
    [added(1), added(3), deleted(2)],
    [added(1), added(3), null],
  ],
  [
    'sends a new post once, as it is now, when an edit has overtaken it',
    [edited(2), added(1), added(1)],
    [edited(2), added(2, 'As edited'), null],
  ],
  ['drops an event that arrives twice', [edited(2), edited(2)], [edited(2), null]],
])('%s', (_, arriving, sent) => {
  const inTurn = createEventOrder();
  expect(arriving.map((event) => inTurn('eu', event))).toEqual(sent);
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
