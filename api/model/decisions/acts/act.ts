import type { Db, Tx } from '#api/db/database.ts';
import type { Concerned, Decider } from '#api/model/decisions/concerned.ts';
import { notifyStaff } from '#api/model/notifications/notify.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { listStaff } from '#api/model/reviews/involved.ts';

/** A kind of decision, made with an input. The table is in `acts.ts`. */
export interface Act<Input> {
  /** Makes the decision and returns its id, or refuses. */
  apply(tx: Tx, decider: Decider, input: Input): Promise<string>;
  /** Requires that the viewer may revert it; else 403 with a sentence. */
  involved(db: Db, decider: Decider, concerned: Concerned): Promise<void>;
  /** Undoes what it changed. Notifications of the person concerned and objections follow in `revertDecision`. */
  revert(
    tx: Tx,
    decider: Decider,
    concerned: Pick<Concerned, 'post' | 'action'> & {
      decision: Pick<Concerned['decision'], 'id' | 'postId' | 'createdAt'>;
    },
  ): Promise<void>;
  /** Tells the person concerned. */
  notify(tx: Tx, concerned: Concerned): Promise<void>;
}

/**
 * Tells the other moderators and administrators of a ban or a warning that names no post, except whom it concerns (rule 28.37).
 */
export async function tellStaff(
  tx: Tx,
  { personId: userId, modId }: Concerned['decision'],
  reason: string,
  kind: { warned?: true } = {},
): Promise<void> {
  const others = (await listStaff(tx.db)).filter((staff) => staff !== modId && staff !== userId);
  const moderator = await findPlayer(tx.db, modId ?? 0);
  const player = await findPlayer(tx.db, userId);
  const names = { username: player?.username ?? '', modUsername: moderator?.username ?? '' };
  await notifyStaff(tx, others, { userId, ...names, reason, ...kind });
}
