/** The latest posts by how they rate their player on the whole (rule 7.8). */

import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { tableNamed } from '#api/db/statements.ts';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { FLAIRS_COUNT, signOf } from '#lib/domain/flairs.ts';
import { SIGNS } from '#lib/schemas/list-options.ts';
import { ADMIN_AND_MOD, AURORA, BORODINO, CONTENT, HOOD, HOUR, MOD, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();

/** All flairs, a post each: an hour apart, the first is the newest. Every fourth has a replay; every eighth is removed. */
const ids: string[] = [];
const hasReplay = (flairs: number): boolean => flairs % 4 === 0;
const isRemoved = (flairs: number): boolean => flairs % 8 === 1;

beforeAll(async () => {
  for (let flairs = 0; flairs < FLAIRS_COUNT; flairs += 1)
    ids.push(
      await api.addPost({
        flairs,
        modLocked: isRemoved(flairs),
        hasReplay: hasReplay(flairs),
        createdAt: START - flairs * HOUR,
      }),
    );
});

async function latest(query: string, as?: number) {
  const path = `/api/post/latest?pageSize=100&${query}`;
  const { status, json, headers } = await api.call('GET', path, { as });
  expect(status).toBe(200);
  return { ids: json.map(({ id }: { id: string }) => id), total: Number(headers['content-items-total']) };
}

/** The posts with the flairs that pass. */
function expected(passes: (flairs: number) => boolean) {
  const found = ids.filter((_, flairs) => passes(flairs));
  return { ids: found, total: found.length };
}

const nameOf = (flairs: number) => SIGNS[1 - signOf(flairs)];

describe.each(SIGNS)('the %s ones', (sign) => {
  test.each([undefined, true, false])(
    'are listed and counted with hasReplay=%s (rule 7.8)',
    async (replay) => {
      const passes = (flairs: number): boolean =>
        nameOf(flairs) === sign && (replay === undefined || hasReplay(flairs) === replay);
      const query = `sign=${sign}&hasReplay=${replay ?? ''}`;
      expect(await latest(query)).toEqual(expected((flairs) => passes(flairs) && !isRemoved(flairs)));
      expect(await latest(query, MOD)).toEqual(expected(passes));
      // Their author finds removed posts, too.
      expect(await latest(query, BORODINO)).toEqual(expected(passes));
      expect(await latest(query, HOOD)).toEqual(expected((flairs) => passes(flairs) && !isRemoved(flairs)));
      expect(await latest(`${query}&hideModActions=true`, MOD)).toEqual(
        expected((flairs) => passes(flairs) && !isRemoved(flairs)),
      );
    },
  );
});

test('an edit moves a post between the lists, and their totals (rule 7.8)', async () => {
  const totals = async () => Promise.all(SIGNS.map(async (sign) => (await latest(`sign=${sign}`)).total));
  const before = await totals();
  const player = await api.addPlayer();
  const id = await api.addPost({ author: AURORA, player, flairs: 1, hasReplay: true, createdAt: START });
  expect(await totals()).toEqual([(before[0] ?? 0) + 1, before[1], before[2]]);
  await keepTotalsFolded(api.database, 'eu');
  const body = { id, title: 'Second thoughts', content: CONTENT, flairs: 2 };
  const edit = await api.call('PUT', '/api/post?ignoreChecks=true', { as: ADMIN_AND_MOD, body });
  expect(edit.status).toBeLessThan(300);
  const after = [before[0], before[1], (before[2] ?? 0) + 1];
  expect(await totals()).toEqual(after);
  expect((await latest('sign=negative')).ids).toContain(id);
  await keepTotalsFolded(api.database, 'eu');
  expect(await totals()).toEqual(after);
});

test.each(['sign=good', 'sign=', 'sign=Positive'])('answer 400 with the field for %s', async (query) => {
  const { status, json } = await api.call('GET', `/api/post/latest?${query}`);
  expect([status, Object.keys(json.errors)]).toEqual([400, ['sign']]);
});

test('the database finds the same sign as the site, for all flairs', async () => {
  const { rows } = await api.database.read('eu', (db) =>
    db.execute<{ sign: number }>(
      sql`select ${tableNamed('post_sign')}(n::smallint) as sign from generate_series(0, ${FLAIRS_COUNT - 1}) n order by n`,
    ),
  );
  expect(rows.map(({ sign }) => sign)).toEqual(
    Array.from({ length: FLAIRS_COUNT }, (_, flairs) => signOf(flairs)),
  );
});
