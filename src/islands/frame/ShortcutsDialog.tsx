import { useState } from 'react';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import styles from './ShortcutsDialog.module.css';
import { ShortcutsSwitch } from './ShortcutsSwitch.tsx';

const SHORTCUTS = [
  ['/', 'Search players and clans'],
  ['j', 'Next post in the list'],
  ['k', 'Previous post in the list'],
  ['o', 'Open the post'],
  ['c', 'New Post, on a profile'],
  ['?', 'This list'],
] as const;

/** The page's own keys, which take the place of those for lists of posts. */
const ownShortcuts = (): string[][] =>
  [...document.querySelectorAll<HTMLElement>('main [data-shortcut-text]')].map((button) => [
    button.getAttribute('aria-keyshortcuts') ?? '',
    button.dataset.shortcutText ?? '',
  ]);

function shortcuts(): readonly (readonly string[])[] {
  const own = ownShortcuts();
  return own.length === 0 ? SHORTCUTS : [...SHORTCUTS.slice(0, 1), ...own, ...SHORTCUTS.slice(-1)];
}

/** The keyboard shortcuts, and a switch that turns them off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [shown] = useState(shortcuts);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} closeOnOutside>
      <div className="stack">
        <dl className={styles.list}>
          {shown.map(([key, text]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <ShortcutsSwitch />
      </div>
    </Dialog>
  );
}
