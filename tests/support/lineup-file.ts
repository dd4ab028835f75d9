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

/** A folder as browsers hand one over. `permission` is what the browser answers, and `asked` counts its questions. */
export class FakeFolder {
  readonly kind = 'directory';
  readonly files = new Map<string, File>();
  permission: PermissionState = 'granted';
  asked = 0;
  reads = 0;

  queryPermission = async (): Promise<PermissionState> => this.permission;
  requestPermission = async (): Promise<PermissionState> => {
    this.asked += 1;
    return this.permission;
  };
  async getFileHandle(name: string) {
    this.reads += 1;
    if (this.permission !== 'granted')
      throw new DOMException('The permission was withdrawn.', 'NotAllowedError');
    const file = this.files.get(name);
    if (file === undefined) throw new DOMException('There is no such file.', 'NotFoundError');
    return { getFile: async () => file };
  }
  async *keys() {
    yield* this.files.keys();
  }
  put(file: File): void {
    this.files.set(file.name, file);
  }
}
