/** Where the names of ships come from. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '#api/db/database.ts';
import { ships } from '#api/db/replay-schema.ts';
import { PublisherError } from '#api/publisher/publisher-error.ts';
import { readEncyclopedia } from '#api/ships/encyclopedia.ts';
import { learnShip } from '#api/ships/learn.ts';
import { DAY_MS } from '#lib/domain/time.ts';
import type { RegionId } from '#lib/regions.ts';
import type { ReplayFacts } from '#lib/schemas/replay.ts';
import { START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();
/** The 17th battleship of the United States, so its code is PASB017. */
const MONTANA = 4_277_090_288;

beforeEach(() => api.database.transaction('eu', (db) => db.delete(ships)));

const stored = () =>
  api.database.read('eu', (db) =>
    db.select({ id: ships.id, name: ships.name }).from(ships).orderBy(ships.id),
  );

/** Learns from a replay whose recorder sailed the ship. */
async function learn(vehicle: string, shipParamsId = MONTANA): Promise<void> {
  const facts = { recorder: { name: 'Aurora', shipParamsId } } as ReplayFacts;
  await api.database.transaction('eu', (db) => learnShip(db, { facts, vehicle }));
}

describe('a replay (Rule 25.25)', () => {
  test('names the ship of its recorder, without code and year', async () => {
    await learn('PASB017-Montana-1945');
    expect(await stored()).toEqual([{ id: MONTANA, name: 'Montana' }]);
  });

  test.each([
    ['the code of another ship', 'PASB018-Iowa-1944', MONTANA],
    ['a number that is no ship', 'PASB017-Montana-1945', 12],
    ['no name', '', MONTANA],
    ['markup in the name', 'PASB017-<b>Montana</b>', MONTANA],
    ['a name that is too long', `PASB017-${'Montana-'.repeat(6)}`, MONTANA],
  ])('with %s names nothing', async (_, vehicle, shipParamsId) => {
    await learn(vehicle, shipParamsId);
    expect(await stored()).toEqual([]);
  });

  test('with a false name is outvoted by those with the true one', async () => {
    const names = async (...votes: string[]) => {
      for (const vote of votes) await learn(`PASB017-${vote}`);
      return (await stored())[0]?.name;
    };
    expect(await names('Nonsense', 'Montana')).toBe('Montana');
    expect(await names('Montana', 'Nonsense')).toBe('Montana');
    expect(await names('Nonsense', 'Nonsense')).toBe('Nonsense');
    expect(await names('Montana', 'Montana', 'Montana')).toBe('Montana');
  });

  test('of a ship that was renamed replaces even a name with a thousand votes within a season', async () => {
    for (let vote = 0; vote < 30; vote += 1) await learn('PASB017-Montana');
    for (let vote = 0; vote < 10; vote += 1) await learn('PASB017-Ohio');
    expect((await stored())[0]?.name).toBe('Ohio');
  });
});

describe('the publisher’s encyclopedia (Rule 25.26)', () => {
  const signal = new AbortController().signal;
  const requested: RegionId[] = [];
  const publisher = (names: readonly string[] | null, failure?: Error) => ({
    async ships(region: RegionId) {
      requested.push(region);
      if (failure !== undefined && region === 'eu') throw failure;
      return names?.map((name, index) => ({ id: MONTANA + index, name })) ?? null;
    },
  });
  let now = START;
  const read = (source: ReturnType<typeof publisher>) =>
    readEncyclopedia(
      {
        database: createDatabase(api.database, { bus: api.bus, onEffectError: () => {} }),
        publisher: source,
        now: () => now,
      },
      signal,
    );
  beforeEach(async () => {
    requested.length = 0;
    now += 8 * DAY_MS;
  });

  test('names all ships of every region, once a week', async () => {
    await read(publisher(['Montana', 'Ohio']));
    await read(publisher(['Changed']));
    expect(requested).toEqual(['eu', 'na', 'cis', 'sea']);
    expect((await stored()).map(({ name }) => name)).toEqual(['Montana', 'Ohio']);
    now += 8 * DAY_MS;
    await read(publisher(['Changed']));
    expect((await stored()).map(({ name }) => name)).toEqual(['Changed', 'Ohio']);
  });

  test('is preferred to the names of replays', async () => {
    await learn('PASB017-Learnt');
    await read(publisher(['Montana']));
    for (let vote = 0; vote < 3; vote += 1) await learn('PASB017-Learnt');
    expect((await stored())[0]?.name).toBe('Montana');
  });

  test('is not read without an application id', async () => {
    await read(publisher(null));
    expect(await stored()).toEqual([]);
  });

  test('is read later when the publisher does not answer, and other regions are read at once', async () => {
    await read(publisher(['Montana'], new PublisherError('unreachable', 'refused')));
    expect(requested).toEqual(['eu', 'na', 'cis', 'sea']);
    expect(await stored()).toEqual([]);
    requested.length = 0;
    await read(publisher(['Montana']));
    expect(requested).toEqual(['eu']);
  });
});
