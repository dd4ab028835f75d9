/** Players of a battle by their exact names (section 33). */
import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { namedAccounts } from '#api/db/person-schema.ts';
import { ReadOnlyMode } from '#api/db/read-only.ts';
import type { players } from '#api/db/schema.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { keepErasure } from '#api/model/players/erasures.ts';
import { findByNames, NAMES_MAX } from '#lib/schemas/calls/lineup.ts';
import { ADMIN, AURORA, BORODINO, DAY, HOUR, MOD, START, type TestApi } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { ONCE } from '#tests/support/back-off.ts';
import { createFakePublisher, down, nonsense } from '#tests/support/publisher.ts';

const CLAN = 500_000_300;
const CLAN_INFO = { id: CLAN, tag: 'WAVES', name: 'Rolling Waves' };
const requestLimits = { backOff: ONCE, perSecond: 100_000, restMs: 0 };
const fake = createFakePublisher({ requestLimits });
const readOnly = new ReadOnlyMode();
const api = setUpApi({ publisher: fake.options, readOnly });
let nextId = 560_000_000;

beforeEach(() => {
  fake.behaviour = null;
  fake.addClan({ ...CLAN_INFO, leagueColor: 0xffcc9966 });
  fake.requests.length = 0;
});

type Player = Partial<typeof players.$inferInsert>;
/** A player whom the publisher knows; returns id and name. */
function publish(player: Player = {}) {
  const id = ++nextId;
  const known = { id, username: `Sailor_${id}`, gameKarma: 12, ...player };
  fake.addPlayer(known);
  return known;
}
/** A player whom both know. */
async function store(player: Player = {}) {
  const known = publish(player);
  await api.addPlayer(known);
  return known;
}
async function erase({ id, username: name }: { id: number; username: string }) {
  await api.database.transaction('eu', (db) =>
    keepErasure(db, { ids: new Set([id]), names: new Set([name]) }, START),
  );
}
type Asked = Pick<Player, 'id' | 'username'>;
/** What is sent for a player: the name, or the pair of id and name. */
const FORMS = {
  names: ({ username }: Asked) => ({ names: [username] }),
  accounts: ({ id, username }: Asked) => ({ accounts: [{ id, name: username }] }),
};
const send = (body: object, as: number | undefined = AURORA, on: TestApi = api) =>
  on.call('POST', '/api/Player/by-names', { as, body });
const ask = (names: string[], as?: number, on?: TestApi) => send({ names }, as, on);
const rowsOf = async (...names: string[]) => findByNames.response.parse((await ask(names)).json);
const keptNames = () => api.database.read('eu', (db) => db.select().from(namedAccounts));
const keeps = async (name: string) => (await keptNames()).some((row) => row.name === name.toLowerCase());
/** Paths of the requests since the last call, without their queries. */
const requested = () => fake.requests.splice(0).map((path) => path.replace(/^\/wows\/|\/\?.*$/g, ''));
const DETAILS = ['account/info', 'clans/accountinfo'];
const ALL = ['account/info', 'account/list', 'clans/accountinfo'];

/** Players who get no row, by the reason. */
const REASONS = {
  unknown: () => ({ id: ++nextId, username: `Nobody_${nextId}` }),
  'opted out': () => store({ optedOut: true }),
  'opted out, with an old name': () => store({ optedOut: true, refreshedAt: null }),
  'hidden in the database': () => store({ wgHidden: true }),
  'hidden at the publisher': () => publish({ wgHidden: true }),
  erased: async () => {
    const person = publish();
    await erase(person);
    return person;
  },
};
const FORMS_AND_REASONS = (['names', 'accounts'] as const).flatMap((form) =>
  Object.entries(REASONS).map(([reason, create]) => [form, reason, create] as const),
);

describe('the names', () => {
  test('are answered in their order, in any letter case, each as often as requested (rule 33.30)', async () => {
    const [one, other] = [await store(), publish()];
    const names = ['Nobody_At_All', other.username.toUpperCase(), one.username.toLowerCase(), one.username];
    const rows = await rowsOf(...names, 'Nobody_At_All');
    expect(rows.map(({ name }) => name)).toEqual([...names, 'Nobody_At_All']);
    expect(rows.map((row) => ('id' in row ? row.id : null))).toEqual([null, other.id, one.id, one.id, null]);
  });

  test('are for users, and at least one and at most forty, with accounts (rule 33.30)', async () => {
    const [names, account] = [Array(NAMES_MAX).fill('Sailor'), { id: 1, name: 'Sailor' }];
    const bodies = [{}, { names: [], accounts: [] }, { names: [''] }, { accounts: [{ ...account, id: 0 }] }];
    for (const body of [...bodies, { names, accounts: [account] }]) {
      const { status, json } = await send(body);
      expect([status, json.errors], JSON.stringify(body)).toEqual([400, expect.anything()]);
    }
    expect((await api.call('POST', '/api/Player/by-names', { body: { names: ['Sailor'] } })).status).toBe(
      401,
    );
    const { json } = await api.call('GET', '/api/features');
    expect(json.features).toEqual(expect.arrayContaining(['companion', 'companion-ids']));
  });

  test('that no account can have are not sent, and found where they are stored (rule 33.38)', async () => {
    const odd = await store({ username: '瀞忧°°' });
    const names = [':Bouvet:', 'a,b"c\\d{}', 'NULL', odd.username];
    expect(await rowsOf(...names)).toEqual([
      ...names.slice(0, 3).map((name) => ({ name })),
      expect.objectContaining({ name: odd.username, id: odd.id }),
    ]);
    expect(fake.requests[0]).toBe('/wows/account/list/?search=NULL&type=exact');
  });
});

test('a stored player has karma, ratings, clan, ribbon, public posts and the own post (rule 33.31)', async () => {
  await api.addClan({ ...CLAN_INFO, leagueColor: 7 });
  const { id, username } = await store({ clanId: CLAN, gameKarma: 40 });
  const createdAt = START - HOUR;
  const own = await api.addPost({ author: AURORA, player: id, flairs: 1, createdAt });
  await api.addPost({ author: AURORA, player: id, createdAt: START - DAY });
  await api.addPost({ player: id, modLocked: true });
  const [row] = await rowsOf(username);
  const numbers = { siteKarma: 1, gameKarma: 40, performance: 1, teamplay: 0, courtesy: 0 };
  const clan = { ...CLAN_INFO, leagueColor: 7 };
  const ownPost = { id: own, createdAt: new Date(createdAt).toISOString() };
  expect(row).toEqual({ name: username, id, clan, ...numbers, posts: 2, ribbon: '0+', ownPost });
  expect((await ask([username], MOD)).json[0]).not.toHaveProperty('ownPost');
  expect(requested()).toEqual([]);
});

describe('the publisher', () => {
  test('gets at most three requests for a battle of which half is stored, none when all are (rule 33.32)', async () => {
    const known = await Promise.all(Array.from({ length: 12 }, () => store()));
    const names = [...known, ...Array.from({ length: 12 }, () => publish())].map(({ username }) => username);
    expect((await rowsOf(...names)).every((row) => 'id' in row)).toBe(true);
    expect(requested().sort()).toEqual(ALL);
    // The ids of the others are known now.
    await rowsOf(...names);
    expect(requested().sort()).toEqual(DETAILS);
    await Promise.all(names.slice(12).map((username) => api.addPlayer({ username })));
    await rowsOf(...names);
    expect(requested()).toEqual([]);
  });

  test('gives game karma and clan of those who are not stored, and they stay so (rule 33.32)', async () => {
    const { id, username } = publish({ clanId: CLAN, gameKarma: -7 });
    const [row] = await rowsOf(username);
    const none = { siteKarma: 0, performance: 0, teamplay: 0, courtesy: 0, posts: 0, ribbon: '' };
    expect(row).toEqual({
      name: username,
      id,
      clan: { ...CLAN_INFO, leagueColor: 0 },
      gameKarma: -7,
      ...none,
    });
    expect((await api.call('GET', '/api/Player')).text).not.toContain(username);
    expect((await rowsOf(publish().username))[0]).toMatchObject({ clan: null });
  });

  test.each([
    ['does not answer', down],
    ['answers nonsense', nonsense],
  ])(
    'leaves names unchecked while it %s, and they are looked up again (rule 33.37)',
    async (_, behaviour) => {
      const [stored, { username }] = [await store(), publish()];
      const hidden = await store({ optedOut: true });
      fake.behaviour = behaviour;
      const names = [username, hidden.username, `Nobody_${++nextId}`];
      const rows = names.map((name) => ({ name, unchecked: true }));
      expect(await rowsOf(stored.username, ...names)).toEqual([
        expect.objectContaining({ id: stored.id }),
        ...rows,
      ]);
      fake.behaviour = null;
      expect(await rowsOf(...names)).toMatchObject([{ id: expect.any(Number) }, {}, {}]);
      expect((await rowsOf(...names)).some((row) => 'unchecked' in row)).toBe(false);
    },
  );

  test('loses no other name to one that it refuses (rule 33.44)', async () => {
    const [plain, old, odd] = [publish(), await store({ refreshedAt: null }), '再无热情'];
    const refusal = { status: 'error', error: { field: 'search', message: 'INVALID_SEARCH', code: 407 } };
    fake.behaviour = ({ searchParams }) =>
      searchParams.get('search')?.includes(odd) ? Response.json(refusal) : undefined;
    expect(await rowsOf(odd, plain.username, old.username, `Nobody_${++nextId}`)).toMatchObject([
      { name: odd, unchecked: true },
      { id: plain.id },
      { id: old.id },
      { name: `Nobody_${nextId}` },
    ]);
    expect(requested().sort()).toEqual([...ALL, 'account/list'].sort());
    fake.behaviour = null;
    const { id } = publish({ username: odd });
    expect(await rowsOf(odd)).toMatchObject([{ id }]);
  });

  test('is not asked without an application id (rule 33.37)', async () => {
    const { options, requests } = createFakePublisher({ applicationId: null });
    const other = await openTestApi({ database: api.database, publisher: options });
    const names = [':Bouvet:', publish().username, (await store({ optedOut: true })).username];
    expect((await ask(names, AURORA, other)).json).toEqual(names.map((name) => ({ name, unchecked: true })));
    expect(requests).toEqual([]);
  });
});

describe('a name that the publisher last reported more than a day ago', () => {
  const OLD = { gameKarma: 40, refreshedAt: new Date(START - 2 * DAY) };
  /** A stored player with an own post, who has another name now. */
  async function renamed(refreshedAt: Date) {
    const former = await store({ ...OLD, refreshedAt });
    await api.addPost({ author: AURORA, player: former.id, flairs: 1 });
    fake.addPlayer({ ...former, username: `Renamed_${former.id}` });
    return former;
  }

  test.each([
    ['an account that is not stored', OLD.refreshedAt, null],
    ['an account that is stored and was looked up earlier', OLD.refreshedAt, START - 3 * DAY],
    ['one of two that were looked up today', new Date(START), START - HOUR],
  ])('has the row of its account: %s (rule 33.33)', async (_, refreshedAt, heirAt) => {
    const { username } = await renamed(refreshedAt);
    const heir = publish({ username, gameKarma: 3 });
    if (heirAt !== null) await api.addPlayer({ ...heir, refreshedAt: new Date(heirAt) });
    const [row] = await rowsOf(username);
    expect(row).toMatchObject({ name: username, id: heir.id, gameKarma: 3, posts: 0 });
    expect(row).not.toHaveProperty('ownPost');
  });

  test('has no row when no account has it, and is not taken for a player again (rule 33.33)', async () => {
    const { username } = await renamed(OLD.refreshedAt);
    for (let count = 0; count < 2; count += 1) expect(await rowsOf(username)).toEqual([{ name: username }]);
  });

  test('has the stored numbers when it is still its account’s, for one request (rule 33.33)', async () => {
    const [{ id, username }, current] = [await store(OLD), await store()];
    const [row] = await rowsOf(username, current.username);
    expect(row).toMatchObject({ id, gameKarma: 40 });
    expect(row).not.toHaveProperty('asOf');
    expect(requested()).toEqual(['account/list']);
  });

  test('has the stored numbers as of then while the publisher does not answer (rule 33.37)', async () => {
    const { username } = await store(OLD);
    const neverSeen = await store({ refreshedAt: null, createdAt: new Date(START - HOUR) });
    const asOf = [OLD.refreshedAt.toISOString(), new Date(START - HOUR).toISOString()];
    const expected = asOf.map((date) =>
      expect.objectContaining({ gameKarma: expect.any(Number), asOf: date }),
    );
    fake.behaviour = down;
    expect(await rowsOf(username, neverSeen.username)).toEqual(expected);
    const { options } = createFakePublisher({ applicationId: null });
    const other = await openTestApi({ database: api.database, publisher: options });
    expect((await ask([username, neverSeen.username], AURORA, other)).json).toEqual(expected);
  });
});

describe('a renamed player', () => {
  test('has the stored numbers by the new name, and nothing by the former one (rule 33.33)', async () => {
    const { id, username } = await store();
    await api.addPost({ player: id, flairs: 1 });
    // Someone else has the name now.
    const heir = await store({ username, refreshedAt: new Date(START + 1) });
    fake.addPlayer({ id, username: 'Sailor_Renamed' });
    const [renamed, former] = await rowsOf('sailor_renamed', username);
    expect(renamed).toMatchObject({ name: 'sailor_renamed', id, posts: 1, siteKarma: 1, ribbon: '+' });
    expect(former).toMatchObject({ id: heir.id, posts: 0 });
    await api.changePlayer(id, { username: 'Sailor_Renamed' });
    await api.changePlayer(heir.id, { username: 'Heir_Renamed' });
    fake.addPlayer({ ...heir, username: 'Heir_Renamed' });
    expect(await rowsOf(username)).toEqual([{ name: username }]);
  });

  test('who is not stored loses the name to the account that has it now (rule 33.33)', async () => {
    const [first, second] = [publish(), publish()];
    const { username } = first;
    await rowsOf(username);
    fake.addPlayer({ ...first, username: 'Sailor_Elsewhere' });
    fake.addPlayer({ ...second, username });
    expect(await rowsOf(username)).toMatchObject([{ id: second.id }]);
    expect(await keptNames()).toContainEqual(
      expect.objectContaining({ name: username.toLowerCase(), id: second.id }),
    );
  });
});

describe('accounts', () => {
  const pair = ({ id, username }: Asked, name = username) => ({ id, name });

  test('follow the names in their order, with stored names, for no more requests (rule 33.42)', async () => {
    const [stored, other, named] = [await store(), publish({ clanId: CLAN, gameKarma: -7 }), publish()];
    const unknown = { id: ++nextId, name: 'Sent' };
    const accounts = [unknown, pair(other, 'Sent'), pair(stored, 'Sent'), pair(other, 'Again')];
    const { json } = await send({ names: [named.username], accounts });
    expect(json).toMatchObject([
      { id: named.id, name: named.username },
      { name: 'Sent' },
      { id: other.id, name: other.username, gameKarma: -7, clan: { id: CLAN }, posts: 0 },
      { id: stored.id, name: stored.username, gameKarma: 12 },
      { id: other.id, name: other.username },
    ]);
    expect(requested().sort()).toEqual(ALL);
  });

  test('that a client invents change no answer to others (rule 33.36)', async () => {
    const [victim, stranger, hidden] = [publish(), publish(), await store({ optedOut: true })];
    const kept = await keptNames();
    await send({
      accounts: [pair(victim, stranger.username), pair(hidden, victim.username), pair(stranger)],
    });
    expect(await keptNames()).toEqual(kept);
    const rows = await send({ names: [victim.username, stranger.username] }, BORODINO);
    expect(rows.json).toMatchObject([
      { id: victim.id, name: victim.username },
      { id: stranger.id, name: stranger.username },
    ]);
    const own = await send({ accounts: [pair(victim), pair(stranger)] }, BORODINO);
    expect(own.json).toMatchObject([{ name: victim.username }, { name: stranger.username }]);
  });

  test('are unchecked while the publisher does not answer, except for stored ones (rule 33.37)', async () => {
    const [stored, other] = [await store(), publish()];
    fake.behaviour = down;
    const { json } = await send({ accounts: [pair(other), pair(stored)] });
    expect(json).toMatchObject([{ name: other.username, unchecked: true }, { id: stored.id }]);
  });
});

describe('names without a row', () => {
  test.each(FORMS_AND_REASONS)(
    'look and cost the same for everyone: %s, %s (rule 33.34)',
    async (form, reason, create) => {
      const player = await create();
      const { id, username: name } = player;
      const body = FORMS[form](player);
      const expected = form === 'names' ? ALL : DETAILS;
      requested();
      expect((await send(body)).text).toBe(`[{"name":"${name}"}]`);
      const sent = fake.requests.join();
      expect(requested().sort()).toEqual(expected);
      const mayBeSent = reason === 'hidden at the publisher' || (reason === 'unknown' && form === 'accounts');
      expect(sent.includes(`account_id=${id}`)).toBe(mayBeSent);
      const viewers = [MOD, ADMIN, ...(['opted out', 'hidden in the database'].includes(reason) ? [id] : [])];
      for (const as of viewers) expect((await send(body, as)).text).toBe(`[{"name":"${name}"}]`);
      expect([requested(), await keeps(name)]).toEqual([[], false]);
      api.clock.now += DAY + 1;
      await send(body);
      expect(requested().sort()).toEqual(expected);
    },
  );

  test('of players who concealed themselves since are sent like unknown ones (rule 33.34)', async () => {
    const { id, username } = publish();
    await rowsOf(username);
    await api.addPlayer({ id, username: 'Other_Name', optedOut: true });
    requested();
    expect([await rowsOf(username), requested().sort()]).toEqual([[{ name: username }], ALL]);
  });

  test('of erased persons have none in any letter case (rule 33.34)', async () => {
    const person = publish();
    await erase(person);
    // Someone else has the name now.
    fake.worlds.eu.players.delete(person.id);
    publish({ username: person.username });
    const { username } = person;
    const names = [username.toUpperCase(), username.toLowerCase(), username];
    for (const name of names) expect(await rowsOf(name)).toEqual([{ name }]);
    const other = await openTestApi({ database: api.database, publisher: fake.options });
    expect((await ask([username.toLowerCase()], AURORA, other)).json).toEqual([
      { name: username.toLowerCase() },
    ]);
  });

  test.each([0, 2])(
    'have one again as soon as the player opts in, who was reported %i days ago (rule 33.34)',
    async (days) => {
      const refreshedAt = new Date(START - days * DAY);
      const { id, username } = await store({ optedOut: true, refreshedAt });
      expect(await rowsOf(username)).toEqual([{ name: username }]);
      await api.changePlayer(id, { optedOut: false });
      const [row] = await rowsOf(username);
      expect(row).toMatchObject({ id });
      expect(row).not.toHaveProperty('asOf');
    },
  );
});

describe('names that were looked up', () => {
  test('are kept for 30 days, and never of an erased person (rule 33.36)', async () => {
    const { id, username } = publish();
    await rowsOf(username);
    const apply = (now: number) => applyRetention(api.database, now, new AbortController().signal);
    await apply(START + 30 * DAY);
    expect(await keptNames()).toContainEqual({ id, name: username.toLowerCase(), day: expect.any(Date) });
    await erase({ id, username });
    api.clock.now += DAY;
    expect(await rowsOf(username)).toEqual([{ name: username }]);
    await apply(START + 31 * DAY);
    expect(await keeps(username)).toBe(false);
    requested();
    api.clock.now += 31 * DAY;
    await rowsOf(username);
    expect([requested().includes('account/list'), await keeps(username)]).toEqual([true, false]);
  });

  test('have their rows also when they cannot be kept (rule 33.36)', async () => {
    const [{ username }, stored] = [publish(), await store()];
    const alter = (change: SQL) =>
      api.database.transaction('eu', (db) => db.execute(sql`alter table ${namedAccounts} ${change}`));
    await alter(sql`add constraint refused check (false) not valid`);
    onTestFinished(async () => void (await alter(sql`drop constraint refused`)));
    expect(await rowsOf(username, stored.username)).toMatchObject([{ gameKarma: 12 }, { id: stored.id }]);
    expect(await keeps(username)).toBe(false);
  });

  test('are looked up in read-only mode, too, and not kept (rule 33.40)', async () => {
    const [{ username }, stored] = [publish(), await store()];
    readOnly.toggle();
    expect(await rowsOf(username, stored.username)).toMatchObject([{ gameKarma: 12 }, { id: stored.id }]);
    readOnly.toggle();
    expect(await keeps(username)).toBe(false);
  });
});

describe('an account', () => {
  const limitedApi = () => openTestApi({ database: api.database, env: { RATE_LIMIT_ACCOUNT: '1' } });
  const refusalOf = async (on: TestApi) => {
    const { status, headers, json } = await ask(['Sailor'], AURORA, on);
    return { status, wait: Number(headers['retry-after']), detail: json.detail, until: json.until };
  };

  test('looks up a team six times a minute, and can still write (rule 33.39)', async () => {
    const limited = await limitedApi();
    for (let count = 0; count < 6; count += 1) expect((await refusalOf(limited)).status).toBe(200);
    const { status, wait, detail } = await refusalOf(limited);
    expect([status, detail]).toEqual([
      429,
      `You can look up a team 6 times a minute. Try again in ${wait} s.`,
    ]);
    expect((await ask(['Sailor'], BORODINO, limited)).status).toBe(200);
    expect((await limited.call('POST', '/api/auth/renew-seed', { as: AURORA })).status).toBe(200);
  });

  test('looks up a team 200 times a day (rule 33.39)', async () => {
    const limited = await limitedApi();
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    onTestFinished(() => void vi.useRealTimers());
    for (let count = 0; count < 200; count += 1) {
      vi.setSystemTime(START + count * 10_000);
      expect((await refusalOf(limited)).status).toBe(200);
    }
    vi.setSystemTime(START + HOUR);
    const { status, wait, detail, until } = await refusalOf(limited);
    expect([status, wait, until]).toEqual([429, 23 * 3600, new Date(START + DAY).toISOString()]);
    expect(detail).toBe('You can look up a team 200 times a day. Try again in 1380 minutes.');
    vi.setSystemTime(START + DAY);
    expect((await refusalOf(limited)).status).toBe(200);
  });
});
