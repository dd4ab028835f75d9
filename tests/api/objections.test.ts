/** Objections to decisions (Rules 31.20 to 31.25). */
import { beforeEach, describe, expect, test } from 'vitest';
import { grantRole, revokeRole } from '#api/commands/role/change.ts';
import { decisions } from '#api/db/decision-schema.ts';
import { ADMIN, ADMIN_AND_MOD, BANNED, CONTENT, DAY, HOOD, MOD, postDto } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { linked, report, told } from '#tests/support/decisions.ts';

const api = setUpApi();
const REASON = { reason: 'It insults the team.' };
const WORDS = 'I only described the battle.';
const VERDICT = 'It was within the guidelines.';

let author: number;
let player: number;
let post: string;
beforeEach(async () => {
  [author, player] = [await api.addPlayer(), await api.addPlayer()];
  post = await api.addPost({ author, player, flairs: 4, title: 'As it was' });
});

const remove = async (updatedPost?: object): Promise<string> =>
  (await api.moderate(post, { ...REASON, updatedPost })).json.id;
const object = (id: string, as = author, words = WORDS) =>
  api.call('POST', `/api/decisions/${id}/objection`, { as, body: { words } });
const objectTo = async (id: string, as = author): Promise<string> => (await object(id, as)).json.id;
const item = (id: string, as = ADMIN_AND_MOD) => api.call('GET', `/api/mod/objections/${id}`, { as });
const decide = (id: string, verdict: string, as = ADMIN_AND_MOD, reason = VERDICT) =>
  api.call('POST', `/api/mod/objections/${id}/decision`, { as, body: { verdict, reason } });
const statement = async (id: string, as = author) =>
  (await api.call('GET', `/api/decisions/${id}`, { as })).json;
const listed = async (as = ADMIN_AND_MOD): Promise<string[]> =>
  (await api.call('GET', '/api/mod/objections', { as })).json.map(({ id }: { id: string }) => id);
const counted = async (as = ADMIN_AND_MOD): Promise<number> =>
  (await api.call('GET', '/api/mod/reviews/counts', { as })).json.objections;
const ban = async (userId = author): Promise<string> =>
  (await api.call('POST', '/api/mod/bans?days=3', { as: MOD, body: { userId, ...REASON } })).json.id;

/** Reports the post and keeps it; returns the id of the decision. */
async function keep(reporter: number): Promise<string> {
  await report(api, post, reporter);
  const kept = { as: MOD, body: { sentence: 'It is fair.' } };
  expect((await api.call('POST', `/api/mod/reviews/${post}/keep`, kept)).status).toBe(204);
  return linked(api, reporter, 8);
}

describe('objecting (Rule 31.20)', () => {
  test('is possible once, and shows in the statement', async () => {
    const id = await remove();
    expect([(await object(id, player)).status, (await object(id, author, '')).status]).toEqual([404, 400]);
    const { status, json } = await object(id, author, `  ${WORDS} `);
    expect([status, json]).toMatchObject([201, { words: WORDS, verdict: null, reason: null }]);
    expect(await statement(id)).toMatchObject({ objection: json, objectUntil: null });
    const again = await object(id);
    expect([again.status, again.text]).toEqual([409, 'You have objected to this decision already.']);
  });

  test('ends after six months, and with a revert', async () => {
    const late = await remove();
    const created = api.clock.now;
    api.clock.now += 185 * DAY;
    expect((await object(late)).text).toBe('The six months for an objection to this decision are over.');
    api.clock.now = created;
    await api.revert(late);
    expect((await object(late)).text).toBe(
      'This decision was reverted, so there is nothing left to object to.',
    );
  });

  test('is open to banned players, against the ban, too', async () => {
    const id = await ban();
    expect((await object(id)).status).toBe(201);
    expect((await object(await keep(BANNED), BANNED)).status).toBe(201);
  });
});

describe('the queue (Rule 31.21)', () => {
  test('has open objections, oldest first, with statement and post', async () => {
    const first = await objectTo(await remove());
    api.clock.now += 1000;
    const id = await ban(player);
    const second = await objectTo(id, player);
    expect((await listed()).filter((id) => [first, second].includes(id))).toEqual([first, second]);
    expect((await item(first)).json).toMatchObject({
      objection: { id: first, words: WORDS },
      statement: { kind: 'removed', person: { id: author }, ...REASON, objection: null },
      post: { id: post, title: 'As it was' },
      refusal: null,
    });
    expect((await item(second)).json).toMatchObject({ statement: { id, kind: 'banned' }, post: null });
  });

  test('shows nothing to involved staff, and no name of a reporter', async () => {
    const before = [await counted(), await counted(ADMIN)];
    const objection = await objectTo(await keep(ADMIN), ADMIN);
    expect([await counted(), await counted(ADMIN)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    expect(await listed(ADMIN)).not.toContain(objection);
    const answers = [await item(objection, ADMIN), await decide(objection, 'upheld', ADMIN)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    const { text } = await item(objection);
    expect(text).toContain(WORDS);
    expect(text).not.toContain(String(ADMIN));
  });
});

describe('claims (Rule 31.21)', () => {
  const claim = (id: string, method: string, as = ADMIN_AND_MOD) =>
    api.call(method, `/api/mod/objections/${id}/claim`, { as });
  const changes = (id: string) =>
    api.events.flatMap(({ event }) =>
      event.type === 'review' && event.change.postId === id
        ? [[event.change.change, event.accountIds] as const]
        : [],
    );

  test('last two minutes, keep others from deciding, and are live', async () => {
    const objection = await objectTo(await remove());
    const { status, json } = await claim(objection, 'POST');
    expect([status, json]).toMatchObject([200, { refusal: null, moderator: { id: MOD }, notes: [] }]);
    expect(json.records).toMatchObject([
      { id: author, record: { ladder: { decisions: 1 } } },
      { id: player },
    ]);
    const taken = [await claim(objection, 'POST', ADMIN), await decide(objection, 'upheld', ADMIN)];
    expect(taken.map((answer) => answer.status)).toEqual([423, 423]);
    const entries = (await api.call('GET', '/api/mod/objections', { as: ADMIN })).json;
    const entry = entries.find(({ id }: { id: string }) => id === objection);
    expect(entry).toMatchObject({ person: { id: author }, claim: { id: ADMIN_AND_MOD } });
    api.clock.now += 90_000;
    expect((await claim(objection, 'PUT')).status).toBe(204);
    api.clock.now += 90_000;
    expect((await claim(objection, 'POST', ADMIN)).status).toBe(423);
    expect((await claim(objection, 'DELETE')).status).toBe(204);
    expect((await claim(objection, 'POST', ADMIN)).status).toBe(200);
    expect((await decide(objection, 'upheld', ADMIN)).status).toBe(204);
    expect((await claim(objection, 'POST')).status).toBe(410);
    const steps = ['opened', 'claimed', 'claimed', 'released', 'claimed', 'decided'];
    expect(changes(objection).map(([change]) => change)).toEqual(steps);
  });

  test('are not for involved staff nor for who decided, whose counts leave the objection out', async () => {
    await api.setRoles(player, ['mod']);
    const before = [await counted(MOD), await counted(player), await counted()] as const;
    const objection = await objectTo(await remove());
    expect([(await claim(objection, 'POST', player)).status, await counted(player)]).toEqual([
      404,
      before[1],
    ]);
    expect((await claim(objection, 'POST', MOD)).json.refusal).toMatch('You made this decision');
    expect((await claim(objection, 'POST')).status).toBe(200);
    expect([await counted(MOD), await counted()]).toEqual([before[0], before[2] + 1]);
    for (const [, accountIds] of changes(objection)) {
      expect(accountIds).toContain(ADMIN_AND_MOD);
      expect(accountIds).not.toContain(player);
    }
    await api.setRoles(player, []);
  });

  test('show what the reporter of a kept post had reported, without the name', async () => {
    await report(api, post, HOOD, { words: 'At five minutes.', moment: 300 });
    await api.call('POST', `/api/mod/reviews/${post}/keep`, { as: MOD, body: { sentence: 'It is fair.' } });
    const objection = await objectTo(linked(api, HOOD, 8), HOOD);
    const { json, text } = await claim(objection, 'POST');
    expect(json.reports).toMatchObject([{ rule: 'insults', words: 'At five minutes.', moment: 300 }]);
    expect(text).not.toContain(String(HOOD));
  });
});

test('not who made a decision decides, unless no one else has been there for 7 days (Rule 31.22)', async () => {
  const own = 'You made this decision, so another moderator decides about the objection.';
  const objection = await objectTo(await remove());
  expect((await item(objection, MOD)).json.refusal).toBe(own);
  expect(await decide(objection, 'upheld', MOD)).toMatchObject({ status: 403, text: own });
  for (const id of [ADMIN, ADMIN_AND_MOD]) await api.setRoles(id, []);
  const change = { accountId: ADMIN_AND_MOD, role: 'mod', changedBy: 'a test' } as const;
  await api.database.transaction('eu', (db) => grantRole(db, { ...change, now: api.clock.now }));
  await api.database.transaction('eu', (db) => revokeRole(db, { ...change, now: api.clock.now }));
  expect((await item(objection, MOD)).json.refusal).toBe(own);
  api.clock.now += 7 * DAY;
  expect((await item(objection, MOD)).json.refusal).toBeNull();
  expect((await decide(objection, 'upheld', MOD)).status).toBe(204);
  await api.setRoles(ADMIN, ['admin']);
  await api.setRoles(ADMIN_AND_MOD, ['admin', 'mod']);
});

test('who cannot revert a ban of staff does not uphold it either (Rule 31.22)', async () => {
  await api.setRoles(author, ['mod']);
  const body = { userId: author, ...REASON };
  const id = (await api.call('POST', '/api/mod/bans?days=3', { as: ADMIN_AND_MOD, body })).json.id;
  const objection = await objectTo(id);
  await api.setRoles(player, ['mod']);
  expect((await item(objection, player)).json.refusal).toMatch('Only an administrator');
  expect((await decide(objection, 'upheld', player)).status).toBe(403);
  for (const one of [author, player]) await api.setRoles(one, []);
});

describe('a verdict (Rule 31.23)', () => {
  test('to uphold changes nothing but the objection, and tells its author why', async () => {
    const id = await remove();
    const objection = await objectTo(id);
    expect((await decide(objection, 'upheld', ADMIN_AND_MOD, '')).status).toBe(400);
    expect((await decide(objection, 'upheld')).status).toBe(204);
    const { revertedAt, objection: own } = await statement(id);
    expect([revertedAt, own]).toMatchObject([null, { verdict: 'upheld', reason: expect.any(String) }]);
    expect(told(api, author, 12)).toMatchObject([{ decisionId: id, verdict: 'upheld', reason: own.reason }]);
    expect(await listed()).not.toContain(objection);
  });

  test('to reverse reverts a removal, an edit, a ban, a warning and the removal of a reply', async () => {
    await api.call('PUT', `/api/post/${post}/reply`, { as: player, body: { content: 'Not so' } });
    const decided = async (path: string, body: object): Promise<string> =>
      (await api.call('POST', `/api/mod/${path}`, { as: MOD, body: { ...REASON, ...body } })).json.id;
    const decisions: [decide: () => Promise<string>, person?: number][] = [
      [() => remove()],
      [() => remove({ title: 'Toned down', content: CONTENT, flairs: 0 })],
      [() => ban()],
      [() => decided('warnings', { userId: author, postId: null })],
      [() => decided(`reviews/${post}/reply/removal`, { rules: [] }), player],
    ];
    for (const [make, person = author] of decisions) {
      // Rule 31.27 lasts so long.
      api.clock.now += 30 * DAY;
      const id = await make();
      await decide(await objectTo(id, person), 'reversed');
      const objection = { verdict: 'reversed', reason: VERDICT };
      expect(await statement(id, person)).toMatchObject({ revertedAt: expect.any(String), objection });
      expect(told(api, person, 12).at(-1)).toMatchObject({ decisionId: id, ...objection });
      if (person === player) expect((await statement(id, player)).former.content).toBe('Not so');
    }
    const { json } = await api.call('GET', `/api/post/${post}`);
    expect(json.model).toMatchObject({ title: 'As it was', reply: { content: 'Not so' } });
    expect((await api.createPost({}, { as: author })).status).toBe(201);
  });

  test('to reverse a keep opens the item again', async () => {
    const id = await keep(HOOD);
    await decide(await objectTo(id, HOOD), 'reversed');
    const claimed = await api.call('POST', `/api/mod/reviews/${post}/claim`, { as: ADMIN_AND_MOD });
    expect([claimed.status, claimed.json.reports]).toMatchObject([200, [{ rule: 'insults' }]]);
    expect(await statement(id, HOOD)).toMatchObject({
      rules: ['insults'],
      reason: 'It is fair.',
      revertedAt: expect.any(String),
      objection: { verdict: 'reversed' },
    });
  });

  test('comes with every other revert', async () => {
    const reason = 'A moderator has taken the decision back.';
    const [removal, banned] = [await remove(), await ban(player)];
    await objectTo(removal);
    await objectTo(banned, player);
    await api.revert(removal);
    await api.call('DELETE', `/api/mod/bans/${banned}`, { as: ADMIN_AND_MOD });
    const kept = await keep(HOOD);
    await objectTo(kept, HOOD);
    await api.call('DELETE', `/api/mod/reviews/${post}/keep`, { as: MOD });
    for (const [id, as] of [
      [removal, author],
      [banned, player],
      [kept, HOOD],
    ] as const) {
      expect((await statement(id, as)).objection).toMatchObject({ verdict: 'reversed', reason });
      expect(told(api, as, 12).at(-1)).toMatchObject({ decisionId: id, verdict: 'reversed', reason });
    }
  });
});

describe('the team reads how an objection ended (Rule 31.28)', () => {
  const record = async (query: string, as = MOD) =>
    (await api.call('GET', `/api/mod/decisions?player=${author}${query}`, { as })).json.entries;
  const claim = async (as = MOD) => (await api.call('POST', `/api/mod/reviews/${post}/claim`, { as })).json;

  test('in statement, record and item, with who decided it', async () => {
    const id = await remove();
    const objection = await objectTo(id);
    expect(await record('&objection=open')).toMatchObject([
      { id, objections: [{ id: objection, verdict: null }] },
    ]);
    await decide(objection, 'reversed');
    const decided = { words: WORDS, verdict: 'reversed', reason: VERDICT, decider: { id: ADMIN_AND_MOD } };
    expect((await statement(id, MOD)).objections).toMatchObject([decided]);
    expect(await statement(id)).not.toHaveProperty('objections');
    for (const state of ['open', 'upheld']) expect(await record(`&objection=${state}`)).toEqual([]);
    const [entry] = await record('&objection=reversed');
    expect(entry).toMatchObject({ id, title: 'As it was' });
    expect(entry.objections).toMatchObject([decided]);
    await report(api, post, HOOD);
    const { objected, author: ofAuthor, player: ofPlayer } = await claim();
    expect(objected).toMatchObject([{ id, objections: [decided] }]);
    expect(ofAuthor).toMatchObject({
      objections: { made: 1, accepted: 1 },
      outcomes: [{ objections: [decided] }],
    });
    expect(ofPlayer.objections).toEqual({ made: 0, accepted: 0 });
  });

  test('but of a keep in no record of a player', async () => {
    await objectTo(await keep(HOOD), HOOD);
    await report(api, post, await api.addPlayer());
    const { objected, author: ofAuthor } = await claim();
    expect(objected).toMatchObject([{ kind: 'kept', objections: [{ words: WORDS }] }]);
    expect(ofAuthor.objections).toEqual({ made: 0, accepted: 0 });
    expect(ofAuthor.outcomes).toMatchObject([{ kind: 'kept' }]);
    expect(ofAuthor.outcomes[0]).not.toHaveProperty('objections');
  });

  test('and who made the decision is notified without names, unless not staff or involved by then', async () => {
    const id = await remove();
    const objection = await objectTo(id);
    await decide(objection, 'upheld');
    const [notice] = told(api, MOD, 12);
    expect(notice).toMatchObject({ decisionId: id, verdict: 'upheld', isDecider: true });
    for (const name of [ADMIN_AND_MOD, author]) expect(JSON.stringify(notice)).not.toContain(String(name));
    api.events.length = 0;
    const [demoted, involved] = [await api.addPlayer(), await api.addPlayer()];
    for (const as of [demoted, involved]) {
      await api.setRoles(as, ['mod']);
      post = await api.addPost({ author, player });
      const own = await objectTo((await api.moderate(post, { as })).json.id);
      if (as === demoted) await api.setRoles(as, []);
      else await api.database.transaction('eu', (db) => db.update(decisions).set({ otherId: as }));
      expect((await decide(own, 'upheld')).status).toBe(204);
      expect(told(api, as, 12)).toEqual([]);
      await api.setRoles(as, []);
    }
  });
});

describe('who was reversed on an objection leaves the post to others (Rule 31.27)', () => {
  const REVERSED =
    'Another moderator reversed your decision about this post because of an objection, so others decide about it for 30 days.';
  const tries = (as = MOD): [string, () => Promise<{ status: number; text: string }>][] => [
    [
      'keep',
      () => api.call('POST', `/api/mod/reviews/${post}/keep`, { as, body: { sentence: 'It is fair.' } }),
    ],
    ['edit', () => api.moderate(post, { as, updatedPost: { title: 'Other', content: CONTENT, flairs: 0 } })],
    ['reply', () => api.call('POST', `/api/mod/reviews/${post}/reply/removal`, { as, body: REASON })],
    [
      'ban',
      () =>
        api.call('POST', '/api/mod/bans?days=3', {
          as,
          body: { userId: author, ...REASON, postIds: [post] },
        }),
    ],
    ['remove', () => api.moderate(post, { as })],
  ];
  const refusal = async (as = MOD) =>
    (await api.call('POST', `/api/mod/reviews/${post}/claim`, { as })).json.refusal;

  beforeEach(async () => {
    await api.call('PUT', `/api/post/${post}/reply`, { as: player, body: { content: 'Not so' } });
    await decide(await objectTo(await remove()), 'reversed');
    await report(api, post, HOOD);
  });

  test('keeping, editing, removing and banning are refused, as the item says, for 30 days', async () => {
    expect(await refusal()).toBe(REVERSED);
    for (const [what, act] of tries())
      expect([what, await act()]).toMatchObject([what, { status: 403, text: REVERSED }]);
    await api.call('DELETE', `/api/mod/reviews/${post}/claim`, { as: MOD });
    expect(await refusal(ADMIN_AND_MOD)).toBeNull();
    await api.call('DELETE', `/api/mod/reviews/${post}/claim`, { as: ADMIN_AND_MOD });
    api.clock.now += 30 * DAY;
    expect(await refusal()).toBeNull();
    for (const [what, act] of tries()) expect([what, (await act()).status < 300]).toEqual([what, true]);
  });

  test('restoring the post is refused, directly and on an objection', async () => {
    const { id } = (await api.moderate(post, { as: ADMIN_AND_MOD })).json;
    expect(await api.revert(id, MOD)).toMatchObject({ status: 403, text: REVERSED });
    const before = await counted(MOD);
    const objection = await objectTo(id);
    expect([(await item(objection, MOD)).json.refusal, await counted(MOD)]).toEqual([REVERSED, before]);
    const postIds = [await api.addPost({ author }), post];
    const body = { userId: author, ...REASON, postIds };
    const banned = (await api.call('POST', '/api/mod/bans?days=3', { as: ADMIN_AND_MOD, body })).json.id;
    expect((await item(await objectTo(banned), MOD)).json.refusal).toBe(REVERSED);
    expect(await decide(objection, 'reversed', MOD)).toMatchObject({ status: 403, text: REVERSED });
    await api.setRoles(ADMIN, []);
    expect((await item(objection, MOD)).json.refusal).toBeNull();
    expect((await decide(objection, 'reversed', MOD)).status).toBe(204);
    await api.setRoles(ADMIN, ['admin']);
  });

  test('not when no one else is left, or when no other person reversed it', async () => {
    for (const id of [ADMIN, ADMIN_AND_MOD]) await api.setRoles(id, []);
    expect(await refusal()).toBeNull();
    await api.setRoles(ADMIN, ['admin']);
    await api.setRoles(ADMIN_AND_MOD, ['admin', 'mod']);
    post = await api.addPost({ author, player });
    await report(api, post, HOOD);
    const id = await remove();
    await objectTo(id);
    await api.revert(id, ADMIN_AND_MOD);
    expect(await refusal()).toBeNull();
  });
});

describe('reversing a keep after something else has happened (Rule 31.26)', () => {
  const answer = () =>
    api.call('PUT', `/api/post/${post}/reply`, { as: player, body: { content: 'Not so' } });
  const removeReply = () =>
    api.call('POST', `/api/mod/reviews/${post}/reply/removal`, { as: ADMIN_AND_MOD, body: REASON });
  const reportsOf = async (as: number): Promise<string[]> =>
    (await api.call('GET', `/api/report?postId=${post}`, { as })).json.map(
      ({ outcome }: { outcome: string }) => outcome,
    );

  test.each<[string, () => Promise<unknown>, string, number | null]>([
    ['a newer report', async () => report(api, post, await api.addPlayer()), 'open', 3],
    [
      'an edit by its author',
      () => api.call('PUT', '/api/post', { as: author, body: { ...postDto(), id: post } }),
      'open',
      2,
    ],
    ['a removal', () => remove(), 'removed', null],
    ['its deletion', () => api.call('DELETE', `/api/post/${post}`, { as: author }), 'deleted', null],
  ])('%s', async (_, happens, outcome, open) => {
    const [reporter, other] = [await api.addPlayer(), await api.addPlayer()];
    await report(api, post, other);
    const id = await keep(reporter);
    const objection = await objectTo(id, reporter);
    api.clock.now += 1000;
    await happens();
    expect((await decide(objection, 'reversed')).status).toBe(204);
    for (const as of [reporter, other]) expect(await reportsOf(as)).toEqual([outcome]);
    expect(told(api, reporter, 12)).toMatchObject([{ verdict: 'reversed', report: outcome }]);
    expect((await statement(id, reporter)).objection.verdict).toBe('reversed');
    const claimed = await api.call('POST', `/api/mod/reviews/${post}/claim`, { as: ADMIN_AND_MOD });
    expect(claimed.json?.reports?.length ?? null).toBe(open);
    if (outcome !== 'open') expect(told(api, other, 8)).toMatchObject([{ outcome }]);
  });

  test('a newer report, and the post no longer counts if the keep had let it count', async () => {
    post = await api.addPost({ author, player, flairs: 1, held: true });
    const objection = await objectTo(await keep(HOOD), HOOD);
    // One of them for the post that every test has.
    expect((await api.karmaOf(player))[0]).toBe(2);
    await report(api, post, await api.addPlayer());
    await decide(objection, 'reversed');
    expect((await api.karmaOf(player))[0]).toBe(1);
  });

  test('an edit and a withdrawal, whose former words stay for the item', async () => {
    await answer();
    const reporter = await api.addPlayer();
    await report(api, post, reporter, { ofReply: true });
    const objection = await objectTo(await keep(reporter), reporter);
    api.clock.now += 1000;
    await api.call('PUT', '/api/post', { as: author, body: { ...postDto(), id: post } });
    await api.call('DELETE', `/api/post/${post}/reply`, { as: player });
    await decide(objection, 'reversed');
    const { json } = await api.call('POST', `/api/mod/reviews/${post}/claim`, { as: ADMIN_AND_MOD });
    expect(json).toMatchObject({ former: { title: 'As it was' }, replyVersions: [{ content: 'Not so' }] });
    expect((await removeReply()).status).toBe(202);
  });

  test('a report of a reply that was removed since says so', async () => {
    await answer();
    const reporter = await api.addPlayer();
    await report(api, post, reporter, { ofReply: true });
    const kept = { as: MOD, body: { sentence: 'It is fair.' } };
    await api.call('POST', `/api/mod/reviews/${post}/keep`, kept);
    const objection = await objectTo(linked(api, reporter, 8), reporter);
    api.clock.now += 1000;
    expect((await removeReply()).status).toBe(202);
    expect((await decide(objection, 'reversed')).status).toBe(204);
    expect(await reportsOf(reporter)).toEqual(['removed']);
    expect(told(api, reporter, 12)).toMatchObject([{ report: 'removed' }]);
  });
});

test('of two who decide at once, the second gets 410 (Rule 31.24)', async () => {
  const objection = await objectTo(await remove());
  const answers = await Promise.all([decide(objection, 'reversed'), decide(objection, 'upheld', ADMIN)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 410]);
  expect([(await item(objection)).status, told(api, author, 12).length]).toEqual([410, 1]);
});
