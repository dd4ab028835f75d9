/** Recognises the keys that are shortcuts (Rule 2.23). What they do, other than searching, loads with the first of them. */

import { attempt } from './attempt.ts';

/** Key on the device: `off` when the shortcuts are turned off. */
export const SHORTCUTS_KEY = 'shortcuts';

const KEYS = /^[/?jkoc]$/;

const areOff = (): boolean => attempt(() => localStorage.getItem(SHORTCUTS_KEY)) === 'off';

/** Like `shortcutKey`, which would make this script a file if it imported it. */
const keyOf = ({ key, code, shiftKey }: KeyboardEvent): string =>
  shiftKey ? key : (/^(?!\p{sc=Latin})\p{L}$/u.test(key) ? code.replace('Key', '') : key).toLowerCase();

/** Whether the key is meant for something else: a field, a dialog, or the browser. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.isComposing ||
  event.defaultPrevented ||
  (event.target as Element).closest('input, textarea, select, [contenteditable]') !== null ||
  document.querySelector('dialog[open]') !== null;

/** Passes shortcuts on: `/` to `search`, the others to the island that handles them. */
export function startShortcuts(search: () => void): void {
  document.documentElement.toggleAttribute('data-keys', !areOff());
  const island = document.querySelector('[data-shortcuts]') as HTMLElement;
  const run = (key: string): void => {
    // The island may have to load first: then it reads the key when it starts.
    island.dataset.shortcuts = key;
    island.dispatchEvent(new Event('shortcut', { bubbles: true }));
  };
  document.addEventListener('keydown', (event) => {
    const key = keyOf(event);
    if (!KEYS.test(key) || isTaken(event) || areOff()) return;
    event.preventDefault();
    if (key === '/') search();
    else run(key);
  });
  document.querySelector('[data-shortcut-list]')?.addEventListener('click', () => run('?'));
}
