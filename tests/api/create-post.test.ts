/** Creating posts. */
import { describe, expect, test } from 'vitest';
import { bytesOf } from 'wows-replay/encode/byte-writer';
import { decodeFile } from '#lib/replay/decode-file.ts';
import { createPost } from '#lib/schemas/calls/post-changes.ts';
import {
  ADMIN,
  AURORA,
  BANNED,
  BORODINO,
  CONTENT,
  HOOD,
  HOUR,
  MOD,
  OPTED_OUT,
  postDto,
  postForm,
  START,
  SUPPORT,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { listenOnLoopback } from '#tests/support/hub-client.ts';
import { codeReplayFile, maliciousReplayFile, replayFile } from '#tests/support/replay-file.ts';
import { beginCreate } from '#tests/support/slow-create.ts';

const api = setUpApi();

function withHeaderSize(size: number): Uint8Array<ArrayBuffer> {
  const bytes = replayFile();
  new DataView(bytes.buffer).setUint32(8, size, true);
  return bytes;
}

describe('a valid create', () => {
  test('answers 201 with the post and its address, which works at once', async () => {
    const player = await api.addPlayer({ username: 'Praised_Captain' });
    const { status, headers, json } = await api.createPost({
      player: { id: player },
      title: '  A fair fight  ',
    });
    expect(status).toBe(201);
    expect(createPost.response.parse(json)).toMatchObject({
      author: { id: AURORA, username: 'Aurora_Captain' },
      player: { id: player, username: 'Praised_Captain' },
      title: 'A fair fight',
      content: CONTENT,
      createdAt: new Date(START).toISOString(),
      updatedAt: null,
      replay: null,
      replayState: 0,
    });
    expect(headers.location).toBe(`http://localhost:5010/api/Post/${json.id}`);
    expect((await api.call('GET', `/api/post/${json.id}`)).json.model).toEqual(json);
  });

  test('publishes the post once', async () => {
    const { json } = await api.createPost();
    expect(api.postEvents()).toMatchObject([{ region: 'eu', event: { type: 'newPost', post: json } }]);
  });

  test('accepts the post as a file of type JSON', async () => {
    const form = new FormData();
    form.set(
      'postDto',
      new Blob([JSON.stringify(postDto({ player: { id: await api.addPlayer() } }))], {
        type: 'application/json',
      }),
    );
    expect((await api.createPost({}, { form })).status).toBe(201);
  });

  test('ignores fields that the author cannot set', async () => {
    const { json } = await api.createPost({
      id: crypto.randomUUID(),
      modLocked: true,
      readOnly: true,
      createdAt: '2000-01-01T00:00:00Z',
      replayState: 2,
    });
    expect(json).toMatchObject({ modLocked: false, readOnly: false, replayState: 0 });
    expect(json.createdAt).toBe(new Date(START).toISOString());
  });

  test.each([
    [' 123456789 ', 123456789],
    [48151, 48151],
    ['TKT-48151', 'TKT-48151'],
    ['007', '007'],
    ['1e3', '1e3'],
  ])('takes the ticket id %j and shows its author %j (Rule 17.38)', async (ticketId, shown) => {
    const { json } = await api.createPost({ supportTicketStatus: { hasTicket: true, ticketId } });
    expect(json.supportTicketStatus).toEqual({ hasTicket: true, ticketId: shown });
  });
});

describe('limits of the text', () => {
  test.each([
    ['title', '\u200b'.repeat(20), 'This field is required.'],
    ['title', '    abcd    ', 'The value must be at least 5 characters long.'],
    ['content', 'x'.repeat(2001), 'The value must be at most 2000 characters long.'],
    ['title', undefined, 'This field is required.'],
  ])('refuses a %s of %j', async (field, value, message) => {
    const { status, json } = await api.createPost({ [field]: value });
    expect([status, json.errors]).toEqual([400, { [field]: [message] }]);
  });

  test('accepts texts at their limits', async () => {
    const long = { title: '🚢'.repeat(30), content: 'x'.repeat(2000) };
    expect((await api.createPost(long)).status).toBe(201);
  });

  test('refuses a ticket id of more than 9 characters', async () => {
    const { status, json } = await api.createPost({ supportTicketStatus: { ticketId: '1234567890' } });
    expect([status, Object.keys(json.errors)]).toEqual([400, ['supportTicketStatus.ticketId']]);
  });

  test('refuses flairs of more than six bits', async () => {
    expect((await api.createPost({ flairs: 64 })).json.errors).toEqual({
      flairs: ['The value must be at most 63.'],
    });
    expect((await api.createPost({ flairs: 1.5 })).status).toBe(400);
  });
});

describe('the form', () => {
  const field = (name: string) => `Content-Disposition: form-data; name="${name}"`;
  const send = async (...parts: string[][]) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const payload = `${parts.map(([head, body]) => `--x\r\n${head}\r\n\r\n${body}\r\n`).join('')}--x--\r\n`;
    return api.call('POST', '/api/post', { as: AURORA, headers, payload });
  };

  test.each([
    ['is missing', new FormData(), 'This field is required.'],
    ['is not JSON', postForm('{'), 'The value is not valid JSON.'],
  ])('is refused when its post %s', async (_, form, message) => {
    const { status, json } = await api.createPost({}, { form });
    expect([status, json.errors]).toEqual([400, { postDto: [message] }]);
  });

  test('must be multipart', async () => {
    const { status } = await api.call('POST', '/api/post', { as: AURORA, body: postDto() });
    expect(status).toBe(415);
  });

  test.each([
    ['ends too early', '; boundary=x', '--x\r\nContent-Disposition: form-data; name="postDto"\r\n\r\n{}'],
    ['has no boundary', '', '--x--'],
    ['is empty', '; boundary=x', ''],
  ])('is answered 400 when it %s', async (_, boundary, payload) => {
    const headers = { 'content-type': `multipart/form-data${boundary}` };
    expect((await api.call('POST', '/api/post', { as: AURORA, payload, headers })).status).toBe(400);
    expect((await api.createPost()).status).toBe(201);
  });

  const json = `${field('postDto')}\r\nContent-Type: application/json`;
  test.each([
    ['of type JSON', json, ''],
    ['of type JSON with a charset and a byte-order mark', `${json}; charset=utf-8`, '\ufeff'],
    ['with a byte-order mark', field('postDto'), '\ufeff'],
  ])('may have a post %s, without ratings', async (_, head, mark) => {
    const dto = postDto({ player: { id: await api.addPlayer() }, flairs: undefined });
    const { status, json: post } = await send([head, mark + JSON.stringify(dto)]);
    expect([status, post.flairs]).toEqual([201, 0]);
  });

  const NO_PART = 'This call has no such part. It has postDto and replay.';
  const SAME = '"postDto" and "PostDto" are the same name. Send one of them.';
  test.each([
    ['no JSON of type JSON', json, { postDto: ['The value is not valid JSON.'] }],
    ['another part', field('file'), { file: [NO_PART] }],
    ['another file', `${field('video')}; filename="a.wowsreplay"`, { video: [NO_PART] }],
    ['a part without a name', 'Content-Disposition: form-data', { '': [NO_PART] }],
    ['a part in two spellings', field('PostDto'), { postDto: [SAME] }],
  ])('is refused with %s', async (_, head, errors) => {
    const { status, json } = await send([field('postDto'), '{}'], [head, '{'.repeat(60_000)]);
    expect([status, json.errors]).toEqual([400, errors]);
  });

  test.each([
    ['a very long text', `${field('postDto')}\r\n\r\n{}${' '.repeat(70_000)}`, 'text must be at most 0.0625'],
    [
      'much after its parts',
      `${field('postDto')}\r\n\r\n{}\r\n--x--${'x'.repeat(7_000_000)}`,
      'form must be at most 6',
    ],
  ])('is refused with %s', async (_, text, sentence) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const payload = `--x\r\n${text}\r\n--x--\r\n`;
    const { status, json } = await api.call('POST', '/api/post', { as: AURORA, headers, payload });
    expect([status, json.detail]).toEqual([413, `The ${sentence} MiB.`]);
  });
});

describe('who may post about whom (rule 9.9)', () => {
  test.each([
    [
      'in another name',
      { author: { id: BORODINO } },
      { postDto: ['You can only create posts as yourself.'] },
    ],
    ['about oneself', { player: { id: AURORA } }, { postDto: ['You cannot create a post for yourself.'] }],
    ['about a player who opted out', { player: { id: OPTED_OUT } }, { flags: ['Player has opted out.'] }],
  ])('refuses a post %s, and stores and publishes nothing', async (_, dto, refusal) => {
    const { status, json } = await api.createPost(dto);
    expect([status, json]).toEqual([400, refusal]);
    expect(api.postEvents()).toEqual([]);
    expect((await api.call('GET', `/api/post/${OPTED_OUT}/received`, { as: MOD })).json).toEqual([]);
  });

  test('refuses a banned user with a sentence', async () => {
    const { status, headers, text } = await api.createPost({}, { as: BANNED });
    expect([status, text]).toEqual([403, 'You are banned from posting on the platform.']);
    expect(headers['content-type']).toContain('text/plain');
  });

  test('ignores a ban that is over', async () => {
    const author = await api.addPlayer();
    await api.ban(author, START - 1000);
    expect((await api.createPost({}, { as: author })).status).toBe(201);
    await api.ban(author, START + HOUR);
    expect((await api.createPost({}, { as: author })).status).toBe(403);
  });

  test('refuses posts by players who opted out', async () => {
    const { status, json } = await api.createPost({}, { as: OPTED_OUT });
    expect([status, json]).toEqual([400, { flags: ['You have opted out of the platform.'] }]);
  });

  test('answers 404 for an unknown player', async () => {
    expect((await api.createPost({ player: { id: 599_999_999 } })).status).toBe(404);
  });
});

describe('two creates at once (rule 9.11)', () => {
  test('accepts one and answers 429 to the other', async () => {
    const origin = new URL(await listenOnLoopback(api));
    const form = postForm(postDto({ player: { id: await api.addPlayer() } }));
    const first = await beginCreate(Number(origin.port), await api.tokenOf(AURORA), form);
    // A create that is always refused shows when the first one is running.
    while ((await api.createPost({ player: { id: AURORA } })).status !== 429) await new Promise(setImmediate);
    const refused = await api.createPost({ player: { id: await api.addPlayer() } });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(refused.json.detail).toContain('Try again');
    expect(await first.finish()).toBe(201);
    expect((await api.createPost()).status).toBe(201);
  });

  test('stores exactly one of ten about the same player', async () => {
    const id = await api.addPlayer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.createPost({ player: { id }, flairs: 0 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await api.call('GET', `/api/post/${id}/received`)).json).toHaveLength(1);
  });

  test('accepts both of different users', async () => {
    const player = { id: await api.addPlayer() };
    const answers = await Promise.all([
      api.createPost({ player }),
      api.createPost({ player }, { as: BORODINO }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });
});

describe('the replay of a post with flairs (rule 9.3)', () => {
  test.each([1, 2, 4, 8, 16, 32, 63])('requires a replay for flairs %i', async (flairs) => {
    const { status, json } = await api.createPost({ flairs });
    expect([status, json.errors]).toEqual([400, { replay: ['This field is required.'] }]);
  });

  test('accepts flairs with a replay, and returns its roster', async () => {
    const player = await api.addPlayer();
    const dto = { player: { id: player }, flairs: 1 };
    const { status, json } = await api.createPost(dto, { replay: replayFile() });
    expect(status).toBe(201);
    expect(json.replay.players).toHaveLength(4);
    expect(json.replay).toMatchObject({ id: json.replayId, postId: json.id });
  });

  test('a file without an extension counts as one (Rule 9.6)', async () => {
    const player = await api.addPlayer();
    const { status } = await api.createPost(
      { player: { id: player } },
      { replay: replayFile(), fileName: 'blob' },
    );
    expect(status).toBe(201);
  });

  test.each([
    ['full of code', codeReplayFile(), 'battle.wowsreplay', 'Invalid replay.'],
    ['of a class that is code', maliciousReplayFile(), 'battle.wowsreplay', 'Invalid replay.'],
    ['named otherwise', replayFile(), 'battle.exe', 'Invalid replay.'],
  ])('answers 422 to a file that is %s, and stores nothing', async (_, file, name, sentence) => {
    const player = await api.addPlayer();
    const dto = { player: { id: player }, flairs: 1 };
    const { status, text, headers } = await api.createPost(dto, { replay: file, fileName: name });
    expect([status, text]).toEqual([422, sentence]);
    expect(headers['content-type']).toContain('text/plain');
    expect((await api.call('GET', `/api/post/${player}/received`)).json).toEqual([]);
    expect(await api.karmaOf(player)).toEqual([0, 0, 0, 0]);
  });

  test.each([
    ['not a replay', bytesOf('this is a text')],
    ['empty', new Uint8Array()],
    ['damaged', replayFile().slice(0, -400)],
    ['cut in its header', replayFile().slice(0, 200)],
    ['broken in the size of its header', withHeaderSize(40)],
    ['cut before its header', withHeaderSize(5_000_000)],
  ])('answers 422 to a file that is %s, in the words of the editor', async (_, file) => {
    const player = await api.addPlayer();
    const { status, text } = await api.createPost({ player: { id: player }, flairs: 1 }, { replay: file });
    const editor = await decodeFile(new Blob([file]));
    expect([status, text]).toEqual([422, editor.ok ? '' : editor.reason]);
    expect(text).toMatch(/^\w.+\. Choose a file exactly as the game saved it\.$/);
  });

  test('answers 413 to a file of more than 5 MiB', async () => {
    const { status, json } = await api.createPost({ flairs: 1 }, { replay: new Uint8Array(5_242_881) });
    expect([status, json.detail]).toEqual([413, 'The file size must be at most 5 MiB.']);
  });
});

describe('ignoreChecks (rule 17.5)', () => {
  test.each([AURORA, SUPPORT])('is refused for %i', async (as) => {
    const { status, json } = await api.createPost({}, { as, query: '?ignoreChecks=true' });
    expect([status, Object.keys(json)]).toEqual([400, ['ignoreChecks']]);
  });

  test.each([MOD, ADMIN])(
    'lets %i skip cooldown, opt-out and replay, but not the limits of the text',
    async (as) => {
      const send = (dto: Record<string, unknown>) =>
        api.createPost({ player: { id: OPTED_OUT }, flairs: 1, ...dto }, { as, query: '?ignoreChecks=true' });
      expect((await send({})).status).toBe(201);
      expect((await send({})).status).toBe(201);
      expect((await send({ title: 'x' })).status).toBe(400);
      expect((await send({ player: { id: as } })).status).toBe(400);
      expect((await send({ author: { id: HOOD } })).status).toBe(400);
    },
  );
});
