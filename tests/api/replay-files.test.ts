/** Replays: uploaded with a post or later, read and downloaded. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getReplay } from '#lib/schemas/calls/replay.ts';
import {
  ADMIN,
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
import {
  costlyReplayFile,
  headerOnlyReplayFile,
  maliciousReplayFile,
  replayFile,
} from '#tests/support/replay-file.ts';

let api: TestApi;
let post: { id: string; replayId: string };
const file = replayFile();
beforeAll(async () => {
  api = await createTestApi();
  const form = postForm(postDto({ flairs: 1 }), file, '../../etc/my battle.wowsreplay');
  post = (await api.call('POST', '/api/post', { as: AURORA, form })).json;
});
afterAll(() => api.close());

const replayForm = (bytes: Uint8Array): FormData => {
  const form = new FormData();
  form.set('replay', new Blob([new Uint8Array(bytes)]), 'battle.wowsreplay');
  return form;
};
const upload = (postId: string, bytes: Uint8Array, as?: number, query = '') =>
  api.call('POST', `/api/replay/${postId}${query}`, {
    form: replayForm(bytes),
    ...(as === undefined ? {} : { as }),
  });

describe('a stored replay', () => {
  test("has a roster with account ids and the file's address", async () => {
    const { status, json } = await api.call('GET', `/api/replay/${post.replayId}`);
    expect(status).toBe(200);
    const replay = getReplay.response.parse(json);
    expect(replay).toMatchObject({
      id: post.replayId,
      postId: post.id,
      downloadUri: `http://localhost:5010/api/Replay/${post.replayId}/file`,
      minimapUri: null,
    });
    expect(replay.players[0]).toMatchObject({ name: 'Invented_Captain_0', accountId: 500_100_001 });
  });

  test('is downloaded exactly as uploaded, with a safe file name (rule 15.4)', async () => {
    const { status, headers, bytes } = await api.call('GET', `/api/replay/${post.replayId}/file`);
    expect(status).toBe(200);
    expect(Buffer.compare(bytes, file)).toBe(0);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="my_battle.wowsreplay"',
      'x-content-type-options': 'nosniff',
    });
  });

  test('can be downloaded in parts', async () => {
    const part = async (range: string) =>
      api.call('GET', `/api/replay/${post.replayId}/file`, { headers: { range } });
    const middle = await part('bytes=4-7');
    expect([middle.status, middle.headers['content-range']]).toEqual([206, `bytes 4-7/${file.length}`]);
    expect(Buffer.compare(middle.bytes, Buffer.from(file.subarray(4, 8)))).toBe(0);
    expect((await part('bytes=-2')).bytes).toHaveLength(2);
    expect((await part(`bytes=${file.length}-`)).status).toBe(416);
  });

  test('is in the list', async () => {
    expect((await api.call('GET', '/api/replay')).json).toContain(post.replayId);
  });

  test('answers 404 when unknown', async () => {
    const id = crypto.randomUUID();
    expect((await api.call('GET', `/api/replay/${id}`)).status).toBe(404);
    expect((await api.call('GET', `/api/replay/${id}/file`)).status).toBe(404);
    expect((await api.call('GET', `/api/replay/${post.replayId}/minimap`)).status).toBe(404);
    expect((await api.call('GET', '/api/replay/nonsense')).status).toBe(400);
  });
});

test('a replay with only a readable header is stored with names and ships (rule 15.2)', async () => {
  const form = postForm(postDto({ player: { id: HOOD }, flairs: 1 }), headerOnlyReplayFile());
  const { status, json } = await api.call('POST', '/api/post', { as: AURORA, form });
  expect(status).toBe(201);
  expect(json.replay.players).toHaveLength(4);
  expect(json.replay.players[0]).toMatchObject({ name: 'Invented_Captain_0', accountId: 0 });
});

describe('adding a replay to a post later', () => {
  test('is for its author and staff', async () => {
    const id = await api.addPost({ author: AURORA });
    expect((await upload(id, file)).status).toBe(401);
    expect((await upload(id, file, BORODINO)).status).toBe(400);
    const { status, headers, json } = await upload(id, file, AURORA);
    expect([status, json.postId]).toEqual([201, id]);
    expect(headers.location).toBe(`http://localhost:5010/api/Replay/${json.id}`);
    expect((await upload(id, file, MOD)).status).toBe(201);
    expect((await upload(id, file, ADMIN)).status).toBe(201);
  });

  test('may skip checks only for staff (rule 17.5)', async () => {
    const id = await api.addPost({ author: AURORA });
    const statusFor = async (as: number) => (await upload(id, file, as, '?ignoreChecks=true')).status;
    for (const player of [AURORA, BORODINO, SUPPORT]) expect(await statusFor(player)).toBe(400);
    for (const staff of [MOD, ADMIN]) expect(await statusFor(staff)).toBe(201);
  });

  test('replaces an earlier replay', async () => {
    const id = await api.addPost({ author: AURORA });
    const first = (await upload(id, file, AURORA)).json;
    const second = (await upload(id, file, AURORA)).json;
    expect((await api.call('GET', `/api/post/${id}`)).json.model.replayId).toBe(second.id);
    expect((await api.call('GET', `/api/replay/${first.id}`)).status).toBe(404);
  });

  test('is refused for a locked or read-only post', async () => {
    for (const overrides of [{ modLocked: true }, { readOnly: true }]) {
      const id = await api.addPost({ author: AURORA, ...overrides });
      expect((await upload(id, file, AURORA)).status).toBe(400);
    }
  });

  test('answers 404 for an unknown post, 400 without a file, 413 and 422 for refused files', async () => {
    const id = await api.addPost({ author: AURORA });
    expect((await upload(crypto.randomUUID(), file, AURORA)).status).toBe(404);
    const empty = await api.call('POST', `/api/replay/${id}`, { as: AURORA, form: new FormData() });
    // The form can be read: what is missing is the file.
    expect(empty.status).toBe(400);
    expect((await upload(id, new Uint8Array(5_242_881), AURORA)).status).toBe(413);
    const { status, text } = await upload(id, new Uint8Array(100), AURORA);
    expect([status, text]).toEqual([422, 'Invalid replay.']);
    expect((await upload(id, maliciousReplayFile(), AURORA)).status).toBe(422);
    expect((await api.call('GET', `/api/post/${id}`)).json.model.replayId).toBeNull();
  });
});

test('an account’s uploads at the same time are refused with 429 but for one, others are not (Rule 17.24)', async () => {
  const posts = await Promise.all(
    [AURORA, AURORA, AURORA, AURORA, HOOD].map(async (author) => ({
      author,
      id: await api.addPost({ author }),
    })),
  );
  // Other bytes after the payload: none of these files was decoded before.
  const answers = await Promise.all(
    posts.map(({ author, id }, index) => upload(id, new Uint8Array([...file, index]), author)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, json } of refused)
    expect([headers['retry-after'], json.detail]).toEqual([
      '5',
      'Another replay of yours is being checked. Try again in a moment.',
    ]);
  expect(answers.filter(({ status }) => status === 201).length).toBe(posts.length - refused.length);
  expect(answers.at(-1)?.status).toBe(201);
});

test('an account whose replay is being checked is refused before its next file is read (Rule 17.24)', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => api.addPost({ author: HOOD })));
  const statuses: number[] = [];
  const checked = upload(first as string, costlyReplayFile(), HOOD);
  let isChecked = false;
  void checked.then(() => {
    isChecked = true;
  });
  // Too large, which is 413 once it is read.
  while (!isChecked) statuses.push((await upload(second as string, new Uint8Array(5_242_881), HOOD)).status);
  expect((await checked).status).toBe(422);
  expect(new Set(statuses)).toContain(429);
});

test('the replay and file of a removed post are for its author and staff', async () => {
  const id = await api.addPost({ author: AURORA });
  const replay = (await upload(id, file, AURORA)).json;
  await api.call('POST', '/api/mod/action', {
    as: MOD,
    body: { postId: id, actionType: 0, reason: 'Insults' },
  });
  const statusOf = async (path: string, as?: number) =>
    (await api.call('GET', path, as === undefined ? {} : { as })).status;
  for (const path of [`/api/replay/${replay.id}`, `/api/replay/${replay.id}/file`])
    expect(await Promise.all([undefined, BORODINO, AURORA, MOD].map((as) => statusOf(path, as)))).toEqual([
      410, 410, 200, 200,
    ]);
  expect((await api.call('GET', '/api/replay')).json).not.toContain(replay.id);
});

test('deleting the post deletes its replay and file', async () => {
  const id = await api.addPost({ author: AURORA });
  const replay = (await upload(id, file, AURORA)).json;
  await api.call('DELETE', `/api/post/${id}`, { as: AURORA });
  expect((await api.call('GET', `/api/replay/${replay.id}/file`)).status).toBe(404);
});
