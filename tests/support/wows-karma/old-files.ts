/** The old site's files, as an operator copies them out of its blob store. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileOf, maliciousReplayFile } from '#tests/support/replay-file.ts';
import { blobName, REPLAY } from '#tests/support/wows-karma/rows.ts';

/** Begins as an mp4 file does. */
export const VIDEO = Buffer.from('\0\0\0\u0018ftypmp42, and so on', 'latin1');

/** A replay whose end is missing. */
export const damagedFile = (): Uint8Array => fileOf().subarray(0, 200);

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
  write('rce-replays', blobName(REPLAY.missing), maliciousReplayFile());
  write('minimaps', `${REPLAY.again}.mp4`, VIDEO);
  write('minimaps', `${REPLAY.whole}.mp4`, Buffer.from('no video at all'));
}
