import { useStore } from '@nanostores/react';
import { Undo2 } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { $taskDone, cancelTask } from '#lib/stores/profile/moderation-task.ts';
import { closeModeration } from '#lib/stores/profile/profile-moderation.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { PlayerLink } from '../ui/PlayerLink.tsx';
import { Time } from '../ui/Time.tsx';
import { Words } from '../ui/Words.tsx';
import styles from './Moderation.module.css';
import { ReasonText } from './ReasonText.tsx';
import { RemotePart, type RemotePartProps } from './RemotePart.tsx';

/** Props of the moderation dialogs: the player of the profile, and the viewer. */
export interface ModerationProps {
  player: PlayerProfile;
  viewer: Viewer;
}

interface ListDialogProps<T> extends RemotePartProps<readonly T[]> {
  title: string;
  size: 'lg' | 'xl';
  /** Shown above the list. */
  top: ReactNode;
}

/** A dialog with a list that moderators change. It gets the focus after a task, whose button may be gone (Rule 11.9). */
export function ListDialog<T>({ title, size, top, children, ...list }: ListDialogProps<T>) {
  const done = useStore($taskDone);
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (done !== null) part.current?.focus({ preventScroll: true });
  }, [done]);
  useEffect(() => cancelTask, []);
  return (
    <Dialog inAddress size={size} title={title} onClose={closeModeration}>
      <div ref={part} tabIndex={-1} className={cx('stack', styles.stack)}>
        {top}
        <RemotePart {...list}>
          {(items, isChanging) =>
            items.length === 0 ? (
              list.missing
            ) : (
              <div aria-busy={isChanging}>{children(items, isChanging)}</div>
            )
          }
        </RemotePart>
      </div>
    </Dialog>
  );
}

interface ListItemProps {
  entry: {
    reason: string;
    rules?: readonly string[] | undefined;
    modId: number;
    modUsername: string;
    createdAt: string | null;
  };
  className?: string | undefined;
  /** The first line: what it is. */
  children: ReactNode;
  /** Offered as a button. */
  onRevert?: (() => void) | false | undefined;
}

/** A ban or an action in its list: what it is, the reason, the moderator and the time. */
export function ListItem({ entry, className, children, onRevert }: ListItemProps) {
  const { reason, rules, modId, modUsername, createdAt } = entry;
  return (
    <li className={cx('stack', styles.item, className)}>
      <div className="row">{children}</div>
      <Words>
        <ReasonText reason={reason} rules={rules} />
      </Words>
      <div className="row">
        <p className="soft">
          by <PlayerLink player={{ id: modId, username: modUsername }} />
          {createdAt && (
            <>
              , <Time value={createdAt} />
            </>
          )}
        </p>
        {onRevert && (
          <Button size="sm" className={styles.revert} icon={Undo2} onClick={onRevert}>
            Revert
          </Button>
        )}
      </div>
    </li>
  );
}
