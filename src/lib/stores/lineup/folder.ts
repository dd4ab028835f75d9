/** Watches the game's folder of replays: a new battle is shown, and after it its replay is offered (Rules 33.5 and 33.10). */
import { atom, computed } from 'nanostores';
import type { Lineup } from 'wows-replay/lineup';
import {
  canReadFolders,
  chooseFolder,
  droppedFolder,
  exists,
  type Folder,
  type FolderFile,
  fileOfBattle,
  LIVE_FILE,
  listFolder,
  mayRead,
  openLiveFile,
  STREAM_FILE,
  storedFolder,
  storeFolder,
} from '#lib/client/replays-folder.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';
import {
  $isOver,
  $lineup,
  $problem,
  $replay,
  addAccounts,
  BATTLE_MS,
  dropFile,
  endBattle,
  isLatest,
  isShown,
  showBattle,
  showLineup,
} from '#lib/stores/lineup/lineup.ts';
import { loadReader, type Open, readLineup } from '#lib/stores/lineup/lineup-file.ts';

/** How often the folder is read while the page is visible, in milliseconds. */
const POLL_MS = 2_000;
/** How many times a replay is looked for at each look after a battle, and when the page comes to the front: for a minute. */
const REPLAY_TRIES = 30;
/** How often the folder is listed while nothing happens: a new version of the game has a new folder in it. */
const LOOKS_PER_LIST = 15;
const DECLINED_KEY = 'battle-declined';
const DROPPED_KEY = 'battle-dropped';

/**
 * `impossible`: this browser cannot. `refused`: the user chose no folder, or the browser refused it. `forgotten`: it was dropped
 * before a reload. `lapsed`: the browser no longer lets the page read it. `missing`: it was renamed or removed.
 */
export type Watching = 'impossible' | 'off' | 'refused' | 'forgotten' | 'lapsed' | 'missing' | 'on';

const FOLDER =
  'This browser can’t watch a folder. Drop tempArenaInfo.json, which is in it while a battle runs.';

const namesOf = (files: readonly FolderFile[]): string[] => files.map(({ name }) => name);

/** A folder while it is watched. Changes the stores of its watch. */
class WatchedFolder {
  readonly folder: Folder;
  readonly #watch: FolderWatch;
  #places: readonly Folder[] = [];
  /** Names of the replays that the folder had at first. */
  #atFirst: readonly string[] | null = null;
  /** The live file that was read last, and its folder. */
  #live: { file: File; place: Folder } | null = null;
  #openLive: Open = async () => null;
  /** Whether it could not be read, but may be later. */
  #mayChange = false;
  /** Its battle; null before one was read. */
  battle: Lineup | null = null;
  /** Looks without a live file. */
  #looks = 0;
  /** The replay that was found last, and its size then. */
  #found = { name: '', size: 0 };
  /** Name of the newest replay that needs no further look: it is shown, or of another battle. */
  #done = '';
  isStopped = false;

  constructor(folder: Folder, watch: FolderWatch) {
    this.folder = folder;
    this.#watch = watch;
  }

  /** Looks for replays again: some may have been written while the page was hidden. */
  searchAgain(): void {
    this.#looks = Math.min(this.#looks, 1);
  }

  /** Reads the folder as it is now. Nothing changes while the live file is the same. */
  async look(): Promise<void> {
    if (this.#atFirst === null) this.#atFirst = namesOf(await this.#list());
    const live = await openLiveFile(this.#places);
    if (this.isStopped) return;
    if (live !== null) return this.#lookAtLive(live.file, live.place);
    // Otherwise a folder is missing, and not the file.
    await this.folder.list().next();
    if (this.#live === null || (await exists(this.#live.place))) this.#looks += 1;
    // Some programs replace a file by removing it first.
    if (this.#looks > 1) this.#endLive();
    if (this.#looks <= REPLAY_TRIES || this.#looks % LOOKS_PER_LIST === 0) await this.#findReplay();
  }

  #endLive(): void {
    if (this.#live === null) return;
    this.#live = null;
    dropFile(this.#openLive);
    // The user may have chosen another battle since.
    if (this.battle !== null && this.battle === $lineup.get()) endBattle();
  }

  /** Ends the watch. The battle on the screen stays. */
  stop(): void {
    this.isStopped = true;
    dropFile(this.#openLive);
  }

  async #lookAtLive(file: File, place: Folder): Promise<void> {
    this.#looks = 0;
    // The game empties it before it removes it.
    if (file.size === 0 && this.battle !== null && this.#live !== null) return;
    const isNew = file.lastModified !== this.#live?.file.lastModified;
    this.#live = { file, place };
    const openStream = () => place.open(STREAM_FILE);
    if (isNew) this.#openLive = () => place.open(LIVE_FILE);
    else if (!this.#mayChange || !isLatest(this.#openLive)) {
      // The game may write it later.
      return this.battle ? addAccounts(this.battle, openStream) : undefined;
    }
    const read = await showLineup(this.#openLive, { quiet: !isNew, openStream });
    this.#mayChange = read?.mayChange === true;
    if (read !== null && 'battle' in read) this.battle = $lineup.get();
  }

  async #list(): Promise<readonly FolderFile[]> {
    const { replays, places } = await listFolder(this.folder);
    this.#places = places;
    const { $replays } = this.#watch;
    const isSame = String(namesOf(replays)) === String($replays.get()?.map(({ name }) => name));
    if (!isSame && !this.isStopped) $replays.set(replays);
    return replays;
  }

  /** Looks for the replay of the battle that is over, or of a later one that this page did not see. */
  async #findReplay(): Promise<void> {
    const [replay] = await this.#list();
    if (replay === undefined || replay.name === this.#done) return;
    const { name, open } = replay;
    if (this.#found.name !== name) this.searchAgain();
    const { size } = await open();
    // Otherwise the game still writes it.
    const isWhole = size > 0 && this.#found.name === name && this.#found.size === size;
    this.#found = { name, size };
    const read = isWhole && (await readLineup(open, 0));
    if (!read || 'sentence' in read) return;
    this.#done = name;
    const isRecent = runtime.now() - read.writtenAt < BATTLE_MS;
    if (this.isStopped || !(isShown(read.battle) || (isRecent && isLater(read.battle)))) return;
    showBattle(read.battle, open);
    if (!this.#atFirst?.includes(name)) this.#watch.$appeared.set({ ...replay, battle: read.battle });
  }
}

/** Whether the battle on the screen was before this one. */
function isLater({ playedAt }: Lineup): boolean {
  const shown = $lineup.get();
  return shown === null || ($isOver.get() && (playedAt ?? '') > (shown.playedAt ?? ''));
}

function initialState(): Watching {
  if (!canReadFolders()) return 'impossible';
  return runtime.sessionStorage.get(DROPPED_KEY) === null ? 'off' : 'forgotten';
}

/** Watches one folder at a time. */
export class FolderWatch {
  readonly #declined = atom<string | null>(runtime.sessionStorage.get(DECLINED_KEY));
  #watched: WatchedFolder | null = null;
  /** The battle that was last read from a live file in this folder or the one before. */
  #battle: Lineup | null = null;
  /** The folder that is being read now. */
  #polled: WatchedFolder | null = null;
  #stopTimer = (): void => {};

  readonly $state = atom<Watching>(initialState());
  /** The newest replays of the watched folder, latest first; null before it was read. */
  readonly $replays = atom<readonly FolderFile[] | null>(null);
  /** The last replay that was written while the folder was watched, and its battle. */
  readonly $appeared = atom<(FolderFile & { battle: Lineup }) | null>(null);
  /** Whether a replay appeared after the shown battle that the user has not declined to rate. */
  readonly $isOffered = computed(
    [this.$appeared, this.#declined, $replay],
    (file, skipped, open) => file !== null && file.name !== skipped && open !== null && isShown(file.battle),
  );

  /** Watches the folder of the last visit, from when the screen opens until the returned function is called. */
  readonly follow = (): (() => void) => {
    if (canReadFolders())
      void storedFolder().then((stored) => {
        if (stored !== null && this.#watched === null) void this.#watch(stored, false);
      });
    const onVisible = (): void => {
      this.#watched?.searchAgain();
      void this.#poll();
    };
    return combineStops([runtime.on('visible', onVisible), () => this.#forget()]);
  };

  /** Lets the user choose the folder, or allow the one that was watched before. */
  readonly start = async (): Promise<void> => {
    if (this.#watched && this.$state.get() === 'lapsed') return this.#read(this.#watched, true);
    const chosen = await chooseFolder();
    if (chosen === null) return this.$state.set('refused');
    await storeFolder(chosen);
    await this.#watch(chosen, true);
  };

  /** Stops watching and forgets the folder. */
  readonly stop = (): void => {
    this.#forget();
    this.$state.set('off');
    runtime.sessionStorage.remove(DROPPED_KEY);
    void storeFolder(null);
  };

  /** Watches a folder that was dropped, or shows the battle of a file. */
  readonly drop = async (all: DataTransfer): Promise<void> => {
    $problem.set(null);
    const files = [...all.files];
    const folder = droppedFolder(all);
    const file = fileOfBattle(files) ?? (folder ? undefined : files[0]);
    const isWatched = folder !== null && canReadFolders();
    if (isWatched) {
      runtime.sessionStorage.set(DROPPED_KEY, '1');
      await storeFolder(null);
      await this.#watch(folder, false);
    } else if (file) await showLineup(async () => file);
    else $problem.set(FOLDER);
    const used = isWatched ? 'the folder' : file?.name;
    if (files.length > 1 && $problem.get() === null)
      $problem.set(`Only ${used} was used. Drop one file or folder at a time.`);
  };

  /** Does not offer the replay of this battle again. */
  readonly decline = (): void => {
    const { name } = this.$appeared.get() ?? {};
    if (name === undefined) return;
    runtime.sessionStorage.set(DECLINED_KEY, name);
    this.#declined.set(name);
  };

  #forget(): void {
    this.#stopTimer();
    this.#watched?.stop();
    this.#watched = null;
    this.$replays.set(null);
  }

  async #watch(folder: Folder, ask: boolean): Promise<void> {
    this.#forget();
    this.#watched = new WatchedFolder(folder, this);
    // When it fails, the next look at a file says so.
    loadReader().catch(() => {});
    await this.#read(this.#watched, ask);
  }

  async #read(watched: WatchedFolder, ask: boolean): Promise<void> {
    const isAllowed = await mayRead(watched.folder, ask);
    if (watched.isStopped) return;
    // The user refused: next time another folder can be chosen.
    if (ask && !isAllowed) return this.stop();
    this.$state.set(isAllowed ? 'on' : 'lapsed');
    if (isAllowed) await this.#poll();
  }

  /** Reads the folder now, and again while the page is visible. */
  async #poll(): Promise<void> {
    this.#stopTimer();
    const watched = this.#watched;
    if (watched === null || watched === this.#polled || document.visibilityState !== 'visible') return;
    this.#polled = watched;
    const state = await watched.look().then(() => 'on' as const, stateAfter);
    if (watched.isStopped) return;
    this.#polled = null;
    if (watched.battle) this.#battle = watched.battle;
    // Nothing would end the battle of the folder before.
    else if (this.#battle === $lineup.get() && !$isOver.get()) $lineup.set(null);
    // The advice how to hand over another folder stays.
    const isAdvised = state === 'missing' && this.$state.get() === 'refused';
    if (!isAdvised && this.$state.get() !== state) this.$state.set(state);
    if (state !== 'lapsed') this.#stopTimer = runtime.setTimer(() => void this.#poll(), POLL_MS);
  }
}

function stateAfter(error: unknown): Watching {
  const name = error instanceof DOMException && error.name;
  if (name === 'NotAllowedError') return 'lapsed';
  // Otherwise a file may be locked while the game writes it.
  return name === 'NotFoundError' ? 'missing' : 'on';
}

/** The watch of the page of a battle. */
export const folderWatch = new FolderWatch();
