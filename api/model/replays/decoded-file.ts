/** Decodes a replay into what the API stores of it. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { decodeReplay } from 'wows-replay';
import { replaySummary } from 'wows-replay/summary';
import type { DecodedFile } from '#api/model/replays/decoder.ts';
import { writeTracks } from '#api/model/replays/ship-tracks.ts';

const compress = promisify(brotliCompress);
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** A text as it is stored. */
const packed = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await compress(text, COMPRESSION));

/** Roster, chat, facts, timeline and tracks of a replay. Throws what `decodeReplay` throws. */
export async function decodedFile(bytes: Uint8Array, extraClasses: readonly string[]): Promise<DecodedFile> {
  const replay = await decodeReplay(bytes, { extraClasses });
  const { timeline, shipIds, players, header } = replay;
  return {
    ...replaySummary(replay),
    timeline: timeline && (await packed(JSON.stringify(timeline))),
    tracks: timeline && (await packed(writeTracks(timeline, shipIds, players))),
    vehicle: header.playerVehicle,
  };
}
