/** Calls of `/api/profile`. */
import { defineCall } from '#lib/schemas/call.ts';
import { IdParamSchema } from '#lib/schemas/common.ts';
import { ProfileFlagsSchema, ProfileUpdateSchema } from '#lib/schemas/profile.ts';
import { z } from '#lib/schemas/zod.ts';

export const getProfile = defineCall({
  path: '/api/Profile/:id',
  summary: 'Flags and roles of a user',
  access: 'anyone',
  sharedSeconds: 5,
  params: z.object({ id: IdParamSchema }),
  response: ProfileFlagsSchema,
});

export const updateProfile = defineCall({
  method: 'PUT',
  path: '/api/Profile',
  summary: 'Changes the opt-out of the signed-in user',
  access: 'signed-in',
  body: ProfileUpdateSchema,
  status: 204,
});
