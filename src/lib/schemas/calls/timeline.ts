/** The call for a battle's timeline, apart from the other calls of replays, because its schema is large. */

import { TimelineSchema } from 'wows-replay/timeline';
import { defineCall } from '#lib/schemas/call.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

/** The timeline, at the address in `timelineUri`. */
export const getTimeline = defineCall({
  path: '/api/Replay/:replayId/timeline',
  summary: 'What happened in the battle and when',
  access: 'anyone',
  params: z.object({ replayId: GuidSchema }),
  /** Version of the decoder. It only distinguishes addresses. */
  query: z.object({ v: z.optional(z.string()) }),
  response: TimelineSchema,
  privateSeconds: 300,
});
