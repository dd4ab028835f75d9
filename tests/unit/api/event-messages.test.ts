import { expect, test } from 'vitest';
import type { HubEvent } from '#api/events/bus.ts';
import { readMessage, writeMessage } from '#api/redis/bus.ts';
import { guid, makePost } from '#tests/support/builders.ts';

const post = makePost({ id: guid(1), supportTicketStatus: { hasTicket: true, ticketId: '1234' } });
const common = { accountId: 500_000_001, emittedAt: '2026-01-10T12:00:00.000Z', acknowledgedAt: null };

const EVENTS: HubEvent[] = [
  { type: 'newPost', post, version: 1 },
  { type: 'editedPost', post: { ...post, modLocked: true }, version: 2 },
  { type: 'deletedPost', postId: guid(1), version: 3 },
  { type: 'newNotification', notification: { ...common, id: guid(2), type: 2, postId: guid(1), post } },
  { type: 'newNotification', notification: { ...common, id: guid(2), type: 7, reason: '…', until: null } },
  { type: 'deletedNotification', accountId: 500_000_001, id: guid(2) },
  { type: 'seedTokenInvalidated', accountId: 500_000_001 },
  { type: 'missed' },
];

test.each(EVENTS.map((event) => [event.type, event] as const))('%s is read as it was written', (_, event) => {
  const message = { from: 'a process', id: 7, event };
  expect(readMessage(writeMessage(message))).toEqual(message);
});

test('a name that pages would not show is passed on unchanged', () => {
  const strange = { ...post, author: { ...post.author, username: '\u200b' } };
  const message = {
    from: 'a process',
    id: 7,
    event: { type: 'newPost', post: strange, version: 1 } as const,
  };
  expect(readMessage(writeMessage(message))).toEqual(message);
});

test.each([
  ['no JSON', 'PING'],
  ['no event', '{"from":"a","id":1}'],
  ['an unknown event', '{"from":"a","id":1,"event":{"type":"shutdown"}}'],
  ['an event without its post', '{"from":"a","id":1,"event":{"type":"newPost","version":1}}'],
  ['a post without version', JSON.stringify({ from: 'a', id: 1, event: { type: 'newPost', post } })],
  ['an account that is none', '{"from":"a","id":1,"event":{"type":"seedTokenInvalidated","accountId":"1"}}'],
])('%s is refused', (_, text) => {
  expect(readMessage(text)).toBeNull();
});
