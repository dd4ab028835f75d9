/** The reasons a moderator gave last, to be given again with one click (Rule 11.12). */
import { runtime } from '#lib/runtime.ts';
import { z } from '#lib/schemas/zod.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** How many are kept. */
export const RECENT_REASONS_MAX = 4;

const ReasonsSchema = z.array(z.string());

const keyOf = (): string => `recent-reasons:${$viewer.get()?.id ?? 0}`;

/** The reasons this moderator gave last on this device, newest first; none when storage is blocked or unreadable. */
export function readReasons(): readonly string[] {
  try {
    return ReasonsSchema.safeParse(JSON.parse(runtime.localStorage.get(keyOf()) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

/** Puts a reason that was given first. */
export function keepReason(reason: string): void {
  const others = readReasons().filter((known) => known !== reason);
  runtime.localStorage.set(keyOf(), JSON.stringify([reason, ...others].slice(0, RECENT_REASONS_MAX)));
}
