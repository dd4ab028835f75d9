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

/** The keyboard shortcuts, and a switch that turns them off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} closeOnOutside>
      <div className="stack">
        <dl className={styles.list}>
          {SHORTCUTS.map(([key, text]) => (
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
