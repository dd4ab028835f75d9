/** Decodes a replay into what the API stores of it. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { DecodedFile } from '#api/replays/decoder.ts';
import { decodeReplay } from '#lib/replay/decode-replay.ts';
import { replaySummary } from '#lib/replay/replay-summary.ts';
import type { Timeline } from '#lib/schemas/timeline.ts';

const compress = promisify(brotliCompress);
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** The timeline as it is stored; null when there is none. */
async function packed(timeline: Timeline | null): Promise<Uint8Array<ArrayBuffer> | null> {
  return timeline && new Uint8Array(await compress(JSON.stringify(timeline), COMPRESSION));
}

/** Roster, chat, facts and timeline of a replay. Throws what `decodeReplay` throws. */
export async function decodedFile(bytes: Uint8Array, extraClasses: readonly string[]): Promise<DecodedFile> {
  const replay = await decodeReplay(bytes, { extraClasses });
  const timeline = await packed(replay.timeline);
  return { ...replaySummary(replay), timeline, vehicle: replay.header.playerVehicle };
}
