import { Ellipsis } from 'lucide';
import { useId, useRef } from 'react';
import { cx } from '../helpers/cx.ts';
import { Icon } from '../Icon.tsx';
import styles from './PostActions.module.css';
import type { PostAction } from './post-action.ts';

interface PostMenuProps {
  actions: readonly PostAction[];
  onPick: (action: PostAction) => void;
}

/** The actions behind "More actions". On wide screens the moderators' ones are buttons of the card and not in here. */
export function PostMenu({ actions, onPick }: PostMenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const pick = (action: PostAction) => {
    menu.current?.hidePopover();
    // A dialog returns the focus to where it was. WebKit does not focus buttons on a click.
    opener.current?.focus();
    onPick(action);
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={cx(styles.icon, actions.every(({ mod }) => mod) && styles.narrow)}
        aria-label="More actions"
        title="More actions"
        popoverTarget={id}
      >
        <Icon node={Ellipsis} />
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu}>
        {actions.map((action) => (
          <button
            key={action.key}
            type="button"
            className={cx(styles.item, action.mod && styles.narrow, action.danger && 'negative')}
            onClick={() => pick(action)}
          >
            <Icon node={action.icon} />
            {action.text}
          </button>
        ))}
      </div>
    </>
  );
}
