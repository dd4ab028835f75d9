/** The address of a thumbnail, without the schemas of calls, because lists of posts load it early. */
import { runtime } from '#lib/runtime.ts';

/** Path of the thumbnail of a replay's battle at the API. */
export const thumbnailPath = (replayId: string, version: string): string =>
  `/api/Replay/${replayId}/thumbnail?v=${encodeURIComponent(version)}`;

/** Its absolute URL. With `shape=strip` behind it, that of the strip for phones. */
export const thumbnailUrl = (replayId: string, version: string): string =>
  runtime.apiOrigin() + thumbnailPath(replayId, version);
