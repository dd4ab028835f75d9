/** No call reads a big table from start to end (rule 24.7). */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRoles } from '#api/commands/role/change.ts';
import { createDatabase } from '#api/db/database.ts';
import { decisions, objections, replies, staffNotes } from '#api/db/decision-schema.ts';
import { notifications } from '#api/db/message-schema.ts';
import { modActions, platformBans } from '#api/db/moderation-schema.ts';
import { replays } from '#api/db/replay-schema.ts';
import { reports, reviews } from '#api/db/review-schema.ts';
import { clans, players, posts } from '#api/db/schema.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { adviseAgain } from '#api/model/advice/store.ts';
import { createNotificationStore } from '#api/model/notifications/store.ts';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { countJobs } from '#api/model/replays/job-queue.ts';
import { fillPath, queryString } from '#lib/client/client.ts';
import type { Call } from '#lib/schemas/call.ts';
import * as calls from '#lib/schemas/calls/replay.ts';
import { RIBBON_MAX_LENGTH } from '#lib/schemas/player.ts';
import { ACTORS, type Actor } from '#tests/api/contract/actors.ts';
import { MATRIX } from '#tests/api/contract/matrix.ts';
import { createWorld } from '#tests/api/contract/world.ts';
import { AURORA, CONTENT, createTestApi, MOD, OPTED_OUT, START, type TestApi } from '#tests/support/api.ts';
import { openCopy } from '#tests/support/postgres/databases.ts';
import {
  indexesOf,
  recordStatements,
  type Sent,
  scannedTables,
  sortedRows,
  tablesBeforeLimit,
} from '#tests/support/postgres/plans.ts';

const BIG = [
  ...['posts', 'players', 'replays', 'notifications', 'mod_actions', 'clans', 'reviews', 'reports'],
  ...['decisions', 'objections', 'replies', 'staff_notes', 'ban_posts'],
];
const VIEWERS: readonly Actor[] = ['anonymous', 'player', 'opted out', 'mod', 'admin'];

/** Statements that may read a whole table, by a part of their text, with the reason. */
const WHOLE: readonly [RegExp, string][] = [
  [
    /^update "eu"."replays" set .* where "eu"."replays"."sha256" is not null/s,
    'queues all replays of the region',
  ],
];

let source: Awaited<ReturnType<typeof openCopy>>;
let api: TestApi;
let client: pg.Client;
let sent: Sent[];

/** Enough rows that PostgreSQL prefers an index wherever one helps. */
async function fill(): Promise<void> {
  const first = 600_000_000;
  const now = sql`${new Date(START).toISOString()}::timestamptz`;
  const person = (n: string) => sql.raw(`${first} + (${n})::bigint % 20000`);
  await source.transaction('eu', async (db) => {
    await db.execute(sql`insert into ${clans} (id, tag, name, updated_at)
      select ${first} + n, 'T' || n, 'Clan of ' || md5(n::text), ${now} from generate_series(0, 4999) n`);
    await db.execute(sql`insert into ${players} (id, username, clan_id, opted_out)
      select ${first} + n, md5(n::text), ${first} + n % 5000, n % 500 = 1 from generate_series(0, 19999) n`);
    await db.execute(sql`insert into ${posts} (author_id, player_id, flairs, title, content, mod_locked, created_at)
      select ${person('n * 7')}, case when n % 4 = 0 then ${AURORA} when n % 5 = 0 then ${OPTED_OUT} else ${person('n * 11 + 3')} end,
        case when n % 4000 = 0 then 2 else n % 3 / 2 end, 'Number ' || n, repeat(${CONTENT}, 5), n % 40 = 0, ${now} - n * interval '15 minutes' from generate_series(1, 40000) n`);
    await db.execute(sql`insert into ${replays} (post_id, file_name, file_size, sha256, arena_id, last_error, created_at)
      select id, 'battle.wowsreplay', 1, md5(title), substr(title, 8)::int / 9, case when substr(title, 8)::int % 50 = 0 then 'Failed' end, created_at
      from ${posts} where title like 'Number %' and substr(title, 8)::int % 3 = 0`);
    await db.execute(sql`insert into ${modActions} (post_id, author_id, mod_id, action_type, reason, created_at)
      select id, author_id, ${MOD}, 0, 'A reason', created_at from ${posts} where title like 'Number %' and substr(title, 8)::int % 5 = 0`);
    await db.execute(sql`insert into ${notifications} (account_id, type, post_id, mod_action_id, ban_id, emitted_at, acknowledged_at)
      select ${person('n')}, 5, gen_random_uuid(), case when n % 2 = 0 then gen_random_uuid() end, case when n % 2 = 1 then gen_random_uuid() end,
        ${now} - n * interval '1 minute', case when n % 3 > 0 then ${now} end from generate_series(1, 40000) n`);
    // 10,000 wait for a decision.
    await db.execute(sql`insert into ${reviews} (post_id, author_id, player_id, kind, reports, opened_at, decided_at)
      select id, author_id, player_id, number % 3, case when number % 3 = 2 then 1 + number % 4 else 0 end, created_at,
        case when number % 2 = 1 then ${now} end
      from (select *, substr(title, 8)::int / 2 as number from ${posts} where title like 'Number %' and substr(title, 8)::int % 2 = 0) numbered`);
    await db.execute(sql`insert into ${reports} (post_id, reporter_id, rule, words, outcome, decided_at)
      select post_id, ${person('reports * 7 + kind')}, 'insults', '', case when decided_at is null then 'open' else 'kept' end, decided_at from ${reviews}`);
    // Mod actions have added their decisions.
    await db.execute(sql`insert into ${objections} (decision_id, author_id, words, created_at, verdict)
      select id, person_id, 'I object', created_at, case when substr(id::text, 1, 2) > '03' then 'upheld' end from ${decisions}`);
    await db.execute(sql`insert into ${replies} (post_id, author_id, content, created_at)
      select id, player_id, 'Not so', created_at from ${posts} where title like 'Number %' and substr(title, 8)::int % 4 = 1`);
    await db.execute(sql`insert into ${staffNotes} (player_id, author_id, words, created_at)
      select ${person('n')}, ${MOD}, 'A note', ${now} from generate_series(1, 5000) n`);
    await db.execute(sql`update ${reviews} set asked_by = case when reports % 2 = 0 then ${MOD}::bigint else ${AURORA} end
      where player_id % 100 = 5 and decided_at is null`);
    await db.execute(sql`insert into ${platformBans} (user_id, mod_id, reason, post_ids, created_at)
      select min(author_id), ${MOD}, 'A reason', array_agg(id), min(created_at) from ${posts} where title like 'Number %'
      group by substr(title, 8)::int / 5`);
  });
  await keepTotalsFolded(source, 'eu');
  await client.query('vacuum analyze');
  // As recommended for solid-state disks.
  await client.query('set random_page_cost = 1.1');
}

/** Every call in every situation, by several viewers. */
async function callAll(): Promise<void> {
  const world = await createWorld(api);
  const changesAll: readonly Call[] = [calls.reprocessReplays, calls.reprocessMinimaps];
  for (const row of MATRIX.filter(({ call }) => !changesAll.includes(call)))
    for (const viewer of VIEWERS) {
      const id = ACTORS[viewer];
      const { params, query, ...request } = (await row.request?.(world, id ?? 0)) ?? {};
      const path = fillPath(row.call.path, params) + queryString(query);
      const { status } = await api.call(row.call.method, path, { ...request, as: id });
      expect(status, `${path} by ${viewer}`).toBe(row.statuses[viewer]);
    }
}

/** Pages far from the start, all filters, and searches. */
async function readLists(): Promise<void> {
  const paths = [
    'latest?page=',
    'latest?hasReplay=true&page=',
    'latest?hasReplay=false&hideModActions=true&page=',
    'latest?sign=positive&page=',
    'latest?sign=neutral&hasReplay=false&page=',
    // Rare.
    'latest?sign=negative&page=',
    'latest?sign=negative&hasReplay=true&hideModActions=true&page=',
  ];
  for (const id of [AURORA, OPTED_OUT]) paths.push(`${id}/received?page=`, `${id}/sent?page=`);
  const texts = ['abc', 'a1', '0', 'Clan', 'T4'];
  for (const viewer of VIEWERS) {
    const as = ACTORS[viewer];
    const get = (path: string) => api.call('GET', path, { as });
    for (const path of paths) for (const page of [1, 2, 150, 250]) await get(`/api/post/${path}${page}`);
    for (const path of ['/jobs', '/api/post', '/api/replay', '/api/player', '/api/clan']) await get(path);
    for (const text of texts) await get(`/api/clan/search/${text}`);
    for (const text of texts.filter(({ length }) => length > 2)) await get(`/api/player/search/${text}`);
    await get(`/api/mod/action/list?userId=${600_000_000}`);
    for (const tab of ['reported', 'advised', 'new']) await get(`/api/mod/reviews?tab=${tab}&page=40`);
    await get(`/api/report/counts/${AURORA}`);
    await get(`/api/player/${AURORA}`);
    await get(`/api/player/ribbons?ids=${AURORA}`);
  }
}

/** Runs the work that no call starts. */
async function runChores(): Promise<void> {
  const database = createDatabase(source, { bus: api.bus, onEffectError: () => undefined });
  const store = createNotificationStore(database);
  for await (const { id } of store.pending('eu', 600_000_003))
    await store.acknowledge('eu', 600_000_003, [id]);
  await keepTotalsFolded(database, 'eu');
  await applyRetention(database, START, new AbortController().signal);
  await countJobs(database);
  await database.read('eu', listRoles);
  await database.transaction('eu', adviseAgain);
}

beforeAll(async () => {
  source = await openCopy();
  api = await createTestApi({ database: source });
  client = new pg.Client({ connectionString: source.url });
  await client.connect();
  await fill();
  sent = await recordStatements(async () => {
    await callAll();
    await readLists();
    await runChores();
  });
});
afterAll(async () => {
  await client.end();
  await api.close();
  await source.close();
});

/** The statements that read a big table as a whole, with the table. */
async function scans(): Promise<string[]> {
  const found: string[] = [];
  for (const statement of sent) {
    if (!statement.text.includes('"eu"') || WHOLE.some(([text]) => text.test(statement.text))) continue;
    for (const table of await scannedTables(client, statement, BIG))
      found.push(`${table}: ${statement.text}`);
  }
  return found;
}

test('all statements of the API use indexes for big tables', async () => {
  expect(sent.length).toBeGreaterThan(100);
  expect(await scans()).toEqual([]);
});

/** Rows of a page that are sorted once more after they were chosen. */
const SORTED_MAX = 500;
/** Searches put what fits best first, which no index can. */
const RANKS = / like .* order by /s;
/** Ranks by numbers of authors, which no index has. */
const isPraise = ({ text }: Sent): boolean =>
  /^\s*with recent as materialized .* order by praise /s.test(text);

test('statements that return the first rows of a list find them in order', async () => {
  const sorts: string[] = [];
  for (const statement of sent.filter(
    (one) => / limit /i.test(one.text) && !RANKS.test(one.text) && !isPraise(one),
  ))
    if ((await sortedRows(client, statement)) > SORTED_MAX) sorts.push(statement.text);
  expect(sorts).toEqual([]);
});

test('praise is counted from the public posts of its days', async () => {
  const praise = sent.filter(isPraise);
  expect(praise).toHaveLength(1);
  for (const statement of praise) expect(await indexesOf(client, statement)).toContain('posts_public');
});

test('the posts of a ribbon are found in order, however few', async () => {
  const ribbons = sent.filter(({ text }) => text.includes(`limit ${RIBBON_MAX_LENGTH})`));
  expect(ribbons.length).toBeGreaterThan(1);
  for (const statement of ribbons)
    expect(await sortedRows(client, statement, /created_at/), statement.text).toBe(0);
});

test('the latest posts of a sign are found in its indexes, however few', async () => {
  const signs = sent.filter(({ text }) => text.includes('"post_sign"'));
  expect(signs.length).toBeGreaterThan(10);
  for (const statement of signs) {
    const indexes = await indexesOf(client, statement);
    expect(indexes, statement.text).toContain('posts_public_by_sign');
    for (const whole of ['posts_latest', 'posts_public', 'posts_public_by_replay', 'posts_other'])
      expect(indexes, statement.text).not.toContain(whole);
  }
});

test('a page of the queue reads no posts of the pages before it', async () => {
  const pages = sent.filter(({ text }) => text.includes('"reviews"') && / offset /.test(text));
  expect(pages.length).toBeGreaterThan(0);
  for (const statement of pages)
    expect(await tablesBeforeLimit(client, statement), statement.text).not.toContain('posts');
});

test.each([
  ['notifications_account', 'notifications'],
  ['mod_actions_author', 'mod_actions'],
  ['posts_latest', 'posts'],
  ['replays_failed', 'replays'],
  ['players_username_part', 'players'],
])('without %s, a statement reads all %s', async (index, table) => {
  await client.query('begin');
  try {
    await client.query(`drop index eu.${index}`);
    expect((await scans()).map((scan) => scan.split(':', 1)[0])).toContain(table);
  } finally {
    await client.query('rollback');
  }
});
