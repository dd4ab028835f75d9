/** The theme: the system's, light or dark. The head script applies and stores it (Rule 2.20). */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { combineStops } from '#lib/combine-stops.ts';
import { runtime } from '#lib/runtime.ts';

/** A theme; empty for the system's. */
export type Theme = '' | 'light' | 'dark';

const theme = atom<Theme>('');

/** The chosen theme. */
export const $theme: ReadableAtom<Theme> = theme;

onMount(theme, () => {
  const read = (): void => theme.set(runtime.theme() as Theme);
  read();
  return combineStops([runtime.on('theme', read), runtime.on('storage', read)]);
});

/** Applies a theme at once and on every later page of this device. */
export function chooseTheme(next: Theme): void {
  runtime.chooseTheme(next);
}
