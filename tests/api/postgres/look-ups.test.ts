/** Look-ups that write the same players and clans at the same time. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { erasePerson } from '#api/commands/person/erase.ts';
import type { Database } from '#api/db/database.ts';
import { createLookUps, type LookUps } from '#api/publisher/look-ups.ts';
import { createTestFiles } from '#tests/support/api.ts';
import { scanFor } from '#tests/support/person.ts';
import { openCopy, untilLocksAwaited } from '#tests/support/postgres/databases.ts';
import { createTestClient, USER } from '#tests/support/publisher-client.ts';
import { withEffects } from '#tests/support/test-database.ts';

const CLAN = 500_000_100;
const [FIRST, SECOND] = [510_000_001, 510_000_002];

const { client, fake } = createTestClient();
let source: Awaited<ReturnType<typeof openCopy>>;
let database: Database;
let lookUps: LookUps;
let holder: pg.Client;
beforeAll(async () => {
  source = await openCopy();
  database = withEffects(source, Date.now);
  lookUps = createLookUps({ client, database, onNewClan: () => undefined });
  holder = new pg.Client({ connectionString: source.url });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await client.close();
  await source.close();
});
beforeEach(async () => {
  fake.addClan({ id: CLAN, tag: 'WAVES', name: 'Rolling Waves', leagueColor: 0xffcc9966 });
  for (const id of [FIRST, SECOND])
    fake.addPlayer({ id, username: `Captain_${id}`, gameKarma: 1, clanId: CLAN, clanMemberRole: 6 });
  await lookUps.clan('eu', CLAN, USER);
  await holder.query(`begin; select 1 from eu.players where id = ${FIRST} for update`);
});

const untilWaiting = (count: number) => untilLocksAwaited(source.url, count);

test('a player and the player’s clan do not wait for each other', async () => {
  const player = lookUps.player('eu', FIRST, USER);
  await untilWaiting(1);
  const clan = lookUps.clan('eu', CLAN, USER);
  await untilWaiting(2);
  await holder.query('commit');
  expect(await Promise.allSettled([player, clan])).toEqual([
    { status: 'fulfilled', value: 'stored' },
    { status: 'fulfilled', value: 'stored' },
  ]);
});

test('a clan that a member leaves, and the karma of its members, do not wait for each other', async () => {
  fake.addPlayer({ id: SECOND, username: `Captain_${SECOND}`, gameKarma: 1, clanId: null });
  const members = lookUps.members('eu', [FIRST, SECOND]);
  await untilWaiting(1);
  const clan = lookUps.clan('eu', CLAN, USER);
  await untilWaiting(2);
  await holder.query('commit');
  expect(await Promise.allSettled([members, clan])).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'fulfilled', value: 'stored' },
  ]);
});

test('a clan that is looked up during an erasure does not bring the member back (Rule 20.8)', async () => {
  await holder.query('commit');
  const files = createTestFiles();
  const scan = await scanFor(database, SECOND);
  const clan = await database.write('eu', async (tx) => {
    await erasePerson(tx, { database, files }, scan, { keepMentions: false });
    const lookUp = lookUps.clan('eu', CLAN, USER);
    await untilWaiting(1);
    return { lookUp };
  });
  await clan.lookUp;
  const { rows } = await holder.query(`select id from eu.players where id in (${FIRST}, ${SECOND})`);
  expect(rows).toEqual([{ id: String(FIRST) }]);
});
