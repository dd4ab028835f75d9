/** Calls about moderators' decisions. Each throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import type { QueryOf } from '#lib/schemas/call.ts';
import * as calls from '#lib/schemas/calls/decision.ts';
import type { ObjectionDecision, WarningCreate } from '#lib/schemas/decision.ts';

/** The statement of a decision. 404 for those it is not for. */
export const getDecision = (id: string, signal?: AbortSignal) =>
  requestData(calls.getDecision, { params: { id }, signal });

/** Objects to a decision. */
export const createObjection = (id: string, words: string) =>
  requestData(calls.createObjection, { params: { id }, body: { words } });

/** Confirms that the viewer has read a warning. */
export const confirmWarning = (id: string) => requestData(calls.confirmWarning, { params: { id } });

/** A page of the team's record. */
export const listDecisions = (query: QueryOf<typeof calls.listDecisions>, signal?: AbortSignal) =>
  requestData(calls.listDecisions, { query, signal });

/** Warns a player, and removes the post with it if it `removes`. */
export const createWarning = (body: WarningCreate, signal?: AbortSignal) =>
  requestData(calls.createWarning, { body, signal });

/** A page of the open objections, counted from 1. */
export const listObjections = (signal?: AbortSignal) => requestData(calls.listObjections, { signal });

/** An objection with its statement and post. */
export const getObjection = (id: string, signal?: AbortSignal) =>
  requestData(calls.getObjection, { params: { id }, signal });

/** Upholds or reverses the decision that an objection is about. */
export const decideObjection = (id: string, body: ObjectionDecision) =>
  requestData(calls.decideObjection, { params: { id }, body });
