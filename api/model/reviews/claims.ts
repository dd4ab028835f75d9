/** Claims of items and objections: a moderator has one for two minutes (rules 28.29 and 31.21). */
import { addMinutes } from 'date-fns/addMinutes';
import type { Db } from '#api/db/database.ts';
import { problem } from '#api/http/errors.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import type { Claim } from '#lib/schemas/review.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** How long a claim lasts, in minutes. */
const CLAIM_MINUTES = 2;

/** A claim as it is stored, and its moderator's name. */
export interface StoredClaim {
  claimedBy: number | null;
  claimant: string | null;
  claimedUntil: Date | null;
}

/** The claim of another account that lasts; null without one. */
export function claimOf(stored: StoredClaim, viewer: SessionUser, now: number): Claim | null {
  const { claimedBy, claimant, claimedUntil } = stored;
  if (claimedBy === null || claimedBy === viewer.id || claimedUntil === null) return null;
  if (claimedUntil.getTime() <= now) return null;
  return { id: claimedBy, username: claimant ?? '', until: claimedUntil.toISOString() };
}

/** Requires that no one else has a claim that lasts; else 423. */
export function checkUnclaimed(stored: StoredClaim, viewer: SessionUser, now: number, what: string): void {
  const claim = claimOf(stored, viewer, now);
  if (claim === null) return;
  const title = `${claim.username} is deciding about ${what}.`;
  throw problem(423, { type: 'urn:fleet-karma:claimed', title, until: claim.until });
}

/** A claim of the viewer from now on: its columns, and as others see it. */
export async function newClaim(db: Db, viewer: SessionUser, now: number) {
  const until = addMinutes(now, CLAIM_MINUTES);
  const me = await findPlayer(db, viewer.id);
  return {
    stored: { claimedBy: viewer.id, claimedUntil: until },
    shown: { id: viewer.id, username: me?.username ?? '', until: until.toISOString() },
  };
}

/** The columns without a claim. */
export const UNCLAIMED = { claimedBy: null, claimedUntil: null };
