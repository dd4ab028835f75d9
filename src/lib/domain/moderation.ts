/** Platform bans and the opt-out's cooldown. */
import { OPT_OUT_COOLDOWN_DAYS } from '#lib/schemas/profile.ts';

const DAY_MS = 86_400_000;

/** A ban is in force when it was not reverted and has no end or one that is ahead. */
export function isBanInForce(ban: { bannedUntil: string | null; reverted: boolean }, now: number): boolean {
  return !ban.reverted && (ban.bannedUntil === null || Date.parse(ban.bannedUntil) > now);
}

/** Number of bans of a user; reverted ones do not count. */
export function countBans(bans: readonly { reverted: boolean }[]): number {
  return bans.filter((ban) => !ban.reverted).length;
}

/** When an opt-out may be changed again, in milliseconds; null when it may be changed now. */
export function optOutCooldownEnd(optOutChanged: string | null, now: number): number | null {
  if (optOutChanged === null) return null;
  const end = Date.parse(optOutChanged) + OPT_OUT_COOLDOWN_DAYS * DAY_MS;
  return end > now ? end : null;
}
