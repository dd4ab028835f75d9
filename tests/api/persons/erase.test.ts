/** Erasing a person leaves no trace in any table, file, call or Discord message, and other people's data stays. */
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COVERAGE, columnsOf } from '#api/commands/person/coverage.ts';
import { previewErasure } from '#api/commands/person/erase.ts';
import { type ErasureReport, isNothing } from '#api/commands/person/report.ts';
import { grantRole } from '#api/commands/role/change.ts';
import { notifications } from '#api/db/message-schema.ts';
import { tableNamed } from '#api/db/statements.ts';
import { recordSignIn } from '#api/model/auth/queries.ts';
import { recalculateKarma } from '#api/model/posts/karma.ts';
import {
  ADMIN,
  AURORA,
  BORODINO,
  CONTENT,
  createTestApi,
  HOOD,
  MOD,
  OPTED_OUT,
  type TestApi,
} from '#tests/support/api.ts';
import { ONCE } from '#tests/support/back-off.ts';
import { settleMessages, startDiscord, storedMessages } from '#tests/support/discord-server.ts';
import { sumsIn } from '#tests/support/file-store-contract.ts';
import { scanFor } from '#tests/support/person.ts';
import { createFakePublisher } from '#tests/support/publisher.ts';
import { battleFile, createPerson, erase, type Kept, NAME, OLD_NAME, PERSON, TRACES } from './world.ts';

const publisher = createFakePublisher({ requestLimits: { backOff: ONCE, perSecond: 100_000 } });
let discord: Awaited<ReturnType<typeof startDiscord>>;
/** What Discord showed before the erasure, and how many messages. */
let announced: { text: string; count: number };
let api: TestApi;
let kept: Kept;
let own: string;
let token: string;
let report: ErasureReport;
let dryRun: ErasureReport;
let filesBefore: string[];
beforeAll(async () => {
  discord = await startDiscord();
  const env = { DISCORD_WEBHOOK_EU: discord.url(1), DISCORD_MODERATION_WEBHOOK_EU: discord.url(2) };
  api = await createTestApi({ env, publisher: publisher.options });
  kept = await createPerson(api);
  await settleMessages(api.database);
  announced = { text: onDiscord(), count: discord.messages.size };
  token = await api.tokenOf(PERSON);
  [own = ''] = (await api.call('GET', `/api/post/${PERSON}/sent`)).json.map(({ id }: { id: string }) => id);
  filesBefore = await storedFiles();
  const scan = await scanFor(api.database, PERSON);
  dryRun = await api.database.snapshot('eu', (db) => previewErasure(db, scan, { keepMentions: false }));
  report = await erase(api);
});
afterAll(async () => {
  await api.close();
  await discord.close();
});

/** All messages, without the escapes of Markdown. */
const onDiscord = (): string => JSON.stringify([...discord.messages.values()]).replaceAll('\\', '');

const storedFiles = (): Promise<string[]> => sumsIn(api.files, 'eu');

/** Every row of every table, as a dump has it. */
async function dump(): Promise<Record<string, string>> {
  return api.database.read('eu', async (db) => {
    const tables: Record<string, string> = {};
    const known = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'eu'`,
    );
    for (const { name: table } of known.rows) {
      const { rows } = await db.execute<{ row: string }>(
        sql`select stored::text as row from ${tableNamed(table)} as stored`,
      );
      tables[table] = rows.map(({ row }) => row).join('\n');
    }
    return tables;
  });
}

const tracesIn = (text: string): string[] =>
  TRACES.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));

/** Columns that can hold an id, a name or a text. */
const columnsOfDatabase = () =>
  api.database.read('eu', (db) =>
    db.execute<{ table: string; column: string }>(sql`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'eu' and table_name not like '\\_\\_%'
        and data_type not in ('boolean', 'smallint', 'integer', 'timestamp with time zone')`),
  );

describe('the list of columns', () => {
  test('covers every column of the database that can hold an id, a name or a text (Rule 20.6)', async () => {
    const { rows } = await columnsOfDatabase();
    const stored = rows.map(({ table, column }) => `${table}.${column}`).sort();
    const covered = Object.entries(COVERAGE).flatMap(([table, columns]) =>
      Object.values(columns).flatMap((names) => names.map((column) => `${table}.${column}`)),
    );
    expect(covered.sort()).toEqual(stored);
  });

  test('treats every reference to a player as the person’s or as that of an actor', async () => {
    const { rows } = await api.database.read('eu', (db) =>
      db.execute<{ table: string; column: string }>(sql`
        select source.relname as "table", attribute.attname as "column" from pg_constraint as constraints
        join pg_class as source on source.oid = constraints.conrelid
        join pg_attribute as attribute on attribute.attrelid = source.oid and attribute.attnum = any(constraints.conkey)
        where constraints.contype = 'f' and constraints.confrelid = 'eu.players'::regclass`),
    );
    expect(rows.length).toBeGreaterThan(8);
    for (const { table, column } of rows)
      expect(columnsOf(table, 'person', 'actor', 'hidden'), table).toContain(column);
  });
});

describe('after an erasure (Rule 20.6)', () => {
  test('no table contains the id, a name or the words of a post that was deleted before', async () => {
    for (const [table, text] of Object.entries(await dump())) expect(tracesIn(text), table).toEqual([]);
  });

  test('no file of a battle with the person is left, and others stay', async () => {
    // Two replays, each with its timeline and thumbnail.
    expect(filesBefore).toHaveLength(6);
    expect(await storedFiles()).toEqual([]);
    const other = await api.files.put('eu', Buffer.from('another file'));
    expect((await readFile(api.files.pathOf('eu', other))).toString()).toBe('another file');
  });

  test('no call answers with the id or a name, neither for visitors nor for staff', async () => {
    const posts: string[] = (await api.call('GET', '/api/post', { as: ADMIN })).json;
    const replayIds: string[] = (await api.call('GET', '/api/replay', { as: ADMIN })).json;
    const paths = [
      ...['player', 'clan', 'post', 'replay'].map((name) => `/api/${name}`),
      '/api/clan/search/gone',
      '/api/clan/500900555',
      '/api/post/latest?pageSize=100',
      '/jobs',
      ...posts.flatMap((id) => [`/api/post/${id}`, `/api/mod/action/list?postId=${id}`]),
      ...replayIds.flatMap((id) => [`/api/replay/${id}`, `/api/replay/${id}/timeline`]),
      ...[AURORA, BORODINO, HOOD, PERSON].flatMap((id) => [
        `/api/post/${id}/received?pageSize=100`,
        `/api/post/${id}/sent?pageSize=100`,
        `/api/mod/action/list?userId=${id}`,
        `/api/mod/bans/${id}`,
      ]),
    ];
    for (const viewer of [{}, { as: ADMIN }, { as: AURORA }])
      for (const path of paths)
        expect(tracesIn((await api.call('GET', path, viewer)).text), path).toEqual([]);
    for (const path of [`/api/player/${PERSON}`, `/api/profile/${PERSON}`])
      expect((await api.call('GET', path)).status, path).toBe(404);
    expect((await api.call('GET', `/api/player/search/${NAME}`)).status).toBe(204);
    expect((await api.call('POST', '/api/player/karmas', { body: [PERSON] })).json).toEqual({});
  });

  test('crawlers get 410 for the pages of the person and their posts', async () => {
    for (const path of [`player/${PERSON}`, `post/${own}`])
      expect((await api.call('GET', `/og/${path}.json`)).status, path).toBe(410);
  });

  test('the person’s sign-ins have ended', async () => {
    expect((await api.call('HEAD', '/api/auth', { token })).status).toBe(401);
  });

  test('karma is that of the posts that are left', async () => {
    for (const id of [AURORA, BORODINO, HOOD]) {
      const before = await api.karmaOf(id);
      await api.database.transaction('eu', (db) => recalculateKarma(db, id));
      expect(await api.karmaOf(id), String(id)).toEqual(before);
    }
  });

  test('the report counts what happened, by table', () => {
    expect(report.names).toEqual(expect.arrayContaining([NAME, OLD_NAME]));
    expect(report.deleted).toMatchObject({ posts: 3, replays: 2, platform_bans: 1, users: 1, players: 1 });
    expect(report.unlinked).toMatchObject({ mod_actions: 1, platform_bans: 1, role_changes: 1 });
    expect(report.masked.replays).toBeGreaterThan(0);
  });

  test('a dry run before it has reported the same (Rule 20.6)', () => {
    expect(dryRun).toEqual(report);
  });
});

describe('what belongs to others stays (Rule 20.7)', () => {
  test('a battle keeps its roster and chat, with the person masked and without its file', async () => {
    const { json } = await api.call('GET', `/api/post/${kept.battle}`);
    const { replay, replayState } = json.model;
    const { downloadUri, minimapUri, timelineUri } = replay;
    expect([replayState, downloadUri, minimapUri, timelineUri]).toEqual([0, undefined, null, null]);
    const names = replay.players.map((player: { name: string }) => player.name);
    expect(names).toEqual([
      'Invented_Captain_0',
      'Invented_Captain_1',
      'Removed player',
      'Invented_Captain_3',
    ]);
    expect(replay.players[2]).toMatchObject({ accountId: 0, clanId: 0, clanTag: '' });
    expect(replay.chatMessages).toMatchObject([
      { playerId: 0, username: 'Removed player', messageContent: '[removed]' },
      { username: 'Invented_Captain_1', messageContent: 'Well done, […]!' },
    ]);
    const file = await api.call('GET', `/api/replay/${replay.id}/file`);
    expect([file.status, file.json.detail]).toEqual([404, 'This file is no longer available.']);
    expect((await api.call('PATCH', `/api/replay/reprocess/${replay.id}`, { as: ADMIN })).status).toBe(404);
  });

  test('texts keep everything but the name and the id', async () => {
    const { json } = await api.call('GET', `/api/post/${kept.mention}`);
    expect(json.model.title).toBe('About […]');
    expect(json.model.content).toContain('Ask _[…]_ ([…]) or […].');
    const [action] = (await api.call('GET', `/api/mod/action/list?postId=${kept.mention}`, { as: MOD })).json;
    expect(action.rules).toEqual(['As […] said, "rude"', 'insults']);
  });

  test('actions and bans of a moderator stay in force, by a former moderator', async () => {
    const actions = await api.call('GET', `/api/mod/action/list?postId=${kept.moderated}`, { as: MOD });
    expect(actions.json).toMatchObject([{ actionType: 0, modUsername: 'Former moderator' }]);
    expect((await api.call('GET', `/api/post/${kept.moderated}`)).status).toBe(410);
  });
});

test('messages about the person are deleted, and others no longer name them (Rule 20.7)', async () => {
  expect(tracesIn(announced.text)).not.toEqual([]);
  expect(announced.text).toContain('By **Zephyr_Gone**');
  expect(announced.text).toContain('As Zephyr_Gone reported');
  // The next announcement wakes the sender, which otherwise looks at intervals.
  expect((await api.createPost({ player: { id: AURORA } }, { as: HOOD })).status).toBe(201);
  await settleMessages(api.database);
  expect(tracesIn(onDiscord())).toEqual([]);
  for (const text of [
    'About […]',
    `/posts/${kept.mention}`,
    `/posts/${kept.moderated}`,
    'By **Former moderator**',
  ])
    expect(onDiscord()).toContain(text);
  expect(report.messages).toBeGreaterThan(announced.count - discord.messages.size);
  expect((await storedMessages(api.database)).map(({ playerId }) => playerId)).not.toContain(0);
});

describe('an erased person (Rule 20.8)', () => {
  test('is masked in replays that are uploaded later, whose file is not kept', async () => {
    const options = { as: MOD, replay: battleFile(), query: '?ignoreChecks=true' };
    const { status, json } = await api.createPost({ player: { id: OPTED_OUT }, flairs: 1 }, options);
    expect(status).toBe(201);
    expect(JSON.stringify(json.replay)).toContain('Removed player');
    expect([json.replayState, json.replay.downloadUri, tracesIn(JSON.stringify(json))]).toEqual([
      0,
      undefined,
      [],
    ]);
    for (const [table, text] of Object.entries(await dump())) expect(tracesIn(text), table).toEqual([]);
  });

  test('starts again with the next sign-in, and is named in later replays (Rule 20.9)', async () => {
    await api.database.transaction('eu', (db) =>
      recordSignIn(db, { id: PERSON, username: NAME }, api.clock.now),
    );
    const { json } = await api.call('GET', `/api/player/${PERSON}`);
    expect(json).toMatchObject({ username: NAME, siteKarma: 0, postsBanned: false });
    expect((await api.call('GET', `/api/post/${PERSON}/received`)).json).toEqual([]);
    const options = { as: PERSON, replay: battleFile() };
    const created = await api.createPost({ player: { id: AURORA }, flairs: 1 }, options);
    expect(created.json.replay.players[2].name).toBe(NAME);
    expect(created.json.replay.downloadUri).toMatch(/file$/);
  });
});

test('an erased player whom the publisher lists is found after the next sign-in (Rule 20.9)', async () => {
  const [clan, erased, other] = [500_000_700, 550_000_001, 550_000_002];
  const status = async () => (await api.call('GET', `/api/player/${erased}`)).status;
  publisher.addClan({ id: clan, tag: 'LEFT', name: 'Left behind', leagueColor: 0xffcc9966 });
  for (const id of [erased, other])
    publisher.addPlayer({ id, username: `Listed_${id}`, gameKarma: 3, clanId: clan, clanMemberRole: 6 });
  expect(await status()).toBe(200);
  await erase(api, erased);
  expect(await status()).toBe(404);
  const found = await api.call('GET', '/api/player/search/Listed_55');
  expect(found.json).toMatchObject([{ id: other, username: `Listed_${other}` }]);
  const { members } = (await api.call('GET', `/api/clan/${clan}`)).json;
  expect(members.map(({ id }: { id: number }) => id)).toEqual([other]);
  expect((await api.call('GET', '/api/player')).text).not.toContain(String(erased));
  await api.database.transaction('eu', (db) =>
    recordSignIn(db, { id: erased, username: `Listed_${erased}` }, api.clock.now),
  );
  expect(await status()).toBe(200);
});

test('erases someone who only appears in other players’ battles, and no text for a name of theirs', async () => {
  const [id, name] = [500_100_001, 'Invented_Captain_0'];
  const mention = await api.addPost({ author: AURORA, player: HOOD, title: `Not ${name}` });
  const result = await erase(api, id);
  expect([result.names, result.candidates]).toEqual([[], [name]]);
  const stored = await dump();
  expect(stored.replays).not.toContain(name);
  expect((await api.call('GET', `/api/post/${mention}`)).json.model.title).toBe(`Not ${name}`);
});

test('of a number that nothing is stored about leaves no fingerprint (Rule 20.6)', async () => {
  const { person_erasures: before } = await dump();
  expect(isNothing(await erase(api, 999_999_999))).toBe(true);
  expect((await dump()).person_erasures).toBe(before);
});

test('is refused when the account got another name during the search (Rule 20.6)', async () => {
  const id = await api.addPlayer({ username: 'Searched_Name' });
  const rename = () => api.changePlayer(id, { username: 'Newer_Name' });
  await expect(erase(api, id, { whileSearching: rename })).rejects.toThrow('got another name');
  expect((await erase(api, id)).names).toEqual(['Newer_Name', 'Searched_Name']);
});

test('leaves mentions on request, but no name of the moderator of a ban (Rule 20.6)', async () => {
  const [id, name] = [500_100_009, 'Ordinary'];
  await api.addPlayer({ id, username: name });
  const operator = { accountId: id, changedBy: 'a test', now: api.clock.now };
  await api.database.transaction('eu', (db) => grantRole(db, { ...operator, role: 'mod' }));
  for (const as of [id, MOD]) {
    const body = { userId: await api.addPlayer(), reason: `An ${name} insult` };
    expect((await api.call('POST', '/api/mod/bans?days=3', { as, body })).status).toBe(202);
  }
  const mention = await api.addPost({ author: AURORA, player: HOOD, title: `${name} game` });
  const { texts, unlinked } = await erase(api, id, { keepMentions: true });
  expect([texts, unlinked.notifications]).toEqual([[], expect.any(Number)]);
  expect((await api.call('GET', `/api/post/${mention}`)).json.model.title).toBe(`${name} game`);
  const told = await api.database.read('eu', (db) =>
    db
      .select({ payload: notifications.payload })
      .from(notifications)
      .where(sql`type = 9 and payload->>'reason' = ${`An ${name} insult`}`),
  );
  const moderators = told.map(({ payload }) => (payload as { modUsername: string }).modUsername);
  const { json: mod } = await api.call('GET', `/api/player/${MOD}`);
  expect(new Set(moderators)).toEqual(new Set(['Former moderator', mod.username]));
});

test('masks a name at the start of a line, in recorded texts and in chat', async () => {
  const [id, name] = [500_100_002, 'Second_Line_Only'];
  await api.addPlayer({ id, username: name });
  const content = `${CONTENT}\n${name}\t${name}`;
  const postId = await api.addPost({ author: AURORA, player: HOOD, content });
  const updatedPost = { title: 'Toned down', content: CONTENT, flairs: 0 };
  expect((await api.moderate(postId, { updatedPost })).status).toBe(202);
  const line = { playerId: 5, username: 'Other', messageGroup: 'battle_team', messageContent: `gg\n${name}` };
  await api.addReplay(postId, { chatMessages: [line] });
  const before = await dump();
  expect([before.mod_actions, before.replays].map((text) => text?.includes(name))).toEqual([true, true]);
  await erase(api, id);
  for (const [table, text] of Object.entries(await dump())) expect(text.includes(name), table).toBe(false);
});
