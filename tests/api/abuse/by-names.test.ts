/** The time of an answer does not tell why a name has no row. */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { keepErasure } from '#api/model/players/erasures.ts';
import { AURORA, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { createFakePublisher } from '#tests/support/publisher.ts';

const ROUNDS = 200;
/** Time of a request to the publisher, so that one more would show. */
const REQUEST_MS = 20;
/** Noise of a busy machine: equal names differ by up to 2 ms there. */
const NOISE_MS = REQUEST_MS / 2;

const fake = createFakePublisher({ requestLimits: { perSecond: 100_000 } });
const slowFetch: typeof fetch = async (...request) => {
  await setTimeout(REQUEST_MS);
  return (fake.options.fetch as typeof fetch)(...request);
};
const api = setUpApi({ publisher: { ...fake.options, fetch: slowFetch } });
let id = 570_000_000;

const published = (wgHidden = false) => {
  const player = { id: ++id, username: `Sailor_${id}`, gameKarma: 1, wgHidden };
  fake.addPlayer(player);
  return player;
};
const REASONS: Record<string, () => Promise<string>> = {
  unknown: async () => `Nobody_${++id}`,
  'opted out': async () => {
    const player = published();
    await api.addPlayer({ ...player, optedOut: true });
    return player.username;
  },
  'hidden in the database': async () => {
    const player = published(true);
    await api.addPlayer(player);
    return player.username;
  },
  'hidden at the publisher': async () => published(true).username,
  erased: async () => {
    const player = published();
    const person = { ids: new Set([player.id]), names: new Set([player.username]) };
    await api.database.transaction('eu', (db) => keepErasure(db, person, START));
    return player.username;
  },
};

async function timeOf(names: string[], token: string): Promise<number> {
  const start = performance.now();
  const { json } = await api.call('POST', '/api/Player/by-names', { token, body: { names } });
  const ms = performance.now() - start;
  expect(json).toEqual(names.map((name) => ({ name })));
  return ms;
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test('takes the same time for unknown, opted-out, hidden and erased names, also again (rule 33.35)', async () => {
  const token = await api.tokenOf(AURORA);
  const reasons = Object.keys(REASONS);
  const times = new Map(
    reasons.flatMap((reason) => [
      [reason, [] as number[]],
      [`${reason}, again`, []],
    ]),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    const names = await Promise.all(reasons.map((reason) => REASONS[reason]?.() ?? ''));
    // Each reason comes first, and after each other one, as often as the others.
    for (let turn = 0; turn < reasons.length; turn += 1) {
      const at = (round + turn * (1 + (round % 4))) % reasons.length;
      for (const again of ['', ', again'])
        times.get(reasons[at] + again)?.push(await timeOf([names[at] ?? ''], token));
    }
  }
  const medians = Object.fromEntries([...times].map(([reason, all]) => [reason, median(all)]));
  for (const again of ['', ', again']) {
    const group = reasons.map((reason) => medians[reason + again] ?? 0);
    expect(Math.max(...group) - Math.min(...group), JSON.stringify(medians)).toBeLessThan(NOISE_MS);
  }
}, 400_000);
