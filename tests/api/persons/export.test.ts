/** The export of a person: everything that an erasure would remove or mask, and nothing of others. */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { COVERAGE, columnsOf } from '#api/commands/person/coverage.ts';
import type { PersonExport } from '#api/commands/person/export.ts';
import { modActions } from '#api/db/moderation-schema.ts';
import { tableNamed } from '#api/db/statements.ts';
import { AURORA, BORODINO, CONTENT, HOOD } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { exportOf } from '#tests/support/person.ts';
import {
  createPerson,
  DELETED_WORDS,
  type Kept,
  NAME,
  OLD_NAME,
  OTHERS_WORDS,
  PERSON,
  WITHDRAWN_WORDS,
} from './world.ts';

const api = setUpApi();

let kept: Kept;
let found: PersonExport;
const exported = (id: number) => exportOf(api.database, id);
beforeAll(async () => {
  kept = await createPerson(api);
  found = (await exported(PERSON)) as PersonExport;
});

test('names the account and all names under which it was stored (Rule 20.10)', () => {
  expect(found.account.id).toBe(PERSON);
  expect([...found.account.names].sort()).toEqual([OLD_NAME, NAME]);
});

test('has every row about the person, of every table with such rows (Rule 20.10)', async () => {
  const aboutPersons = Object.keys(COVERAGE).filter(
    (table) => columnsOf(table, 'person', 'actor').length > 0,
  );
  for (const table of aboutPersons) {
    const columns = columnsOf(table, 'person', 'actor').map(
      (name) => sql`${sql.identifier(name)} = ${PERSON}`,
    );
    const { rows } = await api.database.read('eu', (db) =>
      db.execute(sql`select 1 from ${tableNamed(table)} where ${sql.join(columns, sql` or `)}`),
    );
    expect(rows.length, table).toBeGreaterThan(0);
    expect(found.tables[table], table).toHaveLength(rows.length);
  }
  expect(found.tables.replays).toHaveLength(2);
});

test('has deleted posts of the person that notifications of others still hold (Rule 20.10)', async () => {
  expect(found.deletedPosts).toMatchObject([
    { title: DELETED_WORDS, content: CONTENT, author: { id: PERSON }, player: { id: HOOD } },
  ]);
  expect((await exported(HOOD))?.deletedPosts).toEqual([]);
});

test('has the words of a withdrawn reply for its author alone (Rule 20.10)', async () => {
  expect(found.tables.reply_versions).toMatchObject([{ content: WITHDRAWN_WORDS }]);
  expect(JSON.stringify(await exported(AURORA))).not.toContain(WITHDRAWN_WORDS);
});

test('has the files of posts by and about the person', () => {
  const ids = found.tables.replays
    ?.flatMap(({ id }) => ['json.br', 'webp', 'wowsreplay'].map((type) => `${id}.${type}`))
    .sort();
  expect(found.files.map(({ name }) => name).sort()).toEqual(ids);
});

test('has the person’s part of other players’ battles, not the rest of their rosters', () => {
  expect(found.battles).toMatchObject([
    {
      postId: kept.battle,
      roster: [{ accountId: PERSON }],
      chat: [{ playerId: PERSON }],
      mentions: ['Well done, zephyr_before!'],
    },
  ]);
});

test('has the words around mentions in posts that everyone can read', () => {
  const mentions = found.mentions.filter(({ table }) => table === 'posts');
  expect(mentions).toEqual([
    { table: 'posts', column: 'title', id: kept.mention, excerpts: [`About ${NAME}`] },
    { table: 'posts', column: 'content', id: kept.mention, excerpts: expect.any(Array) },
  ]);
  expect(mentions[1]?.excerpts).toHaveLength(3);
  expect(JSON.stringify(mentions)).not.toContain(CONTENT);
});

test('says where else others mention the person, without a word of it (Rule 20.10)', () => {
  const others = found.mentions.filter(({ table }) => table !== 'posts' && table !== 'clans');
  const codes = [
    'reports.rule',
    'replays.thumbnail_shown',
    ...['mod_actions', 'platform_bans', 'decisions'].map((table) => `${table}.rules`),
  ];
  expect(others.map(({ table, column }) => `${table}.${column}`)).toEqual(
    expect.arrayContaining(['notifications.payload', 'platform_bans.reason', ...codes]),
  );
  for (const mention of others) expect(mention.excerpts).toEqual([]);
});

test('has no post of others that the person moderated', async () => {
  const rows = found.tables.mod_actions?.filter(({ author_id }) => Number(author_id) !== PERSON) ?? [];
  expect(rows.map(({ reason }) => reason)).toContain(`As ${NAME} reported`);
  for (const row of rows) expect([row.updated_post, row.previous_post]).toEqual([null, null]);
});

test('has neither reason nor codes of an action that the person reverted', async () => {
  await api.database.transaction('eu', (db) =>
    db.update(modActions).set({ revertedBy: PERSON }).where(eq(modActions.postId, kept.mention)),
  );
  const [row] =
    (await exported(PERSON))?.tables.mod_actions?.filter(({ post_id }) => post_id === kept.mention) ?? [];
  expect(row).toMatchObject({ reason: null, rules: null });
});

test('names no one else who acted, nor what others wrote to moderators (Rule 20.10)', () => {
  const { decisions, objections, staff_notes: notes } = found.tables;
  const actors = [...(decisions ?? []), ...(objections ?? []), ...(notes ?? [])].flatMap((row) => [
    ...[row.mod_id, row.other_id, row.decided_by],
    ...('decision_id' in row || 'player_id' in row ? [row.author_id] : []),
  ]);
  expect(new Set(actors.filter((id) => id != null).map(Number))).toEqual(new Set([PERSON]));
  expect(notes).toMatchObject([{ words: `Ask ${NAME} again`, author_id: null }]);
  expect(JSON.stringify(found)).not.toContain(OTHERS_WORDS);
});

test('has no secret of the account, and no ticket id of others', () => {
  expect(found.tables.users?.[0]).not.toHaveProperty('seed');
  const tickets = found.tables.posts?.map((row) => [Number(row.author_id) === PERSON, row.ticket_id]);
  expect(tickets).toEqual(
    expect.arrayContaining([
      [true, 'T1234'],
      [false, null],
    ]),
  );
  expect(tickets).not.toContainEqual([false, 'T1234']);
});

test('is null for an account about which nothing is stored', async () => {
  expect(await exported(999_999_999)).toBeNull();
});

test('leaves everything as it was', async () => {
  expect((await api.createPost({ player: { id: PERSON } }, { as: BORODINO })).status).toBe(201);
  for (const id of [AURORA, HOOD]) expect((await api.call('GET', `/api/player/${id}`)).status).toBe(200);
});
