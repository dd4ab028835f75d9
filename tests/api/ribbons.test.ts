/** Ribbons: how the latest posts rate players (Rule 5.13). */
import { describe, expect, test } from 'vitest';
import { packFlairs } from '#lib/domain/flairs.ts';
import { RIBBONS_MAX } from '#lib/schemas/calls/ribbons.ts';
import { RIBBON_MAX_LENGTH } from '#lib/schemas/player.ts';
import { MOD, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();

const NONE = { performance: null, teamplay: null, courtesy: null };
const GOOD = packFlairs({ ...NONE, performance: true });
const BAD = packFlairs({ ...NONE, courtesy: false });
/** One good and one bad rating. */
const MIXED = packFlairs({ ...NONE, performance: true, courtesy: false });

/** A player who received posts with these flairs, oldest first. Returns the player and the ids of the posts. */
async function playerWith(flairs: readonly number[]): Promise<{ id: number; posts: string[] }> {
  const id = await api.addPlayer();
  const posts: string[] = [];
  for (const [index, one] of flairs.entries())
    posts.push(await api.addPost({ player: id, flairs: one, createdAt: START + index * 1000 }));
  return { id, posts };
}

const ribbons = async (ids: readonly number[]) =>
  (await api.call('GET', `/api/player/ribbons?ids=${ids.join()}`)).json;
const ribbonOf = async (id: number, as?: number) =>
  (await api.call('GET', `/api/player/${id}`, { as })).json.ribbon;

describe('the ribbons of several players', () => {
  test('have a letter per post, oldest first, and none for players without posts', async () => {
    const [rated, silent] = [await playerWith([GOOD, 0, BAD, MIXED, GOOD]), await api.addPlayer()];
    expect(await ribbons([rated.id, silent, 1])).toEqual({ [rated.id]: '+0-0+' });
  });

  test('end with the latest posts', async () => {
    const { id } = await playerWith([BAD, ...Array<number>(RIBBON_MAX_LENGTH).fill(GOOD)]);
    expect(await ribbons([id])).toEqual({ [id]: '+'.repeat(RIBBON_MAX_LENGTH) });
  });

  test.each(['', 'x', '1,x', '1.5', '-1', Array.from({ length: RIBBONS_MAX + 1 }, (_, id) => id + 1).join()])(
    'are refused for the ids "%.20s"',
    async (ids) => {
      const { status, json } = await api.call('GET', `/api/player/ribbons?ids=${ids}`);
      expect([status, Object.keys(json.errors)[0]]).toEqual([400, expect.stringMatching(/^ids/)]);
    },
  );
});

describe('the ribbon of a profile', () => {
  test('leaves out posts that a moderator removed, for staff too', async () => {
    const { id, posts: ids } = await playerWith([GOOD, BAD]);
    await api.moderate(ids[1] as string);
    expect(await ribbonOf(id, MOD)).toEqual([{ id: ids[0], sign: 1 }]);
    expect(await ribbons([id])).toEqual({ [id]: '+' });
  });

  test('is null for a player who opted out', async () => {
    const { id } = await playerWith([GOOD]);
    await api.changePlayer(id, { optedOut: true });
    expect(await ribbonOf(id)).toBeNull();
    expect(await ribbons([id])).toEqual({});
  });
});
