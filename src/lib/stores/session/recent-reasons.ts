/** The reasons that a moderator gave last, offered again (Rule 11.12). */
import { z } from '#lib/schemas/zod.ts';
import { type Stored, stored } from '#lib/stores/core/stored.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { ACCOUNT_KEYS, accountKey } from '#lib/stores/session/session-hold.ts';

/** How many reasons are kept. */
export const RECENT_REASONS_MAX = 4;

const reasons = (): Stored<string[]> =>
  stored(accountKey(ACCOUNT_KEYS.recentReasons, $viewer.get()?.id ?? 0), z.array(z.string()));

/** The last reasons of this moderator on this device, newest first. */
export function readReasons(): readonly string[] {
  return reasons().read() ?? [];
}

/** Adds a reason to the front of the list; the oldest one beyond the maximum is dropped. */
export function keepReason(reason: string): void {
  const others = readReasons().filter((known) => known !== reason);
  reasons().write([reason, ...others].slice(0, RECENT_REASONS_MAX));
}
