/** Calls of `/api/report`. */
import { defineCall } from '#lib/schemas/call.ts';
import { GuidSchema, IdParamSchema } from '#lib/schemas/common.ts';
import { ReportCountsSchema, ReportCreateSchema, ReportSchema } from '#lib/schemas/report.ts';
import { z } from '#lib/schemas/zod.ts';

export const createReport = defineCall({
  method: 'POST',
  path: '/api/report',
  summary: 'Reports a post to the moderators; its author never learns who did',
  access: 'signed-in',
  body: ReportCreateSchema,
  status: 201,
  response: ReportSchema,
});

export const listReports = defineCall({
  path: '/api/report',
  summary: 'The reports of the signed-in user, newest first, at most 100; with `postId` the one on that post',
  access: 'signed-in',
  query: z.object({ postId: z.optional(GuidSchema) }),
  response: z.array(ReportSchema),
});

export const countReports = defineCall({
  path: '/api/report/counts/:userId',
  summary: 'How many posts about and by a player have open reports that the viewer may see',
  access: 'staff',
  params: z.object({ userId: IdParamSchema }),
  response: ReportCountsSchema,
});
