/** Ids of dismissed notifications, kept on this device for each account and shared by its tabs (Rule 13.6). */
import { atom, type ReadableAtom } from 'nanostores';
import { GuidSchema } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';
import { type Stored, stored } from '#lib/stores/core/stored.ts';

/** How many ids the device keeps. It has room for a few megabytes, and the server knows most of them. */
const STORED_MAX = 5_000;

const dismissed = atom<readonly string[]>([]);
let account = 0;

const onDevice = (): Stored<string[]> => stored(`notifications-dismissed:${account}`, z.array(GuidSchema));
const withDevice = (): readonly string[] => [...new Set([...(onDevice().read() ?? []), ...dismissed.get()])];

/** The dismissed ids of the account, oldest first. */
export const $dismissed: ReadableAtom<readonly string[]> = dismissed;

/** Loads the ids of an account; 0 for none. */
export function loadDismissed(accountId: number): void {
  account = accountId;
  dismissed.set(onDevice().read() ?? []);
}

/** Adds what other tabs dismissed. It writes nothing: two tabs that react to each other's writes would never stop. */
export function addFromDevice(): void {
  dismissed.set(withDevice());
}

/** Adds ids here and on the device, which drops the oldest ids beyond its limit. */
export function addDismissed(ids: readonly string[]): void {
  const all = [...new Set([...withDevice(), ...ids])];
  dismissed.set(all);
  onDevice().write(all.slice(-STORED_MAX));
}
