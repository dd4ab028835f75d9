/** Whether keyboard shortcuts are on. The frame's script reads it from the device with each key (Rule 2.23). */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { runtime } from '#lib/runtime.ts';

/** Key on the device: `off` when they are turned off. Also in `scripts/shortcuts.ts`, which imports nothing from here. */
const KEY = 'shortcuts';

const on = atom(true);

/** Whether shortcuts are on, for all tabs of this device. */
export const $shortcutsOn: ReadableAtom<boolean> = on;

const read = (): void => on.set(runtime.localStorage.get(KEY) !== 'off');

onMount(on, () => {
  read();
  return runtime.on('storage', read);
});

/** Turns the shortcuts on or off. */
export function setShortcuts(isOn: boolean): void {
  if (isOn) runtime.localStorage.remove(KEY);
  else runtime.localStorage.set(KEY, 'off');
  on.set(isOn);
}
