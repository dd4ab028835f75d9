/** Ticket ids are sent only to the author, mod, admin and wg, and only over HTTP (rule 17.3). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADMIN,
  ADMIN_AND_MOD,
  AURORA,
  BORODINO,
  createTestApi,
  HOOD,
  MOD,
  postDto,
  postForm,
  SUPPORT,
  type TestApi,
} from '#tests/support/api.ts';
import { connectHub, readStream } from '#tests/support/hub-client.ts';

const TICKET = 'TKT-48151';
const AUTHOR = AURORA;
const TARGET = BORODINO;

let api: TestApi;
let post: string;
let action: string;
let deleted: string;
let deletedAuthor: number;
let deletion: string;
/** Everything that the hubs sent to anyone during the set-up. */
let sentByHubs: string;

const act = async (postId: string, updatedPost: unknown) => {
  api.clock.now += 1000;
  const actionType = updatedPost === null ? 0 : 1;
  const body = { postId, actionType, reason: 'A reason', updatedPost };
  await api.call('POST', '/api/mod/action', { as: MOD, body });
  const [{ id }] = (await api.call('GET', `/api/mod/action/list?postId=${postId}`)).json;
  return id as string;
};
const ticketed = (overrides: Record<string, unknown> = {}) =>
  postDto({ supportTicketStatus: { hasTicket: true, ticketId: TICKET }, ...overrides });

beforeAll(async () => {
  api = await createTestApi();
  api.clock.now = Date.now();
  const listeners = [
    await connectHub(api, 'post'),
    await connectHub(api, 'post', AUTHOR),
    await connectHub(api, 'post', MOD),
    await connectHub(api, 'notifications', AUTHOR),
    await connectHub(api, 'notifications', TARGET),
  ];
  const created = await api.call('POST', '/api/post', { as: AUTHOR, form: postForm(ticketed()) });
  post = created.json.id;
  await api.call('PUT', '/api/post', {
    as: AUTHOR,
    body: { id: post, ...ticketed({ title: 'Said better' }) },
  });
  action = await act(post, ticketed({ title: 'Toned down' }));
  const second = await act(post, ticketed({ title: 'Toned down more' }));
  await api.call('DELETE', `/api/mod/action/${second}`, { as: MOD });
  deletedAuthor = await api.addPlayer();
  deleted = await api.addPost({ author: deletedAuthor, player: TARGET, ticketId: TICKET });
  const reverted = await act(deleted, null);
  await api.call('DELETE', `/api/mod/action/${reverted}`, { as: MOD });
  deletion = await act(deleted, null);
  const gone = await api.addPlayer();
  const dto = ticketed({ author: { id: gone } });
  const { json } = await api.call('POST', '/api/post', { as: gone, form: postForm(dto) });
  await api.call('DELETE', `/api/post/${json.id}`, { as: gone });
  const pending = await Promise.all(
    listeners.slice(3).map(({ connection }) => readStream(connection, 'GetPendingNotifications')),
  );
  await listeners[0]?.until(8);
  expect(listeners[3]?.received.length).toBeGreaterThan(0);
  expect(listeners[4]?.received.length).toBeGreaterThan(0);
  sentByHubs = JSON.stringify([listeners.map(({ received }) => received), pending]);
});
afterAll(() => api.close());

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
  const textFor = async (as?: number) => (await api.call('GET', path(), as === undefined ? {} : { as })).text;
  for (const as of [undefined, HOOD, TARGET]) {
    const text = await textFor(as);
    expect([text.includes('"hasTicket":true'), text.includes(TICKET)], String(as)).toEqual([true, false]);
  }
  for (const as of [AUTHOR, MOD, ADMIN, ADMIN_AND_MOD, SUPPORT]) expect(await textFor(as)).toContain(TICKET);
});

test.each(MODERATION)('%s has no ticket id for anyone', async (_, path) => {
  for (const as of [undefined, HOOD, TARGET, AUTHOR, MOD, ADMIN, SUPPORT]) {
    const { status, text } = await api.call('GET', path(), as === undefined ? {} : { as });
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
