import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { MOD_ACTION_KINDS } from '#lib/domain/moderation.ts';
import { cancelTask, forgetDone } from '#lib/stores/profile/moderation-task.ts';
import {
  $actionCounts,
  $actionKind,
  $modActions,
  $shownActions,
  closeModeration,
  kindHref,
  refreshModActions,
  showKind,
} from '#lib/stores/profile/profile-moderation.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ActionList } from './ActionList.tsx';
import { ListState } from './ListState.tsx';
import styles from './Moderation.module.css';
import type { ModerationProps } from './ModerationDialogs.tsx';
import { useDoneFocus } from './use-done-focus.ts';

const LABELS = { all: 'All', edits: 'Edits', deletions: 'Deletions' } as const;

function KindFilter() {
  const counts = useStore($actionCounts);
  const current = useStore($actionKind);
  return (
    <Tabs
      label="Kind of action"
      current={current}
      tabs={MOD_ACTION_KINDS.map((id) => ({
        id,
        label: LABELS[id],
        href: kindHref(id),
        count: counts?.[id],
      }))}
      onNavigate={(id) => showKind(MOD_ACTION_KINDS.find((kind) => kind === id) ?? 'all')}
    />
  );
}

/** All moderator actions on a player's posts, by kind (Rules 11.4, 11.6). */
export function ActionsDialog({ player, viewer }: ModerationProps) {
  const remote = useStore($modActions);
  const shown = useStore($shownActions) ?? [];
  const part = useDoneFocus();
  useEffect(
    () => () => {
      cancelTask();
      forgetDone();
    },
    [],
  );
  return (
    <Dialog
      open
      inAddress
      size="xl"
      title={`Mod actions on posts by ${player.username}`}
      onClose={closeModeration}
    >
      <div ref={part} tabIndex={-1} className={styles.stack}>
        <KindFilter />
        <ListState
          remote={remote}
          empty="No mod actions."
          failure="The mod actions could not be loaded."
          onRetry={() => refreshModActions()}
        >
          {() =>
            shown.length === 0 ? (
              <EmptyState title="No mod actions of this kind." />
            ) : (
              <ActionList actions={shown} viewer={viewer} authorId={player.id} />
            )
          }
        </ListState>
      </div>
    </Dialog>
  );
}
