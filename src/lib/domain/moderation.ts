/** Platform bans, moderator actions and the opt-out's cooldown. */
import { millisecondsInDay } from 'date-fns/constants';
import { MOD_ACTION_TYPE, type ModAction } from '#lib/schemas/moderation.ts';
import { OPT_OUT_COOLDOWN_DAYS } from '#lib/schemas/profile.ts';

/** Whether a ban is in force: not reverted, and without an end or with one in the future. */
export function isBanInForce(ban: { bannedUntil: string | null; reverted: boolean }, now: number): boolean {
  return !ban.reverted && (ban.bannedUntil === null || Date.parse(ban.bannedUntil) > now);
}

/** Number of bans of a user; reverted ones do not count. */
export function countBans(bans: readonly { reverted: boolean }[]): number {
  return bans.filter((ban) => !ban.reverted).length;
}

/** The state of a ban: reverted, over, or in force with or without an end. */
export type BanState = 'reverted' | 'over' | 'permanent' | 'in-force';

/** The state of a ban at a moment in milliseconds (Rule 11.5). */
export function banState(ban: { bannedUntil: string | null; reverted: boolean }, now: number): BanState {
  if (ban.reverted) return 'reverted';
  if (ban.bannedUntil === null) return 'permanent';
  return isBanInForce(ban, now) ? 'in-force' : 'over';
}

/** The ban that ends last among the bans in force at a moment in milliseconds; undefined when there is none. */
export function lastingBan<B extends { bannedUntil: string | null; reverted: boolean }>(
  bans: readonly B[],
  now: number,
): B | undefined {
  const endOf = ({ bannedUntil }: B): number =>
    bannedUntil === null ? Number.POSITIVE_INFINITY : Date.parse(bannedUntil);
  return bans.filter((ban) => isBanInForce(ban, now)).toSorted((one, other) => endOf(other) - endOf(one))[0];
}

/** The length of a ban in words; 0 days is permanent. */
export function banLengthText(days: number): string {
  if (days === 0) return 'permanently';
  return days === 1 ? 'for 1 day' : `for ${days} days`;
}

/** The filters of a list of moderator actions. */
export const MOD_ACTION_KINDS = ['all', 'edits', 'deletions'] as const;
export type ModActionKind = (typeof MOD_ACTION_KINDS)[number];

const TYPE_OF_KIND = { edits: MOD_ACTION_TYPE.update, deletions: MOD_ACTION_TYPE.delete } as const;

/** The actions of a kind, in their order. */
export function actionsOfKind(actions: readonly ModAction[], kind: ModActionKind): readonly ModAction[] {
  return kind === 'all' ? actions : actions.filter(({ actionType }) => actionType === TYPE_OF_KIND[kind]);
}

/** Number of actions of each kind. */
export function countActions(actions: readonly ModAction[]): Readonly<Record<ModActionKind, number>> {
  const deletions = actionsOfKind(actions, 'deletions').length;
  return { all: actions.length, edits: actions.length - deletions, deletions };
}

/** When an opt-out may be changed again, in milliseconds; null when it may be changed now. */
export function optOutCooldownEnd(optOutChanged: string | null, now: number): number | null {
  if (optOutChanged === null) return null;
  const end = Date.parse(optOutChanged) + OPT_OUT_COOLDOWN_DAYS * millisecondsInDay;
  return end > now ? end : null;
}
