/** Platform karma by month (Rule 30.56). */
import { describe, expect, test } from 'vitest';
import { KARMA_HISTORY_MAX } from '#lib/schemas/calls/karma-history.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();

type Received = readonly [createdAt: string, karma: 1 | -1, changes?: { modLocked: boolean }];

async function playerWith(received: readonly Received[]): Promise<number> {
  const player = await api.addPlayer();
  for (const [createdAt, karma, changes] of received)
    await api.addPost({ player, flairs: karma === 1 ? 1 : 2, createdAt: Date.parse(createdAt), ...changes });
  return player;
}

const historyOf = async (id: number) => (await api.call('GET', `/api/player/${id}/karma-history`)).json;

describe('the karma of a player over time (Rule 30.56)', () => {
  test('is the sum at the end of each month with posts, in UTC, oldest first', async () => {
    const id = await playerWith([
      ['2026-03-01T00:00:00Z', 1],
      ['2026-01-31T23:59:59Z', 1],
      ['2026-01-02T12:00:00Z', 1],
      ['2026-05-09T12:00:00Z', -1],
    ]);
    expect(await historyOf(id)).toEqual([
      { month: '2026-01', karma: 2 },
      { month: '2026-03', karma: 3 },
      { month: '2026-05', karma: 2 },
    ]);
  });

  test('has the latest months, which count what was before', async () => {
    const months = Array.from(
      { length: KARMA_HISTORY_MAX + 1 },
      (_, index) => new Date(Date.UTC(2020, index, 15)),
    );
    const id = await playerWith(months.map((month) => [month.toISOString(), 1]));
    const history = await historyOf(id);
    expect(history).toHaveLength(KARMA_HISTORY_MAX);
    expect([history[0], history.at(-1)]).toEqual([
      { month: '2020-02', karma: 2 },
      { month: '2025-01', karma: KARMA_HISTORY_MAX + 1 },
    ]);
  });

  test('leaves out posts that a moderator removed', async () => {
    const id = await playerWith([
      ['2026-01-02T12:00:00Z', 1],
      ['2026-02-02T12:00:00Z', -1, { modLocked: true }],
    ]);
    expect(await historyOf(id)).toEqual([{ month: '2026-01', karma: 1 }]);
  });

  test.each([{ optedOut: true }, { wgHidden: true }])('is empty for a player with %j', async (state) => {
    const id = await playerWith([['2026-01-02T12:00:00Z', 1]]);
    await api.changePlayer(id, state);
    expect(await historyOf(id)).toEqual([]);
  });

  test('is empty for an unknown player', async () => {
    expect(await historyOf(1)).toEqual([]);
  });
});
