/** The battle on the screen: who is in it, what is known of them, and whether it is over (Rules 33.4 and 33.6). */
import { atom, computed } from 'nanostores';
import type { Lineup } from 'wows-replay/lineup';
import { requestData } from '#lib/client/client.ts';
import { isSameBattle, namesToLookUp } from '#lib/domain/lineup.ts';
import { runtime } from '#lib/runtime.ts';
import { findByNames, NAMES_MAX, type NamedPlayer } from '#lib/schemas/calls/lineup.ts';
import { formatFileSize } from '#lib/schemas/forms/messages.ts';
import { REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';
import { createAddressed } from '#lib/stores/core/address.ts';

/** How long a file that is being written is read again, and how often, in milliseconds. */
const UNFINISHED_MS = 5_000;
const AGAIN_MS = 500;

/** The battle; null before one was read. */
export const $lineup = atom<Lineup | null>(null);
/** Whether the battle is over, so that the enemy's numbers are shown. */
export const $isOver = atom(false);
/** Whether a chosen file is being read. */
export const $isReading = atom(false);
/** Why the last file is not shown; null when it is. */
export const $problem = atom<string | null>(null);

const found = createAddressed<string[], NamedPlayer[]>(
  computed($lineup, (battle) => {
    const names = battle ? namesToLookUp(battle) : [];
    return names.length > 0 ? names : undefined;
  }),
  (names, signal) => requestData(findByNames, { body: { names: names.slice(0, NAMES_MAX) }, signal }),
  () => 'replace',
);

/** The battle's players as the API knows them. */
export const $found = found.$remote;
/** Looks the players up again. */
export const retryNames = (): void => void found.reload();

/** Shows the enemy's numbers and offers to rate. */
export const endBattle = (): void => $isOver.set(true);

const wait = (ms: number): Promise<void> => new Promise((resolve) => void runtime.setTimer(resolve, ms));

const TOO_LARGE = `This file is too large: a replay has at most ${formatFileSize(REPLAY_MAX_BYTES)}, and tempArenaInfo.json a few kilobytes.`;
const UNFINISHED = 'This file is incomplete. The game may still be writing it: try again in a moment.';
const UNREADABLE = 'Couldn’t read this file. Choose it again.';
const OTHER_FILE = 'This is neither tempArenaInfo.json nor a replay. Choose another file.';
const NO_SHIPS = 'This file has no list of ships. Choose tempArenaInfo.json or a replay.';

/** Why a file cannot be shown. `mayChange`: it may still be written. */
async function explain(error: unknown): Promise<{ sentence: string; mayChange: boolean }> {
  const { DamagedReplayError, InvalidReplayError, NO_SHIPS: noShips } = await import('wows-replay/errors');
  if (error instanceof DamagedReplayError) return { sentence: UNFINISHED, mayChange: true };
  if (error instanceof InvalidReplayError)
    return { sentence: error.message === noShips ? NO_SHIPS : OTHER_FILE, mayChange: false };
  // Removed, or locked while the game writes it.
  if (error instanceof DOMException)
    return { sentence: UNREADABLE, mayChange: error.name === 'NotReadableError' };
  throw error;
}

/** The battle of a file, or why there is none. `open` returns the file as it is now. */
export async function readLineup(open: () => Promise<File | null>): Promise<Lineup | string> {
  const { readLineup } = await import('wows-replay/lineup');
  for (const start = runtime.now(); ; await wait(AGAIN_MS)) {
    try {
      const file = await open();
      if (file === null) return UNREADABLE;
      if (file.size > REPLAY_MAX_BYTES) return TOO_LARGE;
      return readLineup(new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      const { sentence, mayChange } = await explain(error);
      if (!mayChange || runtime.now() - start >= UNFINISHED_MS) return sentence;
    }
  }
}

let latest: (() => Promise<File | null>) | undefined;

/**
 * Shows the battle of a file in place of the one on the screen, which stays when the file cannot be read. A replay shows a
 * battle that is over. Only names leave the device.
 */
export async function showLineup(open: () => Promise<File | null>): Promise<void> {
  latest = open;
  $isReading.set(true);
  const battle = await readLineup(open);
  // Another file was chosen meanwhile.
  if (latest !== open) return;
  $isReading.set(false);
  $problem.set(typeof battle === 'string' ? battle : null);
  if (typeof battle === 'string') return;
  const shown = $lineup.get();
  $isOver.set(battle.isReplay || ($isOver.get() && shown !== null && isSameBattle(shown, battle)));
  $lineup.set(battle);
}
