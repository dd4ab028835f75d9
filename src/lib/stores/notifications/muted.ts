/** Types of notifications that the user turned off on this device; shared by its tabs (Rule 30.46). */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';
import { z } from '#lib/schemas/zod.ts';
import { type Stored, stored } from '#lib/stores/core/stored.ts';
import { $session } from '#lib/stores/session/session.ts';

const muted = atom<readonly number[]>([]);

/** The types that are turned off. Follows the device while `followMuted` runs. */
export const $muted: ReadableAtom<readonly number[]> = muted;

const $account = computed($session, (session) => (session.status === 'signed-in' ? session.id : 0));

const onDevice = (): Stored<number[]> => stored(`notifications-off:${$account.get()}`, z.array(z.int()));
const read = (): void => muted.set(onDevice().read() ?? []);

/** Follows the choice of the signed-in user until the returned function is called. */
export const followMuted = (): (() => void) =>
  combineStops([$account.subscribe(read), runtime.on('storage', read)]);

/** Turns a type off or on, for all tabs of this device. */
export function setMuted(type: number, isMuted: boolean): void {
  read();
  const others = muted.get().filter((one) => one !== type);
  const types = isMuted ? [...others, type] : others;
  muted.set(types);
  if (types.length > 0) onDevice().write([...types]);
  else onDevice().remove();
}
