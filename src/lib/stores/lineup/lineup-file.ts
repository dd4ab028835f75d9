/** Reads the files of a battle that the game may still be writing (Rule 33.6). */
import type { Lineup } from 'wows-replay/lineup';
import { loadInTime } from '#lib/load-in-time.ts';
import { runtime } from '#lib/runtime.ts';
import { formatFileSize } from '#lib/schemas/forms/messages.ts';
import { REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';

/** How long a file that is being written is read again, and how often, in milliseconds. */
const UNFINISHED_MS = 5_000;
const AGAIN_MS = 500;

/** Opens a file as it is now; null when it is gone. */
export type Open = () => Promise<File | null>;

/** Resolves after this time, in milliseconds. */
export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => void runtime.setTimer(resolve, ms));

const TOO_LARGE = `This file is too large: a replay has at most ${formatFileSize(REPLAY_MAX_BYTES)}, and tempArenaInfo.json a few kilobytes.`;
const UNFINISHED = 'This file is incomplete. The game may still be writing it: try again in a moment.';
const UNREADABLE = 'Couldn’t read this file. Choose it again.';
const OTHER_FILE = 'This is neither tempArenaInfo.json nor a replay. Choose another file.';
const NO_SHIPS = 'This file has no list of ships. Choose tempArenaInfo.json or a replay.';
const NO_CODE =
  'Couldn’t load the part of this page that reads the file. Check your connection and try again.';

/** The battle of a file with when it was written, or why there is none. `mayChange`: another try may help. */
export type ReadFile = { mayChange: boolean } & (
  | { battle: Lineup; writtenAt: number }
  | { sentence: string }
);

/** Loads the code that reads files. */
export const loadReader = () =>
  loadInTime(() => Promise.all([import('wows-replay/lineup'), import('wows-replay/errors')]));

/** The battle of a file, or why there is none. A file that may change is read again until `until`. */
export async function readLineup(open: Open, until = performance.now() + UNFINISHED_MS): Promise<ReadFile> {
  const code = await loadReader().catch(() => null);
  if (code === null) return { sentence: NO_CODE, mayChange: true };
  const [{ readLineup: read }, { DamagedReplayError, InvalidReplayError, NO_SHIPS: noShips }] = code;
  const explain = (error: unknown): ReadFile => {
    if (error instanceof DamagedReplayError) return { sentence: UNFINISHED, mayChange: true };
    if (error instanceof InvalidReplayError)
      return { sentence: error.message === noShips ? NO_SHIPS : OTHER_FILE, mayChange: false };
    // Removed, or locked while the game writes it.
    if (error instanceof DOMException)
      return { sentence: UNREADABLE, mayChange: error.name === 'NotReadableError' };
    throw error;
  };
  for (; ; await wait(AGAIN_MS)) {
    try {
      const file = await open();
      if (file === null) return { sentence: UNREADABLE, mayChange: false };
      if (file.size > REPLAY_MAX_BYTES) return { sentence: TOO_LARGE, mayChange: false };
      const battle = read(new Uint8Array(await file.arrayBuffer()));
      return { battle, writtenAt: file.lastModified, mayChange: false };
    } catch (error) {
      const unreadable = explain(error);
      if (!unreadable.mayChange || performance.now() >= until) return unreadable;
    }
  }
}
