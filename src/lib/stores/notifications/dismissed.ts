/** Which notifications were dismissed on this device, per account; tabs agree, and what was lost is told again. */
import { runtime } from '#lib/runtime.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import { ACKNOWLEDGE_MAX } from '#lib/schemas/notification.ts';
import { z } from '#lib/schemas/zod.ts';

/** Most ids that are kept: as many as can be pending at once. */
const DISMISSED_MAX = ACKNOWLEDGE_MAX;
const DismissedSchema = z.array(GuidSchema);

const keyOf = (accountId: number): string => `notifications-dismissed:${accountId}`;

/** Ids that were dismissed, oldest first; empty when nothing readable is stored. */
export function readDismissed(accountId: number): readonly string[] {
  try {
    return (
      DismissedSchema.safeParse(JSON.parse(runtime.localStorage.get(keyOf(accountId)) ?? '[]')).data ?? []
    );
  } catch {
    return [];
  }
}

/** Adds ids to those on the device and in this tab, and returns them all; the oldest beyond the limit go. */
export function keepDismissed(
  accountId: number,
  known: readonly string[],
  added: readonly string[],
): readonly string[] {
  const all = [...new Set([...readDismissed(accountId), ...known, ...added])].slice(-DISMISSED_MAX);
  runtime.localStorage.set(keyOf(accountId), JSON.stringify(all));
  return all;
}
