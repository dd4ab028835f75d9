import { useStore } from '@nanostores/react';
import { Ban, Gavel, RefreshCw } from 'lucide';
import { canMaintain, canSeeModeration, type Viewer } from '#lib/domain/permissions.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { $task } from '#lib/stores/profile/moderation-task.ts';
import {
  $actionCounts,
  $banCount,
  $moderationDialog,
  $reportCounts,
  askOnProfile,
  openModeration,
} from '#lib/stores/profile/profile-moderation.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import tabs from '../ui/Tabs.module.css';
import styles from './StaffBar.module.css';

/** Loaded when the first dialog opens. */
const Dialogs = lazyPart(
  'this dialog',
  async () => (await import('./ModerationDialogs.tsx')).ModerationDialogs,
);

function Lists() {
  const lists = [
    { id: 'bans', name: 'Platform bans', icon: Ban, count: useStore($banCount) },
    { id: 'actions', name: 'Mod actions', icon: Gavel, count: useStore($actionCounts)?.all },
  ] as const;
  return lists.map(({ id, name, icon, count }) => (
    <Button key={id} size="sm" className={styles.list} icon={icon} onClick={() => openModeration(id)}>
      {name}
      <span className={cx(tabs.count, styles.count)}>{count ?? '–'}</span>
    </Button>
  ));
}

/** How many posts about and by the player have open reports (Rule 28.17). */
function Reported() {
  const counts = useStore($reportCounts);
  if (!counts || counts.about + counts.by === 0) return null;
  const posts = counts.about === 1 ? '1 post' : `${counts.about} posts`;
  return (
    <p className="soft">
      Reported: {posts} about, {counts.by} by this player
    </p>
  );
}

/** Bans and mod actions of a profile for moderators, and its metrics for administrators (Rule 5.12). */
export function StaffBar({ player, viewer }: { player: PlayerProfile; viewer: Viewer }) {
  const dialog = useStore($moderationDialog);
  const task = useStore($task);
  return (
    <section className={cx('row', styles.bar)} aria-label="Moderation">
      {canSeeModeration(viewer) && <Lists />}
      {canMaintain(viewer) && (
        <Button
          size="sm"
          className={styles.wide}
          icon={RefreshCw}
          onClick={() => askOnProfile({ kind: 'recalculate', player })}
        >
          Recalculate metrics
        </Button>
      )}
      <Reported />
      {(dialog !== null || task !== null) && (
        <ErrorBoundary name="this dialog">
          <Dialogs dialog={dialog} player={player} viewer={viewer} />
        </ErrorBoundary>
      )}
    </section>
  );
}
