/** The four regions of one database behind PgBouncer in transaction mode. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { players, posts } from '#api/db/schema.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';
import { AURORA, BORODINO, CONTENT, HOOD, postDto, postForm } from '#tests/support/api.ts';
import { administer } from '#tests/support/postgres/databases.ts';
import { type ApiProcess, type Fleet, startFleet } from '#tests/support/scale/api-processes.ts';
import { type Pooler, startPgbouncer } from '#tests/support/scale/pgbouncer.ts';

/** Requests of each region that are sent at once, so that regions share the pooler's connections. */
const ROUNDS = 20;

let fleet: Fleet;

const only = (): ApiProcess => fleet.processes[0] as ApiProcess;

async function titlesIn(region: RegionId): Promise<string[]> {
  const response = await fetch(`${only().origin(region)}/api/Post/latest?page=1&pageSize=10`);
  return ((await response.json()) as { title: string }[]).map(({ title }) => title);
}

async function nameIn(region: RegionId): Promise<string> {
  const response = await fetch(`${only().origin(region)}/api/Player/${HOOD + 1_000}`);
  return ((await response.json()) as { username: string }).username;
}

/** Every region's result, as often as there are rounds, requested at once. */
const inAllRegions = <T>(request: (region: RegionId) => Promise<T>): Promise<[RegionId, T][]> =>
  Promise.all(
    Array.from({ length: ROUNDS }, () => REGION_IDS)
      .flat()
      .map(async (region): Promise<[RegionId, T]> => [region, await request(region)]),
  );

describe('behind a transaction pooler', () => {
  let pooler: Pooler;
  beforeAll(async () => {
    pooler = await startPgbouncer(process.env.TEST_POSTGRES_URL ?? '');
    fleet = await startFleet(1, (url) => ({
      DATABASE_URL: pooler.through(url),
      DATABASE_DIRECT_URL: url,
      DATABASE_POOLER: 'transaction',
    }));
    for (const region of REGION_IDS)
      await fleet.database.transaction(region, async (db) => {
        const text = { title: `Stored in ${region}`, content: CONTENT };
        await db.insert(posts).values({ ...text, authorId: AURORA, playerId: BORODINO });
        await db.insert(players).values({ id: HOOD + 1_000, username: `Player_of_${region}` });
      });
  });
  afterAll(async () => {
    await fleet?.close();
    await pooler?.stop();
  });

  test('every region reads its own data (rule 24.31)', async () => {
    for (const [region, titles] of await inAllRegions(titlesIn))
      expect(titles).toEqual([`Stored in ${region}`]);
    for (const [region, name] of await inAllRegions(nameIn)) expect(name).toBe(`Player_of_${region}`);
  });

  test('a statement has the time limit that docs/scaling.md gives it (rule 17.27)', async () => {
    const { rows } = await administer(pooler.through(fleet.database.url), 'show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '30s' }]);
  });

  test('every region writes its own data (rule 24.31)', async () => {
    const statuses = await Promise.all(
      REGION_IDS.map(async (region) => {
        const response = await fetch(`${only().origin(region)}/api/Post`, {
          method: 'POST',
          headers: { authorization: `Bearer ${await fleet.tokenOf(AURORA, region)}` },
          body: postForm(postDto({ player: { id: HOOD }, title: `Written in ${region}` })),
        });
        return response.status;
      }),
    );
    expect(statuses).toEqual([201, 201, 201, 201]);
    for (const [region, titles] of await inAllRegions(titlesIn))
      expect(titles).toEqual([`Written in ${region}`, `Stored in ${region}`]);
  });
});
