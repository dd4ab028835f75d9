/** Calls of `/api/mod`. Each throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/moderation.ts';
import type { ModActionCreate, PlatformBanCreate } from '#lib/schemas/written-moderation.ts';

/** Moderator actions on a post or on the posts of a user, newest first; empty when none. */
export const listModActions = (of: { postId: string } | { userId: number }, signal?: AbortSignal) =>
  requestData(calls.listModActions, { query: of, signal });

/** Deletes or edits a post as a moderator. Returns the action's id; null if the API does not tell it. */
export async function createModAction(body: ModActionCreate, signal?: AbortSignal): Promise<string | null> {
  return (await requestData(calls.createModAction, { body, signal })).id;
}

/** Reverts a moderator action. */
export const revertModAction = (id: string) => requestData(calls.revertModAction, { params: { id } });

/** Platform bans of a user, as far as the viewer may see them: all, or only those in force. */
export function listBans(
  userId: number,
  { currentOnly = false }: { currentOnly?: boolean } = {},
  signal?: AbortSignal,
) {
  const query = { currentOnly, history: currentOnly ? undefined : true };
  return requestData(calls.listBans, { params: { userId }, query, signal });
}

/** Bans a user from posting for a number of days; 0 means permanently. */
export const createBan = (
  userId: number,
  reason: string,
  days: number,
  about: Pick<PlatformBanCreate, 'rules' | 'postIds'> = {},
) => requestData(calls.createBan, { query: { days }, body: { userId, reason, ...about } });

/** Reverts a platform ban. The API expects the id in the path and in the query. */
export const revertBan = (id: string) => requestData(calls.revertBan, { params: { id }, query: { id } });
