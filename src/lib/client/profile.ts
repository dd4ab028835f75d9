/** Calls of `/api/profile`. Each throws as `request` does. */
import { request } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/profile.ts';
import type { ProfileFlags, ProfileUpdate } from '#lib/schemas/profile.ts';

/** Flags and roles of a user. */
export async function getProfile(id: number, signal?: AbortSignal): Promise<ProfileFlags> {
  return (await request(calls.getProfile, { params: { id }, signal })).data;
}

/** Changes the opt-out of the signed-in user. Refused for 7 days after a change. */
export async function updateProfile(body: ProfileUpdate): Promise<void> {
  await request(calls.updateProfile, { body });
}
