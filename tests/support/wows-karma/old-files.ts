/** The old site's files, as an operator copies them out of its blob store. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { REPLAY_LAYOUTS, type ReplayLayout } from 'wows-replay/encode/layouts';
import { REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';
import { fileOf, fullBattle, maliciousReplayFile } from '#tests/support/replay-file.ts';
import { REPLAY } from '#tests/support/wows-karma/ids.ts';
import { blobName } from '#tests/support/wows-karma/rows.ts';

/** Begins as an mp4 file does. */
export const VIDEO = Buffer.from('\0\0\0\u0018ftypmp42, and so on', 'latin1');

/** A replay whose end is missing. */
export const damagedFile = (): Uint8Array => fileOf().subarray(0, 200);

/** A replay of the oldest game that the decoder reads. */
const oldGameFile = (): Uint8Array => encodeReplay(fullBattle(), REPLAY_LAYOUTS[0] as ReplayLayout);

/** Larger than an upload may be. */
const largeFile = (): Uint8Array => Buffer.concat([fileOf(), Buffer.alloc(REPLAY_MAX_BYTES)]);

/** The digits by which a blob's name begins. */
const digits = (id: string): string => id.replaceAll('-', '');

/** Writes the containers to `folder`. */
export function writeOldFiles(folder: string): void {
  const write = (container: string, name: string, content: Uint8Array): void => {
    mkdirSync(path.join(folder, container), { recursive: true });
    writeFileSync(path.join(folder, container, name), content);
  };
  write('replays', blobName(REPLAY.whole), fileOf());
  // Its name has slashes, which no file has.
  write('replays', `${digits(REPLAY.again)}-passwd`, fileOf());
  write('replays', blobName(REPLAY.ofWrongPost).slice(0, 200), fileOf());
  write('replays', blobName(REPLAY.withoutPost), Buffer.from('of no post'));
  write('replays', blobName(REPLAY.emptyFile), Buffer.alloc(0));
  write('replays', blobName(REPLAY.damaged), damagedFile());
  write('replays', blobName(REPLAY.dangerous), maliciousReplayFile());
  write('replays', blobName(REPLAY.ofOldGame), oldGameFile());
  write('replays', blobName(REPLAY.large), largeFile());
  write('rce-replays', blobName(REPLAY.missing), maliciousReplayFile());
  write('minimaps', `${REPLAY.again}.mp4`, VIDEO);
  write('minimaps', `${REPLAY.whole}.mp4`, Buffer.from('no video at all'));
}
