import { useStore } from '@nanostores/react';
import { PenLine, Trash2 } from 'lucide';
import type { ComponentProps } from 'react';
import { actionsOfKind, MOD_ACTION_KINDS } from '#lib/domain/moderation.ts';
import { canRevertAction, type Viewer } from '#lib/domain/permissions.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { paths } from '#lib/paths.ts';
import { MOD_ACTION_TYPE, type ModAction } from '#lib/schemas/moderation.ts';
import {
  $actionCounts,
  $actionKind,
  askOnProfile,
  kindHref,
  actions as list,
  showKind,
} from '#lib/stores/profile/profile-moderation.ts';
import { Badge } from '../ui/Badge.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { ListDialog, ListItem, type ModerationProps } from './ListDialog.tsx';
import styles from './Moderation.module.css';
import { PostDiff } from './TextDiff.tsx';

const LABELS = { all: 'All', edits: 'Edits', deletions: 'Deletions' } as const;

function KindFilter() {
  const counts = useStore($actionCounts);
  const current = useStore($actionKind);
  return (
    <Tabs
      label="Kind of action"
      ids={MOD_ACTION_KINDS}
      labels={LABELS}
      current={current}
      hrefOf={kindHref}
      countOf={(id) => counts?.[id]}
      onNavigate={showKind}
    />
  );
}

function TypeBadge({ type }: { type: ModAction['actionType'] }) {
  return type === MOD_ACTION_TYPE.delete ? (
    <Badge tone="negative" icon={Trash2}>
      Deletion
    </Badge>
  ) : (
    <Badge tone="warning" icon={PenLine}>
      Edit
    </Badge>
  );
}

/** Folded, because a list has many. */
function Changes(texts: ComponentProps<typeof PostDiff>) {
  return (
    <details className={styles.changes}>
      <summary>Before and after</summary>
      <PostDiff {...texts} />
    </details>
  );
}

interface ActionListProps {
  actions: readonly ModAction[];
  viewer: Viewer;
  /** Who wrote the posts. */
  authorId: number;
}

/** The actions, newest first (Rule 11.4). */
export function ActionList({ actions, viewer, authorId }: ActionListProps) {
  return (
    <ul className="stack" aria-label="Mod actions">
      {actions.map((action) => (
        <ListItem
          key={action.id}
          entry={action}
          onRevert={
            canRevertAction(viewer, action, authorId) &&
            (() => askOnProfile({ kind: 'revert-action', action }))
          }
        >
          <TypeBadge type={action.actionType} />
          <a href={paths.post(action.postId)} className={styles.post}>
            <bdi lang="">{action.updatedPost ? postTitle(action.updatedPost) : 'View post'}</bdi>
          </a>
          {action.previousPost && action.updatedPost && (
            <Changes before={action.previousPost} after={action.updatedPost} />
          )}
        </ListItem>
      ))}
    </ul>
  );
}

/** All moderator actions on a player's posts, by kind (Rule 11.6). */
export function ActionsDialog({ player, viewer }: ModerationProps) {
  const remote = useStore(list.$remote);
  const kind = useStore($actionKind);
  return (
    <ListDialog
      size="xl"
      title={`Mod actions on posts by ${player.username}`}
      top={<KindFilter />}
      remote={remote}
      name="the mod actions"
      missing={<EmptyState title="No mod actions." />}
      onRetry={list.retry}
    >
      {(all) => {
        const actions = actionsOfKind(all, kind);
        if (actions.length === 0) return <EmptyState title="No mod actions of this kind." />;
        return <ActionList actions={actions} viewer={viewer} authorId={player.id} />;
      }}
    </ListDialog>
  );
}
