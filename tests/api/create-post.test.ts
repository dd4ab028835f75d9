/** Creating posts. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPost } from '#lib/schemas/calls/post.ts';
import {
  ADMIN,
  AURORA,
  BANNED,
  BORODINO,
  CONTENT,
  createTestApi,
  HOOD,
  HOUR,
  MOD,
  OPTED_OUT,
  postDto,
  postForm,
  START,
  SUPPORT,
  type TestApi,
} from '#tests/support/api.ts';
import { listenOnLoopback } from '#tests/support/hub-client.ts';
import { maliciousReplayFile, replayFile } from '#tests/support/replay-file.ts';
import { beginCreate } from '#tests/support/slow-create.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());
afterEach(() => {
  api.clock.now = START;
});

/** A new player to write about, so that no cooldown of another test is in the way. */
const target = (overrides = {}) => api.addPlayer(overrides);

const create = async (
  overrides: Record<string, unknown> = {},
  options: Parameters<TestApi['call']>[2] = {},
) => {
  const player = overrides.player ?? { id: await target() };
  const form = options.form ?? postForm(postDto({ ...overrides, player }));
  return api.call('POST', '/api/post', { as: AURORA, ...options, form });
};

/** Notifications aside. */
const postEvents = () => api.events.filter(({ event }) => event.type !== 'newNotification');

const karmaOf = async (id: number) => {
  const { json } = await api.call('GET', `/api/player/${id}`, { as: ADMIN });
  return [json.siteKarma, json.ratingPerformance, json.ratingTeamplay, json.ratingCourtesy];
};

describe('a create that is allowed', () => {
  test('answers 201 with the post and its address, and can be read at once', async () => {
    const player = await target({ username: 'Praised_Captain' });
    const { status, headers, json } = await create({ player: { id: player }, title: '  A fair fight  ' });
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

  test('is announced once, after it was stored', async () => {
    api.events.length = 0;
    const { json } = await create();
    expect(postEvents()).toEqual([{ region: 'eu', event: { type: 'newPost', post: json } }]);
  });

  test('takes the post as a file of type JSON as well', async () => {
    const form = new FormData();
    form.set(
      'postDto',
      new Blob([JSON.stringify(postDto({ player: { id: await target() } }))], { type: 'application/json' }),
    );
    expect((await create({}, { form })).status).toBe(201);
  });

  test('ignores what the author may not decide', async () => {
    const { json } = await create({
      id: crypto.randomUUID(),
      modLocked: true,
      readOnly: true,
      createdAt: '2000-01-01T00:00:00Z',
      replayState: 2,
    });
    expect(json).toMatchObject({ modLocked: false, readOnly: false, replayState: 0 });
    expect(json.createdAt).toBe(new Date(START).toISOString());
  });

  test('shows the ticket id to its author', async () => {
    const { json } = await create({ supportTicketStatus: { hasTicket: true, ticketId: ' 123456789 ' } });
    expect(json.supportTicketStatus).toEqual({ hasTicket: true, ticketId: '123456789' });
  });
});

describe('limits of the text (rule 9.1)', () => {
  test.each([
    ['title', '', 'This field is required.'],
    ['title', '\u200b'.repeat(20), 'This field is required.'],
    ['content', '\u2800'.repeat(60), 'This field is required.'],
    ['title', '    abcd    ', 'The value must be at least 5 characters long.'],
    ['title', 'x'.repeat(61), 'The value must be at most 60 characters long.'],
    ['content', 'x'.repeat(49), 'The value must be at least 50 characters long.'],
    ['content', 'x'.repeat(2001), 'The value must be at most 2000 characters long.'],
    ['title', undefined, 'This field is required.'],
  ])('%s of %j is refused', async (field, value, message) => {
    const { status, json } = await create({ [field]: value });
    expect([status, json.errors]).toEqual([400, { [field]: [message] }]);
  });

  test.each([
    ['title', 'x'.repeat(5)],
    ['title', '🚢'.repeat(30)],
    ['content', 'x'.repeat(50)],
    ['content', 'x'.repeat(2000)],
  ])('%s at its limit is taken', async (field, value) => {
    expect((await create({ [field]: value })).status).toBe(201);
  });

  test('a ticket id has at most 9 characters', async () => {
    const { status, json } = await create({ supportTicketStatus: { ticketId: '1234567890' } });
    expect([status, Object.keys(json.errors)]).toEqual([400, ['supportTicketStatus.ticketId']]);
  });

  test('flairs are six bits', async () => {
    expect((await create({ flairs: 64 })).json.errors).toEqual({ flairs: ['The value must be at most 63.'] });
    expect((await create({ flairs: 1.5 })).status).toBe(400);
  });
});

describe('the form', () => {
  test.each([
    ['is missing', new FormData(), 'This field is required.'],
    ['is no JSON', postForm('{'), 'The value is not valid JSON.'],
  ])('whose post %s is refused', async (_, form, message) => {
    const { status, json } = await create({}, { form });
    expect([status, json.errors]).toEqual([400, { postDto: [message] }]);
  });

  test('must be multipart', async () => {
    const { status } = await api.call('POST', '/api/post', { as: AURORA, body: postDto() });
    expect(status).toBe(415);
  });

  test.each([
    [
      'ends too early',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="postDto"\r\n\r\n{}',
    ],
    ['has no boundary', 'multipart/form-data', '--x--'],
    ['is empty', 'multipart/form-data; boundary=x', ''],
  ])('that %s is refused, not a fault', async (_, type, payload) => {
    const { status } = await api.call('POST', '/api/post', {
      as: AURORA,
      payload,
      headers: { 'content-type': type },
    });
    expect(status).toBe(400);
    expect((await create()).status).toBe(201);
  });

  test('with a very long field is refused', async () => {
    const { status } = await create({}, { form: postForm(`"${'x'.repeat(70_000)}"`) });
    expect([400, 413]).toContain(status);
  });
});

describe('who may post about whom (rule 9.9)', () => {
  test('a stranger may not', async () => {
    const { status } = await api.call('POST', '/api/post', { form: postForm(postDto()) });
    expect(status).toBe(401);
  });

  test('nobody posts as somebody else', async () => {
    const { status, json } = await create({ author: { id: BORODINO } });
    expect([status, json]).toEqual([400, { postDto: ['You can only create posts as yourself.'] }]);
  });

  test('nobody posts about themselves', async () => {
    const { status, json } = await create({ player: { id: AURORA } });
    expect([status, json]).toEqual([400, { postDto: ['You cannot create a post for yourself.'] }]);
  });

  test('a banned user is told so in a sentence', async () => {
    const { status, headers, text } = await create({ author: { id: BANNED } }, { as: BANNED });
    expect([status, text]).toEqual([403, 'You are banned from posting on the platform.']);
    expect(headers['content-type']).toContain('text/plain');
  });

  test('a ban that is over or was reverted does not count', async () => {
    const author = await target();
    await api.ban(author, START - 1000);
    expect((await create({ author: { id: author } }, { as: author })).status).toBe(201);
    await api.ban(author, START + HOUR);
    expect((await create({ author: { id: author } }, { as: author })).status).toBe(403);
  });

  test('somebody who opted out may not, and nobody posts about them', async () => {
    const own = await create({ author: { id: OPTED_OUT } }, { as: OPTED_OUT });
    expect([own.status, own.json]).toEqual([400, { flags: ['You have opted out of the platform.'] }]);
    const about = await create({ player: { id: OPTED_OUT } });
    expect([about.status, about.json]).toEqual([400, { flags: ['Player has opted out.'] }]);
  });

  test('an unknown player answers 404', async () => {
    expect((await create({ player: { id: 599_999_999 } })).status).toBe(404);
  });

  test('nothing is stored and nothing announced when a rule refuses', async () => {
    api.events.length = 0;
    await create({ player: { id: OPTED_OUT } });
    expect(postEvents()).toEqual([]);
    expect((await api.call('GET', `/api/post/${OPTED_OUT}/received`, { as: MOD })).json).toEqual([]);
  });
});

describe('the cooldown (rule 5.9)', () => {
  test('lasts 24 hours for the same player, and says until when', async () => {
    const player = { id: await target() };
    expect((await create({ player })).status).toBe(201);
    api.clock.now = START + 24 * HOUR - 1000;
    const { status, headers, json } = await create({ player });
    expect(status).toBe(423);
    expect(json).toMatchObject({
      title: 'Author is on cooldown for this player.',
      status: 423,
      detail: `You must wait until ${new Date(START + 24 * HOUR).toISOString()} before posting again.`,
      until: new Date(START + 24 * HOUR).toISOString(),
    });
    expect(json.type).toMatch(/CooldownException$/);
    expect(headers['retry-after']).toBe('1');
    api.clock.now = START + 24 * HOUR;
    expect((await create({ player })).status).toBe(201);
  });

  test('is no obstacle to posting about somebody else, nor for others', async () => {
    const player = { id: await target() };
    await create({ player });
    expect((await create()).status).toBe(201);
    expect((await create({ player, author: { id: BORODINO } }, { as: BORODINO })).status).toBe(201);
  });
});

describe('two creates at once (rule 9.11)', () => {
  test('one wins and the other is told to wait', async () => {
    const origin = new URL(await listenOnLoopback(api));
    const first = await beginCreate(api, Number(origin.port), { author: AURORA, player: await target() });
    // One that cannot succeed tells when the first one has its turn.
    while ((await create({ player: { id: AURORA } })).status !== 429) await new Promise(setImmediate);
    const refused = await create({ player: { id: await target() } });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(refused.json.detail).toContain('Try again');
    expect(await first.finish()).toBe(201);
    expect((await create()).status).toBe(201);
  });

  test('ten about the same player leave exactly one post', async () => {
    const id = await target();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ player: { id }, flairs: 0 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await api.call('GET', `/api/post/${id}/received`)).json).toHaveLength(1);
  });

  test('by different users both succeed', async () => {
    const player = { id: await target() };
    const answers = await Promise.all([
      create({ player }),
      create({ player, author: { id: BORODINO } }, { as: BORODINO }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });
});

describe('evidence (rule 9.3)', () => {
  test.each([1, 2, 4, 8, 16, 32, 63])('flairs %i need a replay', async (flairs) => {
    const { status, json } = await create({ flairs });
    expect([status, json.errors]).toEqual([400, { replay: ['This field is required.'] }]);
  });

  test('with one they are taken, and the post shows the roster', async () => {
    const player = await target();
    const form = postForm(postDto({ player: { id: player }, flairs: 1 }), replayFile());
    const { status, json } = await create({}, { form });
    expect(status).toBe(201);
    expect(json.replay.players).toHaveLength(4);
    expect(json.replay).toMatchObject({ id: json.replayId, postId: json.id });
  });

  test.each([
    ['no replay', Buffer.from('this is a text'), 'battle.wowsreplay', 'Invalid replay.'],
    ['an empty file', Buffer.alloc(0), 'battle.wowsreplay', 'Invalid replay.'],
    [
      'malicious',
      maliciousReplayFile(),
      'battle.wowsreplay',
      "This replay contains a class we don't recognise (os.system) and was not stored.",
    ],
    ['named otherwise', replayFile(), 'battle.exe', 'Invalid replay.'],
  ])('a file that is %s answers 422, and nothing is stored', async (_, file, name, sentence) => {
    const player = await target();
    const form = postForm(postDto({ player: { id: player }, flairs: 1 }), new Uint8Array(file), name);
    const { status, text, headers } = await create({}, { form });
    expect([status, text]).toEqual([422, sentence]);
    expect(headers['content-type']).toContain('text/plain');
    expect((await api.call('GET', `/api/post/${player}/received`)).json).toEqual([]);
    expect(await karmaOf(player)).toEqual([0, 0, 0, 0]);
  });

  test('a file of more than 5 MiB answers 413', async () => {
    const form = postForm(postDto({ flairs: 1 }), new Uint8Array(5_242_881));
    const { status, json } = await create({}, { form });
    expect([status, json.detail]).toEqual([413, 'The file size must be at most 5 MiB.']);
  });
});

describe('what a post counts (rules 10.2, 10.3)', () => {
  const withReplay = async (flairs: number, player: number, author = AURORA) =>
    create(
      {},
      {
        as: author,
        form: postForm(postDto({ player: { id: player }, author: { id: author }, flairs }), replayFile()),
      },
    );

  test.each([
    [0, [0, 0, 0, 0]],
    [1, [1, 1, 0, 0]],
    [2, [-1, -1, 0, 0]],
    [1 + 8, [0, 1, -1, 0]],
    [1 + 4 + 32, [1, 1, 1, -1]],
    [2 + 8 + 32, [-1, -1, -1, -1]],
    [3, [1, 1, 0, 0]],
  ])('flairs %i change karma and ratings by %j', async (flairs, expected) => {
    const player = await target();
    expect((await withReplay(flairs, player)).status).toBe(201);
    expect(await karmaOf(player)).toEqual(expected);
  });

  test.each([
    [-20, 0],
    [-19, -1],
  ])('a negative sign by an author with %i in all counts %i', async (gameKarma, expected) => {
    const author = await target({ gameKarma });
    const player = await target();
    await withReplay(2, player, author);
    expect(await karmaOf(player)).toEqual([expected, -1, 0, 0]);
  });

  test('a positive sign counts whoever wrote it', async () => {
    const author = await target({ gameKarma: -500 });
    const player = await target();
    await withReplay(1, player, author);
    expect(await karmaOf(player)).toEqual([1, 1, 0, 0]);
  });
});

describe('ignoreChecks (rule 17.5)', () => {
  test.each([AURORA, SUPPORT])('is refused for %i', async (as) => {
    const form = postForm(postDto({ author: { id: as }, player: { id: await target() } }));
    const { status, json } = await api.call('POST', '/api/post?ignoreChecks=true', { as, form });
    expect([status, Object.keys(json)]).toEqual([400, ['ignoreChecks']]);
  });

  test.each([MOD, ADMIN])(
    'lets %i skip cooldown, opt-out and evidence, but not the limits of the text',
    async (as) => {
      const send = (overrides: Record<string, unknown>) =>
        api.call('POST', '/api/post?ignoreChecks=true', {
          as,
          form: postForm(postDto({ author: { id: as }, player: { id: OPTED_OUT }, flairs: 1, ...overrides })),
        });
      expect((await send({})).status).toBe(201);
      expect((await send({})).status).toBe(201);
      expect((await send({ title: 'x' })).status).toBe(400);
      expect((await send({ player: { id: as } })).status).toBe(400);
      expect((await send({ author: { id: HOOD } })).status).toBe(400);
    },
  );
});
