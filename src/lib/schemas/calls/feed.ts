/** Calls below `/feed`: posts for feed readers. */
import { defineCall } from '#lib/schemas/call.ts';
import { IdParamSchema } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

const ATOM = 'application/atom+xml';

export const getLatestFeed = defineCall({
  path: '/feed/latest.atom',
  summary: 'The latest posts as an Atom feed',
  access: 'anyone',
  sharedSeconds: 60,
  contentType: ATOM,
});

export const getPlayerFeed = defineCall({
  path: '/feed/player/:id.atom',
  summary: 'The latest posts about a player as an Atom feed; empty if they opted out',
  access: 'anyone',
  sharedSeconds: 60,
  params: z.object({ id: IdParamSchema }),
  contentType: ATOM,
});
