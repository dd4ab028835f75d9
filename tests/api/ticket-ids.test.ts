/** Ticket ids are sent only to the author, mod, admin and wg, and only over HTTP (rule 17.3). */
import { beforeAll, expect, test } from 'vitest';
import { ADMIN, ADMIN_AND_MOD, AURORA, BORODINO, HOOD, MOD, postDto, SUPPORT } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { connectHub, readStream } from '#tests/support/hub-client.ts';

const TICKET = 'TKT-48151';
const AUTHOR = AURORA;
const TARGET = BORODINO;

const api = setUpApi();
let post: string;
let action: string;
let deleted: string;
let deletedAuthor: number;
let deletion: string;
/** Everything that the hubs sent to anyone during the set-up. */
let sentByHubs: string;

const act = async (postId: string, updatedPost?: object): Promise<string> => {
  api.clock.now += 1000;
  return (await api.moderate(postId, { updatedPost })).json.id;
};
const ticketed = (overrides: Record<string, unknown> = {}) =>
  postDto({ supportTicketStatus: { hasTicket: true, ticketId: TICKET }, ...overrides });

beforeAll(async () => {
  api.clock.now = Date.now();
  const listeners = [
    await connectHub(api, 'post'),
    await connectHub(api, 'post', AUTHOR),
    await connectHub(api, 'post', MOD),
    await connectHub(api, 'notifications', AUTHOR),
    await connectHub(api, 'notifications', TARGET),
  ];
  post = (await api.createPost(ticketed())).json.id;
  await api.call('PUT', '/api/post', {
    as: AUTHOR,
    body: { id: post, ...ticketed({ title: 'Said better' }) },
  });
  action = await act(post, ticketed({ title: 'Toned down' }));
  const second = await act(post, ticketed({ title: 'Toned down more' }));
  await api.revert(second);
  deletedAuthor = await api.addPlayer();
  deleted = await api.addPost({ author: deletedAuthor, player: TARGET, ticketId: TICKET });
  await api.revert(await act(deleted));
  deletion = await act(deleted);
  const gone = await api.addPlayer();
  const { json } = await api.createPost(ticketed({ author: { id: gone } }), { as: gone });
  await api.call('DELETE', `/api/post/${json.id}`, { as: gone });
  const pending = await Promise.all(
    listeners.slice(3).map(({ connection }) => readStream(connection, 'GetPendingNotifications')),
  );
  await listeners[0]?.until(8);
  expect(listeners[3]?.received.length).toBeGreaterThan(0);
  expect(listeners[4]?.received.length).toBeGreaterThan(0);
  sentByHubs = JSON.stringify([listeners.map(({ received }) => received), pending]);
});

const READS: [string, () => string][] = [
  ['the post', () => `/api/post/${post}`],
  ['the latest feed', () => '/api/post/latest?pageSize=100'],
  ['received posts', () => `/api/post/${TARGET}/received`],
  ['sent posts', () => `/api/post/user/${AUTHOR}/sent`],
];
const MODERATION: [string, () => string][] = [
  ['the action', () => `/api/mod/action/${action}`],
  ['the deletion', () => `/api/mod/action/${deletion}`],
  ['actions of the post', () => `/api/mod/action/list?postId=${post}`],
  ['actions of the removed post', () => `/api/mod/action/list?postId=${deleted}`],
  ['actions of the author', () => `/api/mod/action/list?userId=${AUTHOR}`],
];

test.each(READS)('%s has the ticket id for the author, mod, admin and wg only', async (_, path) => {
  const textFor = async (as?: number) => (await api.call('GET', path(), { as })).text;
  for (const as of [undefined, HOOD, TARGET]) {
    const text = await textFor(as);
    expect([text.includes('"hasTicket":true'), text.includes(TICKET)], String(as)).toEqual([true, false]);
  }
  for (const as of [AUTHOR, MOD, ADMIN, ADMIN_AND_MOD, SUPPORT]) expect(await textFor(as)).toContain(TICKET);
});

test.each(MODERATION)('%s has no ticket id for anyone', async (_, path) => {
  for (const as of [undefined, HOOD, TARGET, AUTHOR, MOD, ADMIN, SUPPORT]) {
    const { status, text } = await api.call('GET', path(), { as });
    expect(status).toBe(200);
    expect(text).not.toContain(TICKET);
  }
});

test('no hub sends one, not even to authors and staff', () => {
  expect(sentByHubs).toContain('"hasTicket":true');
  expect(sentByHubs).not.toContain(TICKET);
});

test('none is stored with a notification or mod action', async () => {
  const { modActions } = await import('#api/db/moderation-schema.ts');
  const { notifications } = await import('#api/db/message-schema.ts');
  const rows = await api.database.read('eu', async (db) => [
    await db.select().from(notifications),
    await db.select().from(modActions),
  ]);
  expect(rows.every((list) => list.length > 0)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(TICKET);
});
