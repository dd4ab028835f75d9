/** The players and clans that were visited last, on this device until sign-out (Rule 2.21). */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { runtime } from '#lib/runtime.ts';
import { z } from '#lib/schemas/zod.ts';
import { stored } from '#lib/stores/core/stored.ts';
import { RECENTS_KEY } from '#lib/stores/session/session-hold.ts';

/** How many recent visits are kept. */
export const RECENTS_MAX = 8;

const RecentSchema = z.object({
  kind: z.enum(['player', 'clan']),
  id: z.int().check(z.gte(1)),
  /** The username, or the clan's name. */
  name: z.string(),
  /** The clan's tag, or that of the player's clan. */
  tag: z.optional(z.string()),
  leagueColor: z.optional(z.number()),
  /** Whether the player shares the emblem of all who are hidden. */
  hidden: z.optional(z.boolean()),
});

/** A player or clan that was visited. */
export type Recent = z.output<typeof RecentSchema>;

const device = stored(RECENTS_KEY, z.array(RecentSchema));
const recents = atom<readonly Recent[]>([]);

/** The latest first. */
export const $recents: ReadableAtom<readonly Recent[]> = recents;

const readDevice = (): void => recents.set(device.read() ?? []);

onMount(recents, () => {
  readDevice();
  return runtime.on('storage', readDevice);
});

function write(next: readonly Recent[]): void {
  device.write([...next]);
  recents.set(next);
}

/** Puts a visited player or clan first. */
export function rememberVisit(visited: Recent): void {
  const others = (device.read() ?? []).filter(({ kind, id }) => kind !== visited.kind || id !== visited.id);
  write([visited, ...others].slice(0, RECENTS_MAX));
}

/** Deletes all recent visits. */
export function clearRecents(): void {
  write([]);
  device.remove();
}
