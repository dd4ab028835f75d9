/** The kinds of decisions. What one of them does is in `acts`; what they share is here. */
import type { Tx } from '#api/db/database.ts';
import type { Act } from '#api/model/decisions/acts/act.ts';
import { ban } from '#api/model/decisions/acts/ban.ts';
import { keep } from '#api/model/decisions/acts/keep.ts';
import { edit, removal } from '#api/model/decisions/acts/post-actions.ts';
import { replyRemoval } from '#api/model/decisions/acts/reply-removal.ts';
import { warning } from '#api/model/decisions/acts/warning.ts';
import { type Concerned, type Decider, lockConcerned } from '#api/model/decisions/concerned.ts';
import { endDecision } from '#api/model/decisions/objections.ts';
import type { DecisionKind } from '#lib/schemas/decision.ts';

const acts = {
  removed: removal,
  edited: edit,
  banned: ban,
  warned: warning,
  'reply-removed': replyRemoval,
  kept: keep,
};

/** The input of each kind of decision. */
type Inputs = { [Kind in DecisionKind]: Parameters<(typeof acts)[Kind]['apply']>[2] };

/** How each kind of decision is made, reverted and told. */
export const ACTS: { readonly [Kind in DecisionKind]: Act<Inputs[Kind]> } = acts;

/** The act of a stored decision. */
const actOf = ({ kind }: Pick<Concerned['decision'], 'kind'>): Omit<Act<never>, 'apply'> =>
  ACTS[kind as DecisionKind];

/** Makes a decision and tells the person concerned. Returns its id and that of the person; refusals depend on the kind. */
export async function decide<Kind extends DecisionKind>(
  tx: Tx,
  decider: Decider,
  kind: Kind,
  input: Inputs[Kind],
): Promise<{ id: string; personId: number | null }> {
  const id = await ACTS[kind].apply(tx, decider, input);
  const concerned = await lockConcerned(tx.db, id);
  if (concerned !== null) await actOf({ kind }).notify(tx, concerned);
  return { id, personId: concerned?.decision.personId ?? null };
}

/** Reverts a decision, unless it was reverted before, with its notifications and objections; 403 for those who may not. */
export async function revertDecision(tx: Tx, decider: Decider, concerned: Concerned): Promise<void> {
  const { decision } = concerned;
  const { discord } = decider.deps;
  await actOf(decision).involved(tx.db, decider, concerned);
  if (decision.revertedAt !== null) return;
  await actOf(decision).revert(tx, decider, concerned);
  await endDecision(tx, discord.mark, decision.id);
  await discord.mark(tx, { id: decision.id });
}
