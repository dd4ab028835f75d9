/**
 * Moderating in front of an API without the feature `decisions`: it returns no ids, so what it stored is found by its words, and
 * removing and banning are two calls (Rules 28.47 and 28.48).
 */
import { mayHaveArrived } from '#lib/client/errors.ts';
import { createBan, createModAction, listBans, listModActions, revertBan } from '#lib/client/moderation.ts';
import { isBanInForce } from '#lib/domain/moderation.ts';
import { runtime } from '#lib/runtime.ts';
import type { ModAction, PlatformBan } from '#lib/schemas/moderation.ts';
import { limitClusters } from '#lib/schemas/visible-text.ts';
import type { ModActionCreate, RemoveAndBan } from '#lib/schemas/written-moderation.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** The action that the API stored for `sent`; undefined where it does not list it. Throws as `request` does. */
export async function findByReason({
  postId,
  actionType,
  reason,
}: ModActionCreate): Promise<ModAction | undefined> {
  const listed = await listModActions({ postId });
  const shown = limitClusters(reason);
  return listed.find(
    (action) =>
      action.modId === $viewer.get()?.id && action.actionType === actionType && action.reason === shown,
  );
}

/** The bans in force that this moderator issued because of this post alone. A ban that got no answer may have been sent twice. */
async function findBans(userId: number, postId: string): Promise<PlatformBan[]> {
  const bans = await listBans(userId, { currentOnly: true });
  return bans.filter(
    (ban) =>
      ban.modId === $viewer.get()?.id &&
      ban.postIds?.length === 1 &&
      ban.postIds[0] === postId &&
      isBanInForce(ban, runtime.now()),
  );
}

/** Reverts the bans that this moderator issued because of this post alone. Can be repeated. */
export async function revertBans(userId: number, postId: string): Promise<void> {
  for (const { id } of await findBans(userId, postId)) await revertBan(id);
}

/** Posts that are not removed yet, although the ban because of them was issued. */
const banned = new Set<string>();
/** Posts whose ban got no answer, so it may have been issued. */
const unanswered = new Set<string>();

/** Whether the author is banned because of the post, which is not removed yet. */
export const isOnlyBanned = (postId: string): boolean => banned.has(postId);

/** Bans first, because bans are refused more often. A ban that an earlier try has issued is not sent again. */
export async function banThenRemove(
  userId: number,
  removal: ModActionCreate,
  { days, ...reason }: RemoveAndBan,
): Promise<void> {
  const { postId } = removal;
  const isBanned =
    banned.has(postId) || (unanswered.has(postId) && (await findBans(userId, postId)).length > 0);
  try {
    if (!isBanned) await createBan(userId, reason.reason, days, { rules: reason.rules, postIds: [postId] });
  } catch (error) {
    if (mayHaveArrived(error)) unanswered.add(postId);
    throw error;
  }
  banned.add(postId);
  await createModAction(removal);
  banned.delete(postId);
  unanswered.delete(postId);
}
