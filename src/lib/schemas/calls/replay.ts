/** Calls of `/api/replay` and `/api/status`. */
import { defineCall } from '#lib/schemas/call.ts';
import { GuidSchema, InstantSchema, ignoreChecksQuery } from '#lib/schemas/common.ts';
import { ReplaySchema } from '#lib/schemas/replay.ts';
import { z } from '#lib/schemas/zod.ts';

export const listReplays = defineCall({
  path: '/api/Replay',
  summary: 'Ids of all replays',
  access: 'anyone',
  sharedSeconds: 5,
  response: z.array(GuidSchema),
});

export const getReplay = defineCall({
  path: '/api/Replay/:replayId',
  summary: 'A replay: roster and chat',
  access: 'anyone',
  sharedSeconds: 2,
  params: z.object({ replayId: GuidSchema }),
  response: ReplaySchema,
});

// @__NO_SIDE_EFFECTS__
function defineFileCall<const File extends 'file' | 'minimap'>(
  file: File,
  contentType: string,
  summary: string,
) {
  return defineCall({
    path: `/api/Replay/:replayId/${file}`,
    summary,
    access: 'anyone',
    params: z.object({ replayId: GuidSchema }),
    contentType,
  });
}

/** The replay file, as it was uploaded. */
export const downloadReplay = defineFileCall('file', 'application/octet-stream', 'The replay file');
/** The minimap's video. */
export const getMinimap = defineFileCall('minimap', 'video/mp4', "The video of the replay's minimap");

/** The battle's thumbnail, or the strip for phones. `v` is its version, which only distinguishes addresses. */
export const getThumbnail = defineCall({
  path: '/api/Replay/:replayId/thumbnail',
  summary: "A picture of the replay's battle",
  access: 'anyone',
  params: z.object({ replayId: GuidSchema }),
  query: z.object({ v: z.optional(z.string()), shape: z.optional(z.literal('strip')) }),
  contentType: 'image/webp',
  privateSeconds: 86_400,
});

export const uploadReplay = defineCall({
  method: 'POST',
  path: '/api/Replay/:postId',
  summary: 'Uploads the replay of a post',
  access: 'signed-in',
  params: z.object({ postId: GuidSchema }),
  query: z.object(ignoreChecksQuery),
  multipart: { replay: 'file' },
  status: 201,
  response: ReplaySchema,
});

const REPROCESSING = { method: 'PATCH', access: 'admin', status: 202 } as const;

/** The moments between which the replays were uploaded. */
const spanQuery = z.object({ start: z.optional(InstantSchema), end: z.optional(InstantSchema) });

export const reprocessReplays = defineCall({
  ...REPROCESSING,
  path: '/api/Replay/reprocess/all',
  aliases: ['/api/Replay/reprocess/replay/all'],
  summary: 'Processes the replays of a span of time again',
  query: spanQuery,
});

export const reprocessReplay = defineCall({
  ...REPROCESSING,
  path: '/api/Replay/reprocess/:replayId',
  aliases: ['/api/Replay/reprocess/replay/:replayId'],
  summary: 'Processes a replay again',
  params: z.object({ replayId: GuidSchema }),
});

export const reprocessMinimaps = defineCall({
  ...REPROCESSING,
  path: '/api/Replay/reprocess/minimap/all',
  summary: 'Processes the replays of a span of time again, for their videos',
  query: spanQuery,
});

export const reprocessMinimap = defineCall({
  ...REPROCESSING,
  path: '/api/Replay/reprocess/minimap/:postId',
  summary: "Processes a post's replay again, for its video",
  params: z.object({ postId: GuidSchema }),
});

export const getStatus = defineCall({
  path: '/api/Status',
  summary: 'Answers 200 when the service runs',
  access: 'anyone',
});
