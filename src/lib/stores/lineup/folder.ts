/** Watches the game's folder of replays: a new battle is shown, and after it its replay is offered (Rules 33.5 and 33.10). */
import { atom, computed, type ReadableAtom } from 'nanostores';
import {
  canReadFolders,
  chooseFolder,
  droppedFolder,
  type Folder,
  mayRead,
  openLiveFile,
  openNewestReplay,
  storedFolder,
  storeFolder,
} from '#lib/client/replays-folder.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { isSameBattle } from '#lib/domain/lineup.ts';
import { runtime } from '#lib/runtime.ts';
import { $isOver, $lineup, endBattle, readLineup, showLineup } from '#lib/stores/lineup/lineup.ts';

/** How often the folder is read while the page is visible, in milliseconds. */
const POLL_MS = 2_000;
/** How many times a replay is looked for after a battle: for a minute. */
const REPLAY_TRIES = 30;
const DECLINED_KEY = 'battle-declined';

/** `impossible`: this browser cannot. `lapsed`: the browser no longer lets the page read the folder that was watched. */
export type Watching = 'impossible' | 'off' | 'lapsed' | 'on';

const watching = atom<Watching>(canReadFolders() ? 'off' : 'impossible');
const replay = atom<File | null>(null);
const declined = atom<string | null>(runtime.sessionStorage.get(DECLINED_KEY));

/** Whether a folder is watched. */
export const $watching: ReadableAtom<Watching> = watching;
/** The replay of the shown battle, once the watched folder has it. */
export const $replay: ReadableAtom<File | null> = replay;
/** The same, unless the user declined to rate this battle. */
export const $offeredReplay = computed([replay, declined], (file, name) =>
  file?.name === name ? null : file,
);

let folder: Folder | null = null;
/** When the live file was written; 0 without one. */
let writtenAt = 0;
let triesLeft = 0;
/** Name of the replay that was tried last. */
let tried = '';
/** The folder that is being read now. */
let polled: Folder | null = null;
let stopTimer = (): void => {};

/** Reads the folder as it is now. Nothing changes while the live file is the same. */
async function look(from: Folder): Promise<void> {
  const file = await openLiveFile(from);
  if (file !== null && file.lastModified !== writtenAt) {
    writtenAt = file.lastModified;
    triesLeft = REPLAY_TRIES;
    replay.set(null);
    await showLineup(() => openLiveFile(from));
  } else if (file === null && writtenAt > 0) {
    writtenAt = 0;
    endBattle();
  }
  if (file === null && triesLeft > 0 && $isOver.get()) await findReplay(from);
}

async function findReplay(from: Folder): Promise<void> {
  triesLeft -= 1;
  const newest = await openNewestReplay(from);
  const battle = $lineup.get();
  if (newest === null || newest.name === tried || battle === null) return;
  tried = newest.name;
  const found = await readLineup(async () => newest);
  if (typeof found === 'string' || !isSameBattle(found, battle)) return;
  triesLeft = 0;
  replay.set(newest);
}

/** Reads the folder now, and again while the page is visible. */
async function poll(): Promise<void> {
  stopTimer();
  const from = folder;
  if (from === null || from === polled || document.visibilityState !== 'visible') return;
  polled = from;
  const isAllowed = await look(from).then(
    () => true,
    // The file may be locked while the game writes it.
    (error: unknown) => !(error instanceof DOMException && error.name === 'NotAllowedError'),
  );
  polled = null;
  if (folder !== from) return poll();
  if (isAllowed) stopTimer = runtime.setTimer(() => void poll(), POLL_MS);
  else watching.set('lapsed');
}

async function watch(chosen: Folder, ask: boolean): Promise<void> {
  folder = chosen;
  writtenAt = 0;
  const isAllowed = await mayRead(chosen, ask);
  if (folder !== chosen) return;
  // The user refused: next time another folder can be chosen.
  if (ask && !isAllowed) return stopWatching();
  watching.set(isAllowed ? 'on' : 'lapsed');
  if (isAllowed) await poll();
}

/** Watches the folder of the last visit, from when the screen opens until the returned function is called. */
export function followFolder(): () => void {
  if (canReadFolders())
    void storedFolder().then((stored) => {
      if (stored !== null && folder === null) void watch(stored, false);
    });
  return combineStops([runtime.on('visible', () => void poll()), forgetFolder]);
}

function forgetFolder(): void {
  stopTimer();
  folder = null;
}

/** Lets the user choose the folder, or allow the one that was watched before. */
export async function startWatching(): Promise<void> {
  const chosen = folder ?? (await chooseFolder());
  if (chosen === null) return;
  await storeFolder(chosen);
  await watch(chosen, true);
}

/** Stops watching and forgets the folder. */
export function stopWatching(): void {
  forgetFolder();
  watching.set('off');
  void storeFolder(null);
}

/** Watches a folder that was dropped, or shows the battle of a file. */
export async function takeDropped(file: File, item: DataTransferItem | undefined): Promise<void> {
  const dropped = item === undefined ? null : await droppedFolder(item);
  if (dropped === null) return showLineup(async () => file);
  await storeFolder(dropped);
  await watch(dropped, true);
}

/** Does not offer the replay of this battle again. */
export function declineReplay(): void {
  const { name } = replay.get() ?? {};
  if (name === undefined) return;
  runtime.sessionStorage.set(DECLINED_KEY, name);
  declined.set(name);
}
