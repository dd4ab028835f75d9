/**
 * The game's folder of replays: chosen, in browsers that let a page read a chosen folder and keep the permission, or dropped.
 * Browsers refuse to hand over some folders by choice, such as those of programs, but not by dropping.
 */
import { del, get, set } from 'idb-keyval';
import { runtime } from '#lib/runtime.ts';

/** The file that the game writes while a battle loads, and removes after it. */
export const LIVE_FILE = 'tempArenaInfo.json';
/** The packets of the running battle, which lie next to it. */
export const STREAM_FILE = 'temp.wowsreplay';
/** Replays are named by their start, so that the last name is the newest. The one being written has another name. */
const REPLAY = /^\d{8}_\d{6}_.*\.wowsreplay$/i;
/** The game can be set to keep the replays of each of its versions in a folder. */
const VERSION = /^\d+(\.\d+)+$/;
/** How many of the newest replays are listed. */
const NEWEST = 5;

/** Missing in the types, because not every browser has them. */
interface Permissions {
  queryPermission?: () => Promise<PermissionState>;
  requestPermission?: () => Promise<PermissionState>;
}
interface FolderWindow {
  showDirectoryPicker?: (options: { id: string }) => Promise<FolderHandle>;
}

/** A chosen folder as the browser stores it. */
export type FolderHandle = FileSystemDirectoryHandle & Permissions;

/** A file that is opened again for each reading, because the game may still be writing it. */
export interface FolderFile {
  name: string;
  open: () => Promise<File>;
}

/**
 * A folder as it is at each call. Calls reject with `NotFoundError` when the folder was renamed or removed, and with
 * `NotAllowedError` when the page may no longer read it.
 */
export interface Folder {
  name: string;
  /** Survives the page; null for a folder that was dropped. */
  handle: FolderHandle | null;
  /** The file of that name; null without one, and when the folder is missing. */
  open: (name: string) => Promise<File | null>;
  list: () => AsyncGenerator<FolderFile | Folder>;
}

const nullIfMissing = (error: unknown): null => {
  if (error instanceof DOMException && error.name === 'NotFoundError') return null;
  throw error;
};

/** Whether the folder was neither renamed nor removed. */
export const exists = async (folder: Folder): Promise<boolean> =>
  (await folder.list().next().catch(nullIfMissing)) !== null;

/** A folder that the user chose, now or before. */
const ofHandle = (handle: FolderHandle): Folder => ({
  name: handle.name,
  handle,
  open: (name) =>
    handle
      .getFileHandle(name)
      .then((file) => file.getFile())
      .catch(nullIfMissing),
  async *list() {
    for await (const entry of handle.values())
      yield entry.kind === 'file' ? { name: entry.name, open: () => entry.getFile() } : ofHandle(entry);
  },
});

const fileOf = (entry: FileSystemEntry): Promise<File> =>
  new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));

const nextOf = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

/** A folder that was dropped. It can be read for as long as the page is open. */
const ofEntry = (entry: FileSystemDirectoryEntry): Folder => ({
  name: entry.name,
  handle: null,
  open: async (name) => {
    const found = new Promise<FileSystemEntry>((resolve, reject) => entry.getFile(name, {}, resolve, reject));
    return found.then(fileOf).catch(nullIfMissing);
  },
  async *list() {
    const reader = entry.createReader();
    for (let part = await nextOf(reader); part.length > 0; part = await nextOf(reader))
      for (const one of part)
        yield one.isFile
          ? { name: one.name, open: () => fileOf(one) }
          : ofEntry(one as FileSystemDirectoryEntry);
  },
});

/** Whether this browser can keep reading a folder. Only there was it seen that a dropped folder shows later changes. */
export const canReadFolders = (): boolean => runtime.isBrowser && 'showDirectoryPicker' in window;

/** Lets the user choose the folder; null when they choose none, or the browser refuses it. */
export async function chooseFolder(): Promise<Folder | null> {
  try {
    const handle = await (window as FolderWindow).showDirectoryPicker?.({ id: 'replays' });
    return handle === undefined ? null : ofHandle(handle);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** The first folder that was dropped; null for files. Call it in the event. */
export function droppedFolder({ items }: DataTransfer): Folder | null {
  const entry = [...items].map((item) => item.webkitGetAsEntry()).find((one) => one?.isDirectory);
  return entry ? ofEntry(entry as FileSystemDirectoryEntry) : null;
}

/** Of several files the live file, or else the newest replay; undefined without both. */
export const fileOfBattle = (files: readonly File[]): File | undefined =>
  files.find(({ name }) => name === LIVE_FILE) ?? newestReplays(files)[0];

/** Whether the folder may be read now. With `ask` the browser asks the user, which needs a click. */
export async function mayRead({ handle }: Folder, ask: boolean): Promise<boolean> {
  const state = await (ask ? handle?.requestPermission : handle?.queryPermission)?.call(handle);
  return state === undefined || state === 'granted';
}

const order = new Intl.Collator('en', { numeric: true });
const newestFirst = (a: { name: string }, b: { name: string }): number => order.compare(b.name, a.name);
const newestReplays = <T extends { name: string }>(files: readonly T[]): T[] =>
  files.filter(({ name }) => REPLAY.test(name)).sort(newestFirst);

async function contentOf(folder: Folder): Promise<{ files: FolderFile[]; folders: Folder[] }> {
  const files: FolderFile[] = [];
  const folders: Folder[] = [];
  for await (const entry of folder.list())
    if ('list' in entry) folders.push(entry);
    else files.push(entry);
  return { files, folders };
}

/**
 * Lists the newest replays, latest first, in the folder and as many of its folders for versions of the game as have them, and the
 * places where the live file may be.
 */
export async function listFolder(folder: Folder) {
  const { files, folders } = await contentOf(folder);
  const versions = folders.filter(({ name }) => VERSION.test(name)).sort(newestFirst);
  for (const version of versions) {
    const inside = newestReplays((await contentOf(version).catch(nullIfMissing))?.files ?? []);
    files.push(...inside);
    if (inside.length >= NEWEST) break;
  }
  return {
    replays: newestReplays(files).slice(0, NEWEST),
    places: [folder, ...versions.slice(0, 1)],
  };
}

/** The live file with the place that has it; null when there is none. */
export async function openLiveFile(places: readonly Folder[]) {
  for (const place of places) {
    const file = await place.open(LIVE_FILE);
    if (file !== null) return { file, place };
  }
  return null;
}

const KEY = 'replays-folder';

/** The folder that was watched last; null without one, or where the browser stores none. */
export async function storedFolder(): Promise<Folder | null> {
  try {
    const handle = await get<FolderHandle>(KEY);
    return handle === undefined ? null : ofHandle(handle);
  } catch {
    return null;
  }
}

/** Stores the watched folder if the browser can, or with null forgets it. */
export async function storeFolder(folder: Folder | null): Promise<void> {
  try {
    await (folder?.handle ? set(KEY, folder.handle) : del(KEY));
  } catch {
    // The browser stores none: the user chooses it again next time.
  }
}
