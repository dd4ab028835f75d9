/** Calls of `/api/decisions`. Each throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/decision.ts';

/** The statement of a decision. 404 for those it is not for. */
export const getDecision = (id: string, signal?: AbortSignal) =>
  requestData(calls.getDecision, { params: { id }, signal });

/** Objects to a decision. */
export const createObjection = (id: string, words: string) =>
  requestData(calls.createObjection, { params: { id }, body: { words } });

/** Confirms that the viewer has read a warning. */
export const confirmWarning = (id: string) => requestData(calls.confirmWarning, { params: { id } });
