/** Replay files for tests of the API, with invented players. */
import { encodeReplay } from '#api/seed/replay-encoder/encode-replay.ts';
import { CURRENT_LAYOUT } from '#api/seed/replay-encoder/layouts.ts';
import { makeBattle } from '#tests/support/replay-encoder/battle.ts';
import { HOSTILE_PICKLES } from '#tests/support/replay-encoder/hostile-pickles.ts';

/** A small replay that can be decoded completely. */
export function replayFile(): Uint8Array<ArrayBuffer> {
  return encodeReplay(makeBattle({ players: 4 }), CURRENT_LAYOUT);
}

/** A replay of which only the header can be decoded. */
export function headerOnlyReplayFile(): Uint8Array<ArrayBuffer> {
  return encodeReplay(makeBattle({ players: 4 }), CURRENT_LAYOUT, { stream: new Uint8Array(32) });
}

/** A replay that would run a command in the game that opens it. */
export function maliciousReplayFile(): Uint8Array<ArrayBuffer> {
  const [, pickle] = HOSTILE_PICKLES[0] as (typeof HOSTILE_PICKLES)[number];
  return encodeReplay(makeBattle({ players: 4 }), CURRENT_LAYOUT, { arenaPickles: [pickle, pickle] });
}
