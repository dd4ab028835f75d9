/** Calls of `/api/profile`. Each throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/profile.ts';

/** Flags and roles of a user. */
export const getProfile = (id: number, signal?: AbortSignal) =>
  requestData(calls.getProfile, { params: { id }, signal });
