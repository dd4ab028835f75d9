/** Calls of `/api/decisions`, `/api/mod/decisions`, `/api/mod/objections` and `/api/mod/warnings`. */
import { defineCall } from '#lib/schemas/call.ts';
import { GuidSchema, IdParamSchema, orNull } from '#lib/schemas/common.ts';
import {
  DecisionKindSchema,
  ObjectionCreateSchema,
  ObjectionDecisionSchema,
  ObjectionSchema,
  OwnDecisionsSchema,
  StatementSchema,
  VERDICTS,
  WarningCreateSchema,
} from '#lib/schemas/decision.ts';
import { DecisionRecordSchema, ObjectionEntrySchema, ObjectionItemSchema } from '#lib/schemas/review.ts';
import { RuleCodeSchema } from '#lib/schemas/written-moderation.ts';
import { z } from '#lib/schemas/zod.ts';

const params = z.object({ id: GuidSchema });
const page = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000)), 1);

export const listOwnDecisions = defineCall({
  path: '/api/decisions',
  summary: 'The decisions that concern the signed-in user, newest first, 50 to a page',
  access: 'signed-in',
  query: z.object({ page }),
  response: OwnDecisionsSchema,
});

export const getDecision = defineCall({
  path: '/api/decisions/:id',
  summary:
    'The statement of reasons of a decision, for the person it concerns and for uninvolved staff; else 404',
  access: 'signed-in',
  params,
  response: StatementSchema,
});

export const createObjection = defineCall({
  method: 'POST',
  path: '/api/decisions/:id/objection',
  summary: 'Objects to a decision, once and within six months; open to banned players, too',
  access: 'signed-in',
  params,
  body: ObjectionCreateSchema,
  status: 201,
  response: ObjectionSchema,
});

export const confirmWarning = defineCall({
  method: 'PUT',
  path: '/api/decisions/:id/read',
  summary: 'Confirms that the viewer has read a warning, which lets them post again',
  access: 'signed-in',
  params,
  status: 204,
});

export const listDecisions = defineCall({
  path: '/api/mod/decisions',
  summary: 'Decisions of the last 90 days, newest first, 50 to a page; without those that involve the viewer',
  access: 'staff',
  query: z.object({
    page,
    mod: z.optional(IdParamSchema),
    player: z.optional(IdParamSchema),
    kind: z.optional(DecisionKindSchema),
    objection: z.optional(z.literal(['open', ...VERDICTS])),
    rule: z.optional(RuleCodeSchema),
  }),
  response: DecisionRecordSchema,
});

export const createWarning = defineCall({
  method: 'POST',
  path: '/api/mod/warnings',
  summary: 'Warns a player; with `removes`, one decision removes the post and warns its author',
  access: 'mod',
  body: WarningCreateSchema,
  status: 202,
  response: z.object({ id: GuidSchema, actionId: orNull(GuidSchema) }),
});

export const listObjections = defineCall({
  path: '/api/mod/objections',
  summary: 'The 50 oldest open objections; without those that involve the viewer',
  access: 'staff',
  response: z.array(ObjectionEntrySchema),
});

export const getObjection = defineCall({
  path: '/api/mod/objections/:id',
  summary: 'An objection with the statement and the post; 404 for involved staff, 410 once it is decided',
  access: 'staff',
  params,
  response: ObjectionItemSchema,
});

export const claimObjection = defineCall({
  method: 'POST',
  path: '/api/mod/objections/:id/claim',
  summary:
    'Claims an objection for two minutes and returns what a decision needs; 423 while another works on it. Who cannot decide it only reads it',
  access: 'staff',
  params,
  response: ObjectionItemSchema,
});

export const renewObjection = defineCall({
  method: 'PUT',
  path: '/api/mod/objections/:id/claim',
  summary: 'Claims an objection for another two minutes',
  access: 'staff',
  params,
  status: 204,
});

export const releaseObjection = defineCall({
  method: 'DELETE',
  path: '/api/mod/objections/:id/claim',
  summary: 'Releases an objection that the viewer has claimed',
  access: 'staff',
  params,
  status: 204,
});

export const decideObjection = defineCall({
  method: 'POST',
  path: '/api/mod/objections/:id/decision',
  summary:
    'Upholds or reverses a decision; its author is told the reason. 403 for who made the decision, 410 once decided',
  access: 'staff',
  params,
  body: ObjectionDecisionSchema,
  status: 204,
});
