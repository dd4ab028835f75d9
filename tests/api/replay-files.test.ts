/** Replays: uploaded with a post or later, read and downloaded. */
import { beforeAll, describe, expect, test } from 'vitest';
import { blob } from 'wows-replay/encode/byte-writer';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { entityMethod } from 'wows-replay/encode/packets';
import { pickle } from 'wows-replay/encode/pickle-writer';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import type { RegionId } from '#lib/regions.ts';
import { decodeFile } from '#lib/replay/decode-file.ts';
import { getReplay } from '#lib/schemas/calls/replay.ts';
import { type Answer, AURORA, HOOD, replayForm } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { startLogging } from '#tests/support/logging-api.ts';
import {
  cisReplayFile,
  costlyReplayFile,
  maliciousReplayFile,
  replayFile,
} from '#tests/support/replay-file.ts';

const api = setUpApi();

let post: { id: string; replayId: string };
const file = replayFile();
beforeAll(async () => {
  const options = { replay: file, fileName: '../../etc/my battle.wowsreplay' };
  post = (await api.createPost({ flairs: 1 }, options)).json;
});

const upload = (postId: string, bytes: Uint8Array, as?: number, query = '') =>
  api.call('POST', `/api/replay/${postId}${query}`, {
    form: replayForm(bytes),
    as,
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

  test.each([
    ['my battle', 'filename="my battle.wowsreplay"'],
    ['бой №1', `filename="_ _1.wowsreplay"; filename*=UTF-8''${encodeURIComponent('бой №1.wowsreplay')}`],
    ['cafe\u0301 (2)*', `filename="caf_ (2)_.wowsreplay"; filename*=UTF-8''caf%C3%A9%20%282%29_.wowsreplay`],
    [
      'C:\\a/戦い\u202e\u0001<%',
      `filename="___.wowsreplay"; filename*=UTF-8''%E6%88%A6%E3%81%84_%25.wowsreplay`,
    ],
    [' \u200d ', 'filename="replay.wowsreplay"'],
    ['𝔞'.repeat(200), `filename="_.wowsreplay"; filename*=UTF-8''${'%F0%9D%94%9E'.repeat(120)}.wowsreplay`],
  ])('named %j is downloaded under its name, as far as it is safe (rule 15.4)', async (name, expected) => {
    const postId = await api.addPost({ author: AURORA });
    const form = replayForm(file, `${name}.wowsreplay`);
    const { json } = await api.call('POST', `/api/replay/${postId}`, { form, as: AURORA });
    const { headers } = await api.call('GET', `/api/replay/${json.id}/file`);
    expect(headers['content-disposition']).toBe(`attachment; ${expected}`);
  });

  test('is downloaded exactly as uploaded (rule 15.4)', async () => {
    const { status, headers, bytes } = await api.call('GET', `/api/replay/${post.replayId}/file`);
    expect(status).toBe(200);
    expect(Buffer.compare(bytes, file)).toBe(0);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
  });

  test('is in the list, unless its post was removed', async () => {
    const removed = await api.addPost({ author: AURORA });
    const { json } = await upload(removed, file, AURORA);
    await api.moderate(removed);
    const listed = (await api.call('GET', '/api/replay')).json;
    expect([listed.includes(post.replayId), listed.includes(json.id)]).toEqual([true, false]);
  });

  test('answers 404 when unknown', async () => {
    const id = crypto.randomUUID();
    expect((await api.call('GET', `/api/replay/${id}`)).status).toBe(404);
    expect((await api.call('GET', `/api/replay/${id}/file`)).status).toBe(404);
    expect((await api.call('GET', `/api/replay/${post.replayId}/minimap`)).status).toBe(404);
    expect((await api.call('GET', '/api/replay/nonsense')).status).toBe(400);
  });
});

describe('adding a replay to a post later', () => {
  test('answers its address, and replaces an earlier replay', async () => {
    const id = await api.addPost({ author: AURORA });
    const { status, headers, json: first } = await upload(id, file, AURORA);
    expect([status, first.postId]).toEqual([201, id]);
    expect(headers.location).toBe(`http://localhost:5010/api/Replay/${first.id}`);
    const second = (await upload(id, file, AURORA)).json;
    expect((await api.call('GET', `/api/post/${id}`)).json.model.replayId).toBe(second.id);
    expect((await api.call('GET', `/api/replay/${first.id}`)).status).toBe(404);
  });

  test('is refused for a locked post', async () => {
    const id = await api.addPost({ author: AURORA, modLocked: true });
    expect((await upload(id, file, AURORA)).status).toBe(400);
  });

  test('answers 404 for an unknown post, 400 without a file, 413 and 422 for refused files', async () => {
    const id = await api.addPost({ author: AURORA });
    expect((await upload(crypto.randomUUID(), file, AURORA)).status).toBe(404);
    const empty = await api.call('POST', `/api/replay/${id}`, { as: AURORA, form: new FormData() });
    // The form can be read: what is missing is the file.
    expect(empty.status).toBe(400);
    expect((await upload(id, new Uint8Array(5_242_881), AURORA)).status).toBe(413);
    const { status, text } = await upload(id, new Uint8Array(100), AURORA);
    expect([status, text]).toEqual([
      422,
      'The file is not a replay. Choose a file exactly as the game saved it.',
    ]);
    expect((await upload(id, maliciousReplayFile(), AURORA)).status).toBe(422);
    expect((await api.call('GET', `/api/post/${id}`)).json.model.replayId).toBeNull();
  });
});

describe('a file of the CIS client (Rule 15.13)', () => {
  const NAME = 'my battle.korablireplay';
  const send = async (bytes: Uint8Array<ArrayBuffer>, region: RegionId, name = NAME) => {
    const as = await api.addPlayer({}, region);
    return api.createPost({ flairs: 1 }, { as, region, replay: bytes, fileName: name });
  };

  test('is stored in CIS as a replay that no one can check, and downloaded under its own name', async () => {
    const bytes = cisReplayFile();
    const { status, json } = await send(bytes, 'cis');
    expect(status).toBe(201);
    expect(json).toMatchObject({ advice: ['not-read'], battle: null, replayState: 0 });
    const replay = getReplay.response.parse(json.replay);
    expect(replay).toMatchObject({ players: [], chatMessages: [], facts: { source: 'none' } });
    expect(replay.timelineUri).toBeNull();
    const file = await api.call('GET', `/api/replay/${replay.id}/file`, { region: 'cis' });
    expect(file.headers['content-disposition']).toBe('attachment; filename="my battle.korablireplay"');
    expect(Buffer.compare(file.bytes, bytes)).toBe(0);
  });

  test('is refused in CIS in the words of the editor when it has another form, and under another name', async () => {
    for (const [bytes, name] of [
      [file, NAME],
      [file.slice(0, 200), NAME],
      [maliciousReplayFile(), NAME],
      [cisReplayFile(), 'battle.wowsreplay'],
    ] as const) {
      const { status, text } = await send(bytes, 'cis', name);
      const editor = await decodeFile(new File([bytes], name));
      const words = editor.ok
        ? ''
        : editor.reason.replace(/^This replay would run code.*/, 'Invalid replay.');
      expect([status, text]).toEqual([422, words]);
    }
  });

  test('is an invalid replay in other regions, whose features do not name it', async () => {
    const { status, text } = await send(cisReplayFile(), 'eu');
    expect([status, text]).toEqual([422, 'Invalid replay.']);
    const takes = async (region: RegionId) =>
      (await api.call('GET', '/api/features', { region })).json.features.includes('cis-replays');
    expect([await takes('eu'), await takes('cis')]).toEqual([false, true]);
  });
});

test.each(['\u0000', '\ud800', '\udc00', '\udc00\ud800'])('the name of a file may have %j', async (odd) => {
  const form = replayForm(file, `a${odd}b.wowsreplay`);
  const id = await api.addPost({ author: AURORA });
  expect((await api.call('POST', `/api/replay/${id}`, { as: AURORA, form })).status).toBe(201);
});

test('an account whose replay is being checked is refused before its next file is read (Rule 17.24)', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => api.addPost({ author: HOOD })));
  const answers: Answer[] = [];
  const checked = upload(first as string, costlyReplayFile(), HOOD);
  let isChecked = false;
  void checked.then(() => {
    isChecked = true;
  });
  // Too large, which is 413 once it is read.
  while (!isChecked) answers.push(await upload(second as string, new Uint8Array(5_242_881), HOOD));
  expect((await checked).status).toBe(422);
  const refused = answers.find(({ status }) => status === 429);
  expect([refused?.headers['retry-after'], refused?.json.detail]).toEqual([
    '5',
    'Another replay of yours is being checked. Try again in a moment.',
  ]);
});

describe('a replay with a class that is not allowed (Rule 15.9)', () => {
  const unknown = pickle({ instanceOf: 'NewModule.NewClass', state: 1 });
  const extraPackets = [entityMethod(51, blob(unknown))];
  const withClass = encodeReplay(makeBattle({ players: 4 }), CURRENT_LAYOUT, { extraPackets });
  const uploadTo = async (env: Record<string, string> = {}) => {
    const other = await startLogging({ env, database: api.database });
    const options = { as: AURORA, form: replayForm(withClass) };
    const path = `/api/replay/${await api.addPost({ author: AURORA })}`;
    return { ...(await other.call('POST', path, options)), log: other.log };
  };

  test('answers 422 with the class, and logs only the class', async () => {
    const { status, text, log } = await uploadTo();
    expect([status, text]).toEqual([
      422,
      "This replay contains a class we don't recognise (NewModule.NewClass) and was not stored.",
    ]);
    const line = log()
      .split('\n')
      .find((entry) => entry.includes('replayClass'));
    expect(JSON.parse(line ?? '{}')).toEqual({
      level: 'warn',
      time: expect.any(String),
      replayClass: 'NewModule.NewClass',
      msg: 'replay refused for an unknown class',
    });
  });

  test('is stored once REPLAY_EXTRA_CLASSES names the class', async () => {
    const { status, json } = await uploadTo({ REPLAY_EXTRA_CLASSES: 'Other.Class,NewModule.NewClass' });
    expect([status, json.players.length]).toEqual([201, 4]);
  });
});
