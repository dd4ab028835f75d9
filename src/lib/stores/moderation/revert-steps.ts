/** The steps that undo a decision. Each can be repeated, because a later one may fail (Rule 28.48). */
import { HttpError } from '#lib/client/errors.ts';
import { listBans, revertBan } from '#lib/client/moderation.ts';
import { isBanInForce } from '#lib/domain/moderation.ts';
import { runtime } from '#lib/runtime.ts';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import type { ModActionCreate } from '#lib/schemas/written-moderation.ts';
import { findStored } from '#lib/stores/posts/undo-action.ts';
import { revertAction } from '#lib/stores/profile/revert-action.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** Reverts the action that was stored for `sent`. One that is not listed or not found was reverted before. */
export async function revertStored(sent: ModActionCreate): Promise<void> {
  const action = await findStored(sent);
  if (action === undefined) return;
  try {
    await revertAction(action);
  } catch (error) {
    if (!(error instanceof HttpError && error.isNotFound)) throw error;
  }
}

/** The bans in force that this moderator issued because of this post alone. A ban that got no answer may have been sent twice. */
export async function findBans(userId: number, postId: string): Promise<PlatformBan[]> {
  const bans = await listBans(userId, { currentOnly: true });
  return bans.filter(
    (ban) =>
      ban.modId === $viewer.get()?.id &&
      ban.postIds?.length === 1 &&
      ban.postIds[0] === postId &&
      isBanInForce(ban, runtime.now()),
  );
}

/** Reverts those bans. */
export async function revertBans(userId: number, postId: string): Promise<void> {
  for (const { id } of await findBans(userId, postId)) await revertBan(id);
}
