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

const REASONS = ['unknown', 'opted out', 'hidden in the database', 'hidden at the publisher', 'erased'];

/** What is sent for a player. */
const FORMS = {
  names: (name: string) => ({ names: [name] }),
  accounts: (name: string, id: number) => ({ accounts: [{ id, name }] }),
};

/** A request for a new player without a row for this reason. */
async function requestFor(reason: string, form: keyof typeof FORMS): Promise<{ name: string; body: object }> {
  const username = `Sailor_${++id}`;
  const player = { id, username, gameKarma: 1, wgHidden: reason.startsWith('hidden') };
  if (reason !== 'unknown') fake.addPlayer(player);
  if (reason === 'opted out') await api.addPlayer({ ...player, optedOut: true });
  if (reason === 'hidden in the database') await api.addPlayer(player);
  const person = { ids: new Set([player.id]), names: new Set([username]) };
  if (reason === 'erased') await api.database.transaction('eu', (db) => keepErasure(db, person, START));
  return { name: username, body: FORMS[form](username, player.id) };
}

async function timeOf({ name, body }: { name: string; body: object }, token: string): Promise<number> {
  const start = performance.now();
  const { json } = await api.call('POST', '/api/Player/by-names', { token, body });
  const ms = performance.now() - start;
  expect(json).toEqual([{ name }]);
  return ms;
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test.each(['names', 'accounts'] as const)(
  'takes the same time for unknown, opted-out, hidden and erased %s, also again (rule 33.35)',
  async (form) => {
    const token = await api.tokenOf(AURORA);
    const times = new Map(
      REASONS.flatMap((reason) => [
        [reason, [] as number[]],
        [`${reason}, again`, []],
      ]),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      const requests = await Promise.all(REASONS.map((reason) => requestFor(reason, form)));
      // Each reason comes first, and after each other one, as often as the others.
      for (let turn = 0; turn < REASONS.length; turn += 1) {
        const at = (round + turn * (1 + (round % 4))) % REASONS.length;
        for (const again of ['', ', again'])
          times.get(REASONS[at] + again)?.push(await timeOf(requests[at] as (typeof requests)[0], token));
      }
    }
    const medians = Object.fromEntries([...times].map(([reason, all]) => [reason, median(all)]));
    for (const again of ['', ', again']) {
      const group = REASONS.map((reason) => medians[reason + again] ?? 0);
      expect(Math.max(...group) - Math.min(...group), JSON.stringify(medians)).toBeLessThan(NOISE_MS);
    }
  },
  400_000,
);
