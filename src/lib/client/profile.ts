/** Calls of `/api/profile`. Each throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/profile.ts';
import type { ProfileUpdate } from '#lib/schemas/profile.ts';

/** Flags and roles of a user. */
export const getProfile = (id: number, signal?: AbortSignal) =>
  requestData(calls.getProfile, { params: { id }, signal });

/** Changes the opt-out of the signed-in user. Refused for 7 days after a change. */
export const updateProfile = (body: ProfileUpdate) => requestData(calls.updateProfile, { body });
