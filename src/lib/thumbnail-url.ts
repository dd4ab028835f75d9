/** The address of a thumbnail, without the schemas of calls, because lists of posts load it early. */
import { runtime } from '#lib/runtime.ts';

/** Absolute URL of the thumbnail of a replay's battle. */
export const thumbnailUrl = (replayId: string, version: string): string =>
  `${runtime.apiOrigin()}/api/Replay/${replayId}/thumbnail?v=${encodeURIComponent(version)}`;
