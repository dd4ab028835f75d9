/**
 * The game's folder of replays, in browsers that let a page read a chosen folder. The browser
 * keeps the choice and its permission.
 */
import { del, get, set } from 'idb-keyval';
import { runtime } from '#lib/runtime.ts';

/** The file that the game writes while a battle loads, and removes after it. */
export const LIVE_FILE = 'tempArenaInfo.json';
/** Replays are named by their start, so that the last name is the newest. The one being written has another name. */
const REPLAY = /^\d{8}_\d{6}_.*\.wowsreplay$/i;

/** Missing in the types, because not every browser has them. */
interface Permissions {
  queryPermission?: () => Promise<PermissionState>;
  requestPermission?: () => Promise<PermissionState>;
}
interface FolderWindow {
  showDirectoryPicker?: (options: { id: string }) => Promise<FileSystemDirectoryHandle>;
}
interface FolderItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

/** A chosen folder. */
export type Folder = FileSystemDirectoryHandle & Permissions;

/** Whether this browser can keep reading a folder. */
export const canReadFolders = (): boolean => runtime.isBrowser && 'showDirectoryPicker' in window;

/** Lets the user choose the folder; null when they do not. */
export async function chooseFolder(): Promise<Folder | null> {
  try {
    return (await (window as FolderWindow).showDirectoryPicker?.({ id: 'replays' })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

/** The folder that was dropped; null for a file, and in browsers that hand over files only. */
export async function droppedFolder(item: DataTransferItem): Promise<Folder | null> {
  const handle = await (item as FolderItem).getAsFileSystemHandle?.();
  return handle?.kind === 'directory' ? (handle as Folder) : null;
}

/** Whether the folder may be read now. With `ask` the browser asks the user, which needs a click. */
export async function mayRead(folder: Folder, ask: boolean): Promise<boolean> {
  const state = await (ask ? folder.requestPermission : folder.queryPermission)?.call(folder);
  return state === undefined || state === 'granted';
}

/** The live file; null when there is none. Throws when the folder may no longer be read. */
export async function openLiveFile(folder: Folder): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(LIVE_FILE)).getFile();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

/** The newest replay; null when there is none. */
export async function openNewestReplay(folder: Folder): Promise<File | null> {
  let newest = '';
  for await (const name of folder.keys()) if (REPLAY.test(name) && name > newest) newest = name;
  return newest === '' ? null : (await folder.getFileHandle(newest)).getFile();
}

const KEY = 'replays-folder';

/** The folder that was watched last; null without one, or where the browser stores none. */
export async function storedFolder(): Promise<Folder | null> {
  try {
    return (await get<Folder>(KEY)) ?? null;
  } catch {
    return null;
  }
}

/** Stores the watched folder, or with null forgets it. */
export async function storeFolder(folder: Folder | null): Promise<void> {
  try {
    await (folder === null ? del(KEY) : set(KEY, folder));
  } catch {
    // The browser stores none: the user chooses it again next time.
  }
}
