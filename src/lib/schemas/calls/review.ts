/** Calls of `/api/mod/reviews`. */
import { defineCall } from '#lib/schemas/call.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import {
  AskSchema,
  KeepDecisionSchema,
  MuteSchema,
  NoteCreateSchema,
  NoteSchema,
  ReporterSchema,
  ReviewCountsSchema,
  ReviewItemSchema,
  ReviewListSchema,
  ReviewTabSchema,
} from '#lib/schemas/review.ts';
import { z } from '#lib/schemas/zod.ts';

const params = z.object({ postId: GuidSchema });
const reportParams = z.object({ postId: GuidSchema, reportId: GuidSchema });

export const countReviews = defineCall({
  path: '/api/mod/reviews/counts',
  summary: 'How many posts wait for a decision, by tab, at most 1,000 each',
  access: 'staff',
  response: ReviewCountsSchema,
});

export const listReviews = defineCall({
  path: '/api/mod/reviews',
  summary: 'Posts to decide about: most reported first, then oldest; without posts that involve the viewer',
  access: 'staff',
  query: z.object({
    tab: ReviewTabSchema,
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000)), 1),
  }),
  response: ReviewListSchema,
});

export const claimReview = defineCall({
  method: 'POST',
  path: '/api/mod/reviews/:postId/claim',
  summary: 'Claims an item for two minutes and returns what a decision needs; 423 while another works on it',
  access: 'staff',
  params,
  response: ReviewItemSchema,
});

export const renewReview = defineCall({
  method: 'PUT',
  path: '/api/mod/reviews/:postId/claim',
  summary: 'Claims an item for another two minutes',
  access: 'staff',
  params,
  status: 204,
});

export const releaseReview = defineCall({
  method: 'DELETE',
  path: '/api/mod/reviews/:postId/claim',
  summary: 'Releases an item that the viewer has claimed',
  access: 'staff',
  params,
  status: 204,
});

export const keepPost = defineCall({
  method: 'POST',
  path: '/api/mod/reviews/:postId/keep',
  summary: 'Decides that a post stays; reporters get the sentence, which reported posts need',
  access: 'staff',
  params,
  body: KeepDecisionSchema,
  status: 204,
});

export const reopenReview = defineCall({
  method: 'DELETE',
  path: '/api/mod/reviews/:postId/keep',
  summary: 'Reverts the decision that a post stays; 409 unless the viewer made it and it is the current one',
  access: 'staff',
  params,
  status: 204,
});

export const askColleague = defineCall({
  method: 'PUT',
  path: '/api/mod/reviews/:postId/ask',
  summary: 'Asks for a second opinion with a note: the item is first for all others, and last for the viewer',
  access: 'staff',
  params,
  body: AskSchema,
  status: 204,
});

export const createNote = defineCall({
  method: 'POST',
  path: '/api/mod/notes',
  summary: 'Writes a note for staff on a player or on an item',
  access: 'staff',
  body: NoteCreateSchema,
  status: 201,
  response: NoteSchema,
});

export const deleteNote = defineCall({
  method: 'DELETE',
  path: '/api/mod/notes/:id',
  summary: "Deletes one of the viewer's notes",
  access: 'staff',
  params: z.object({ id: GuidSchema }),
  status: 204,
});

export const openReporter = defineCall({
  method: 'POST',
  path: '/api/mod/reviews/:postId/reports/:reportId/reporter',
  summary: 'Who wrote a report; each look is logged',
  access: 'staff',
  params: reportParams,
  response: ReporterSchema,
});

export const muteReporter = defineCall({
  method: 'POST',
  path: '/api/mod/reviews/:postId/reports/:reportId/mute',
  summary: 'Takes the author of a report the right to report for some days; logged',
  access: 'staff',
  params: reportParams,
  body: MuteSchema,
  status: 204,
});
