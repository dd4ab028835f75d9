/** Replay files for tests of the API, with invented captains. */
import { encodeReplay } from '#api/seed/replay-encoder/encode-replay.ts';
import { CURRENT_LAYOUT } from '#api/seed/replay-encoder/layouts.ts';
import { makeBattle } from '#tests/support/replay-encoder/battle.ts';
import { HOSTILE_PICKLES } from '#tests/support/replay-encoder/hostile-pickles.ts';

/** A small replay that can be read in full. */
export function replayFile(): Uint8Array<ArrayBuffer> {
  return encodeReplay(makeBattle({ players: 4 }), CURRENT_LAYOUT);
}

/** A replay whose header alone can be read. */
export function headerOnlyReplayFile(): Uint8Array<ArrayBuffer> {
  return encodeReplay(makeBattle({ players: 4 }), CURRENT_LAYOUT, { stream: new Uint8Array(32) });
}

/** A replay that would run a command in the game of whoever opens it. */
export function maliciousReplayFile(): Uint8Array<ArrayBuffer> {
  const [, pickle] = HOSTILE_PICKLES[0] as (typeof HOSTILE_PICKLES)[number];
  return encodeReplay(makeBattle({ players: 4 }), CURRENT_LAYOUT, { arenaPickles: [pickle, pickle] });
}
