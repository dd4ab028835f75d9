/** Calls of `/api/mod`. Each throws as `request` does. */
import { request } from '#lib/client/client.ts';
import type { ResponseOf } from '#lib/schemas/call.ts';
import * as calls from '#lib/schemas/calls/moderation.ts';
import type { ModAction, PlatformBan } from '#lib/schemas/moderation.ts';
import type { ModActionCreate, PlatformBanCreate, RemoveAndBan } from '#lib/schemas/written-moderation.ts';

type Decision = ResponseOf<typeof calls.removeAndBan>;

/** Moderator actions on a post or on the posts of a user, newest first; empty when none. */
export async function listModActions(
  of: { postId: string } | { userId: number },
  signal?: AbortSignal,
): Promise<ModAction[]> {
  return (await request(calls.listModActions, { query: of, signal })).data;
}

/** Deletes or edits a post as a moderator. Returns the action's id; null if the API does not tell it. */
export async function createModAction(body: ModActionCreate, signal?: AbortSignal): Promise<string | null> {
  return (await request(calls.createModAction, { body, signal })).data.id;
}

/** Reverts a moderator action. */
export async function revertModAction(id: string): Promise<void> {
  await request(calls.revertModAction, { params: { id } });
}

/** Platform bans of a user, as far as the viewer may see them: all, or only those in force. */
export async function listBans(
  userId: number,
  { currentOnly = false }: { currentOnly?: boolean } = {},
  signal?: AbortSignal,
): Promise<PlatformBan[]> {
  const query = { currentOnly, history: currentOnly ? undefined : true };
  return (await request(calls.listBans, { params: { userId }, query, signal })).data;
}

/** Bans a user from posting for a number of days; 0 means permanently. */
export async function createBan(
  userId: number,
  reason: string,
  days: number,
  about: Pick<PlatformBanCreate, 'rules' | 'postIds'> = {},
): Promise<void> {
  await request(calls.createBan, { query: { days }, body: { userId, reason, ...about } });
}

/** Reverts a platform ban. The API expects the id in the path and in the query. */
export async function revertBan(id: string): Promise<void> {
  await request(calls.revertBan, { params: { id }, query: { id } });
}

/** Removes a post and bans its author, or neither. Returns the ids that undoing it takes. */
export async function removeAndBan(postId: string, body: RemoveAndBan): Promise<Decision> {
  return (await request(calls.removeAndBan, { params: { postId }, body })).data;
}

/** Reverts the removal and the ban. */
export async function revertRemoveAndBan(postId: string, query: Decision): Promise<void> {
  await request(calls.revertRemoveAndBan, { params: { postId }, query });
}
