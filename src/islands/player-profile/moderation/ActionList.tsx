import { PenLine, Trash2, Undo2 } from 'lucide-react';
import { canRevertAction, type Viewer } from '#lib/domain/permissions.ts';
import { paths } from '#lib/routes.ts';
import { MOD_ACTION_TYPE, type ModAction } from '#lib/schemas/moderation.ts';
import { askFor } from '#lib/stores/profile/moderation-task.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import styles from './Moderation.module.css';

function Kind({ action }: { action: ModAction }) {
  return action.actionType === MOD_ACTION_TYPE.delete ? (
    <Badge tone="negative" icon={<Trash2 aria-hidden="true" />}>
      Deletion
    </Badge>
  ) : (
    <Badge tone="warning" icon={<PenLine aria-hidden="true" />}>
      Edit
    </Badge>
  );
}

function ActionItem({ action, mayRevert }: { action: ModAction; mayRevert: boolean }) {
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <Kind action={action} />
        <a href={paths.post(action.postId)} className={styles.post}>
          <bdi>{action.updatedPost?.title || 'View post'}</bdi>
        </a>
      </div>
      <p className={styles.text} dir="auto">
        {action.reason || 'No reason was given.'}
      </p>
      <div className={styles.line}>
        <p className={styles.soft}>
          by{' '}
          <a href={paths.player({ id: action.modId, username: action.modUsername })} dir="auto">
            {action.modUsername || 'a moderator'}
          </a>
          {action.createdAt && (
            <>
              , <Time value={action.createdAt} />
            </>
          )}
        </p>
        {mayRevert && (
          <Button
            size="sm"
            className={styles.revert}
            icon={<Undo2 aria-hidden="true" />}
            onClick={() => askFor({ kind: 'revert-action', action })}
          >
            Revert
          </Button>
        )}
      </div>
    </li>
  );
}

interface ActionListProps {
  actions: readonly ModAction[];
  viewer: Viewer;
  /** Who wrote the posts. */
  authorId: number;
}

/** The actions, newest first. */
export function ActionList({ actions, viewer, authorId }: ActionListProps) {
  return (
    <ul className={styles.list} aria-label="Mod actions">
      {actions.map((action) => (
        <ActionItem key={action.id} action={action} mayRevert={canRevertAction(viewer, action, authorId)} />
      ))}
    </ul>
  );
}
