/** Rosters that the game never writes (rule 15.11). */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodedFile } from '#api/model/replays/decoded-file.ts';
import { hasRepeatedAccount } from '#lib/replay/repeated-account.ts';
import { InvalidReplayError } from '#lib/replay/replay-errors.ts';
import type { ReplayFacts, ReplayPlayer } from '#lib/schemas/replay.ts';

const FOLDER = join(import.meta.dirname, '../../../../shared/replays');

type Entry = readonly [accountId: number, name: string];
const entries = (list: readonly Entry[]) => list.map(([accountId, name]) => ({ accountId, name }));
const isRefused = (players: readonly Entry[], observers: readonly Entry[] = []) =>
  hasRepeatedAccount({
    players: entries(players) as ReplayPlayer[],
    facts: { observers: entries(observers) } as ReplayFacts,
  });

test.each<[string, Entry[], Entry[]?]>([
  [
    'twice',
    [
      [7, 'One'],
      [7, 'One'],
    ],
  ],
  [
    'with two names',
    [
      [7, 'One'],
      [7, 'Two'],
    ],
  ],
  ['as an observer with another name', [[7, 'One']], [[7, 'Two']]],
  [
    'as two observers',
    [],
    [
      [7, 'One'],
      [7, 'Two'],
    ],
  ],
])('a roster that lists an account %s is refused', (_, players, observers) => {
  expect(isRefused(players, observers)).toBe(true);
});

test.each<[string, Entry[], Entry[]?]>([
  [
    'AI ships without an account',
    [
      [0, ':One:'],
      [0, ':Two:'],
      [0, ':One:'],
    ],
  ],
  [
    'AI ships with negative ids',
    [
      [-7, ':One:'],
      [-7, ':Two:'],
    ],
  ],
  ['a player who is also listed as an observer', [[7, 'One']], [[7, 'One']]],
  [
    'two accounts with one name',
    [
      [7, 'One'],
      [8, 'One'],
    ],
  ],
  ['no one', []],
])('a roster with %s is accepted', (_, players, observers) => {
  expect(isRefused(players, observers)).toBe(false);
});

test.skipIf(!existsSync(FOLDER))('no real replay is refused', async () => {
  const files = globSync('*.wowsreplay', { cwd: FOLDER });
  let checked = 0;
  for (const file of files) {
    const bytes = new Uint8Array(readFileSync(join(FOLDER, file)));
    const decoded = await decodedFile(bytes, []).catch((error: unknown) => {
      if (error instanceof InvalidReplayError) return null;
      throw error;
    });
    if (decoded === null) continue;
    checked += 1;
    expect(hasRepeatedAccount(decoded), file).toBe(false);
  }
  expect(checked).toBeGreaterThan(10);
});
