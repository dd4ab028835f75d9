/** Calls of `/api/auth`. */
import { defineCall } from '#lib/schemas/call.ts';
import { z } from '#lib/schemas/zod.ts';

/** The first value of a repeated parameter. A 400 would be of no use to someone who follows a link. */
const FirstTextSchema = z.optional(
  z.pipe(
    z.transform((value: string | string[]) => (Array.isArray(value) ? value[0] : value)),
    z.string(),
  ),
);

export const checkSession = defineCall({
  method: 'HEAD',
  path: '/api/Auth',
  summary: 'Session check',
  access: 'signed-in',
});

export const startLogin = defineCall({
  path: '/api/Auth/login',
  summary: 'Start of sign-in; redirects to the publisher',
  access: 'anyone',
  query: z.object({ redirectUri: FirstTextSchema }),
  status: 302,
});

/** Where the publisher sends the browser back to. */
export const finishLogin = defineCall({
  path: '/api/Auth/wg-callback',
  summary: 'End of sign-in; sets the cookie and redirects to the site',
  access: 'anyone',
  query: z.looseObject({ redirectUri: FirstTextSchema, state: FirstTextSchema }),
  status: 302,
});

export const renewSeed = defineCall({
  method: 'POST',
  path: '/api/Auth/renew-seed',
  summary: 'Renews the seed; every earlier token of the user stops working',
  access: 'signed-in',
});

export const refreshToken = defineCall({
  path: '/api/Auth/refresh-token',
  summary: 'A new token, as text or as a JSON string',
  access: 'signed-in',
  response: z.string(),
});
