/** Read-only mode for callers: every call of the permission matrix, its refusals, and what pages learn (Rules 22.11, 22.12 and 22.13). */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ReadOnlyMode } from '#api/db/read-only.ts';
import { fillPath, queryString } from '#lib/client/client.ts';
import { READ_ONLY_HEADER } from '#lib/domain/read-only.ts';
import { isWrite } from '#lib/schemas/call.ts';
import { finishLogin, startLogin } from '#lib/schemas/calls/auth.ts';
import { getClan } from '#lib/schemas/calls/clan.ts';
import { getCooldown } from '#lib/schemas/calls/cooldown.ts';
import { getPlayer } from '#lib/schemas/calls/player.ts';
import { getPlayerPreview } from '#lib/schemas/calls/preview.ts';
import { getProfile } from '#lib/schemas/calls/profile.ts';
import { ACTORS } from '#tests/api/contract/actors.ts';
import { MATRIX, type Row } from '#tests/api/contract/matrix.ts';
import { createWorld, type World } from '#tests/api/contract/world.ts';
import { AURORA, DAY } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { filesOf, rowsOf } from '#tests/support/database-content.ts';
import { connectHub, listenOnLoopback } from '#tests/support/hub-client.ts';
import { createFakePublisher } from '#tests/support/publisher.ts';

const SENTENCE =
  'Fleet Karma is read-only for a short while: nothing can be changed now. Try again in a few minutes.';

const readOnly = new ReadOnlyMode();
const publisher = createFakePublisher({ background: true });
const api = setUpApi({ readOnly, publisher: publisher.options });
let world: World;
beforeAll(async () => {
  world = await createWorld(api);
});
afterEach(() => {
  if (readOnly.isOn) readOnly.toggle();
});

const content = async () => ({ rows: await rowsOf(api.database), files: await filesOf(api) });

/** Reads that look up a player or clan who is not stored, so that the answer would be stored. */
const LOOK_UPS: readonly Row['call'][] = [getPlayer, getProfile, getClan, getCooldown, getPlayerPreview];

/** The status of a call in read-only mode: of a write that the user may make, and of sign-in, 503. */
function expected({ call, about = '', statuses }: Row, actor: keyof typeof ACTORS): number {
  const usual = statuses[actor];
  if (isWrite(call)) {
    const isOpen = call.access === 'signed-in' ? actor !== 'anonymous' : actor === 'admin and mod';
    return isOpen ? 503 : usual;
  }
  if (call === startLogin || call === finishLogin) return 503;
  return LOOK_UPS.includes(call) && about.includes('unknown') && usual === 404 ? 503 : usual;
}

test('refuses every write of every call, answers every read, and stores nothing', async () => {
  readOnly.toggle();
  const requests = [];
  for (const row of MATRIX)
    for (const actor of ['anonymous', 'player', 'admin and mod'] as const) {
      const id = ACTORS[actor];
      const { params, query, ...sent } = (await row.request?.(world, id ?? 0)) ?? {};
      const address = fillPath(row.call.path, params) + queryString(query);
      const name = `${row.call.method} ${address}, ${row.about ?? ''}, ${actor}`;
      const send = () => api.call(row.call.method, address, { ...sent, as: id });
      requests.push({ name, send, call: row.call, status: expected(row, actor) });
    }
  const before = await content();
  const wrong = [];
  for (const { name, send, status } of requests) {
    const answer = await send();
    if (answer.status !== status || answer.headers[READ_ONLY_HEADER.toLowerCase()] !== 'true')
      wrong.push(`${name}: ${answer.status} in place of ${status}`);
  }
  expect(wrong).toEqual([]);
  const refused = new Set(requests.flatMap(({ call, status }) => (status === 503 ? call : [])));
  expect(MATRIX.filter(({ call }) => isWrite(call) && !refused.has(call))).toEqual([]);
  expect(await content()).toEqual(before);
});

test('a refused write says why, and when to try again', async () => {
  readOnly.toggle();
  const { status, headers, json } = await api.call('POST', '/api/auth/renew-seed', { as: AURORA });
  expect(status).toBe(503);
  expect(headers['retry-after']).toBe('60');
  expect(json).toMatchObject({ title: SENTENCE, detail: SENTENCE, status: 503 });
});

test('writes work again when the mode has ended', async () => {
  const renew = async () => (await api.call('POST', '/api/auth/renew-seed', { as: AURORA })).status;
  readOnly.toggle();
  expect(await renew()).toBe(503);
  readOnly.toggle();
  expect(await renew()).toBe(200);
});

test('a write is refused before its body is read', async () => {
  readOnly.toggle();
  const headers = { 'content-type': 'multipart/form-data; boundary=none' };
  const payload = 'This is no form.';
  expect((await api.call('POST', '/api/post', { as: AURORA, headers, payload })).status).toBe(503);
});

test('sign-in is refused on a page, and a signed-in user stays so and gets new tokens', async () => {
  readOnly.toggle();
  const login = await api.call('GET', '/api/auth/login?redirectUri=/player');
  expect([login.status, login.headers['retry-after']]).toEqual([503, '60']);
  expect(login.text).toContain('so no one can sign in now');
  expect((await api.call('HEAD', '/api/auth', { as: AURORA })).status).toBe(200);
  const { status, text } = await api.call('GET', '/api/auth/refresh-token', { as: AURORA });
  expect(status).toBe(200);
  expect((await api.call('HEAD', '/api/auth', { token: text })).status).toBe(200);
});

test('an answer that has not changed has another ETag, so that no cache keeps the header', async () => {
  const id = await api.addPlayer();
  const read = (etag = '') => api.call('GET', `/api/player/${id}`, { headers: { 'if-none-match': etag } });
  const usual = await read();
  expect(usual.headers[READ_ONLY_HEADER.toLowerCase()]).toBeUndefined();
  readOnly.toggle();
  const inMode = await read(String(usual.headers.etag));
  expect([inMode.status, inMode.text]).toEqual([200, usual.text]);
  expect((await read(String(inMode.headers.etag))).status).toBe(304);
  readOnly.toggle();
  expect((await read(String(inMode.headers.etag))).status).toBe(200);
});

test('old players are shown as they are stored, unknown ones are not looked up', async () => {
  const known = await api.addPlayer();
  const unknown = known + 1;
  for (const id of [known, unknown]) publisher.addPlayer({ id, username: `Renamed_${id}`, gameKarma: 7 });
  readOnly.toggle();
  api.clock.now += DAY;
  const name = async () => (await api.call('GET', `/api/player/${known}`)).json.username;
  expect(await name()).toBe(`Player_${known}`);
  const { status, json } = await api.call('GET', `/api/player/${unknown}`);
  expect(status).toBe(503);
  expect(json.title).toBe(
    'Fleet Karma is read-only for a short while, so no new players can be looked up. Try again in a few minutes.',
  );
  expect(publisher.requests.filter((path) => path.includes(String(known)))).toEqual([]);
  readOnly.toggle();
  expect((await api.call('GET', `/api/player/${unknown}`)).json.username).toBe(`Renamed_${unknown}`);
  await expect.poll(name).toBe(`Renamed_${known}`);
});

test('pages with live connections reload when the mode begins and when it ends', async () => {
  api.clock.now = Date.now();
  const { connection } = await connectHub(api, 'post', undefined, [0, 50, 100]);
  for (let times = 0; times < 2; times += 1) {
    const reconnected = new Promise((resolve) => connection.onreconnected(resolve));
    readOnly.toggle();
    await reconnected;
  }
  await connection.stop();
});

test('an acknowledgement of notifications is refused with the sentence', async () => {
  api.clock.now = Date.now();
  const { connection } = await connectHub(api, 'notifications', AURORA, [0, 50, 100]);
  const reconnected = new Promise((resolve) => connection.onreconnected(resolve));
  readOnly.toggle();
  await reconnected;
  const ids = ['00000000-0000-4000-8000-00000000dead'];
  await expect(connection.invoke('AcknowledgeNotifications', ids)).rejects.toThrow(SENTENCE);
  await connection.stop();
});

test('READ_ONLY starts the process in read-only mode', async () => {
  const started = await openTestApi({ database: api.database, env: { READ_ONLY: 'true' } });
  await listenOnLoopback(started);
  expect((await started.call('POST', '/api/auth/renew-seed', { as: AURORA })).status).toBe(503);
  expect((await started.call('GET', '/ready')).json).toMatchObject({ status: 'ready', readOnly: true });
});
