/** The game's file of a battle, and its folder, for tests. */
import type { Battle } from 'wows-replay/encode/battle';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { LIVE_FILE } from '#lib/client/replays-folder.ts';

/** The text of `tempArenaInfo.json`: the first block of the battle's replay. */
export function arenaInfo(
  battle: Battle = makeBattle({ players: 4 }),
  header: Record<string, unknown> = {},
): string {
  const replay = encodeReplay(battle, CURRENT_LAYOUT, { header });
  const length = new DataView(replay.buffer).getUint32(8, true);
  return new TextDecoder().decode(replay.subarray(12, 12 + length));
}

/** The live file as the game has written it at `lastModified`. */
export const liveFile = (text = arenaInfo(), lastModified = 1): File =>
  new File([text], LIVE_FILE, { lastModified });

type Done<T> = (value: T) => void;
/** Answers by callbacks, as entries of dropped folders do. */
function answer<T>(read: () => T, done: Done<T>, fail: Done<unknown>): void {
  try {
    done(read());
  } catch (error) {
    fail(error);
  }
}

/**
 * A folder as browsers hand one over: by choice, and with `item` by dropping. `permission` is what the browser answers, `asked`
 * counts its questions, and `isGone` is a folder that was renamed or removed.
 */
export class FakeFolder {
  readonly kind = 'directory';
  readonly isDirectory = true;
  readonly files = new Map<string, File>();
  readonly folders = new Map<string, FakeFolder>();
  permission: PermissionState = 'granted';
  isGone = false;
  asked = 0;
  reads = 0;
  readonly name: string;

  constructor(name = 'replays') {
    this.name = name;
  }

  queryPermission = async (): Promise<PermissionState> => this.permission;
  requestPermission = async (): Promise<PermissionState> => {
    this.asked += 1;
    return this.permission;
  };
  #file(name: string): File {
    this.reads += 1;
    if (this.permission !== 'granted')
      throw new DOMException('The permission was withdrawn.', 'NotAllowedError');
    const file = this.isGone ? undefined : this.files.get(name);
    if (file === undefined) throw new DOMException('There is no such file.', 'NotFoundError');
    return file;
  }
  #check(): void {
    this.reads += 1;
    if (this.isGone) throw new DOMException('There is no such folder.', 'NotFoundError');
  }
  async getFileHandle(name: string) {
    const file = this.#file(name);
    return { getFile: async () => file };
  }
  async *values() {
    this.#check();
    for (const name of this.files.keys()) yield { kind: 'file', name, getFile: async () => this.#file(name) };
    yield* this.folders.values();
  }
  getFile(name: string, _: object, done: Done<object>, fail: Done<unknown>): void {
    answer(() => this.#entry(this.#file(name)), done, fail);
  }
  #entry = ({ name }: File) => ({
    isFile: true,
    name,
    file: (done: Done<File>) => done(this.#file(name)),
  });
  createReader() {
    // Browsers return what a folder has in parts, and at last an empty one.
    const left: object[] = [...[...this.files.values()].map(this.#entry), ...this.folders.values()];
    const next = () => {
      this.#check();
      return left.splice(0, 1);
    };
    return {
      readEntries: (done: Done<object[]>, fail: Done<unknown>) => answer(next, done, fail),
    };
  }
  item = { webkitGetAsEntry: () => this } as unknown as DataTransferItem;
  put(file: File): void {
    this.files.set(file.name, file);
  }
}
