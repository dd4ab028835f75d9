/** Recognises the keys that are shortcuts (Rule 2.23). What they do, other than searching, loads with the first of them. */

/** Key on the device: `off` when the shortcuts are turned off. */
export const SHORTCUTS_KEY = 'shortcuts';

const KEYS = ['/', '?', 'j', 'k', 'o', 'c'];

function areOff(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS_KEY) === 'off';
  } catch {
    return false; // Storage is blocked.
  }
}

/** Whether the key is meant for something else: a field, a dialog, or the browser. */
function isTaken({
  target,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  defaultPrevented,
}: KeyboardEvent): boolean {
  const isTyping =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
  const isModified = ctrlKey || metaKey || altKey || isComposing || defaultPrevented;
  return isModified || isTyping || document.querySelector('dialog[open]') !== null;
}

/** Passes shortcuts on: `/` to `search`, the others to the island that handles them. */
export function startShortcuts(search: () => void): void {
  document.documentElement.toggleAttribute('data-keys', !areOff());
  const island = document.querySelector<HTMLElement>('[data-shortcuts]');
  const run = (key: string): void => {
    if (!island) return;
    // The island may have to load first: then it reads the key when it starts.
    island.dataset.shortcuts = key;
    island.dispatchEvent(new Event('shortcut', { bubbles: true }));
  };
  document.addEventListener('keydown', (event) => {
    if (!KEYS.includes(event.key) || isTaken(event) || areOff()) return;
    event.preventDefault();
    if (event.key === '/') search();
    else run(event.key);
  });
  document.querySelector('[data-shortcut-list]')?.addEventListener('click', () => run('?'));
}
