import { useStore } from '@nanostores/react';
import { Ban, Gavel, RefreshCw, TriangleAlert } from 'lucide';
import { useState } from 'react';
import { ladderLine } from '#lib/domain/ladder.ts';
import { canBan, canMaintain, canSeeModeration, type Viewer } from '#lib/domain/permissions.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { openWarning } from '#lib/stores/posts/post-dialog.ts';
import { $task } from '#lib/stores/profile/moderation-task.ts';
import { $isStaffProfile } from '#lib/stores/profile/player-profile.ts';
import {
  $actionCounts,
  $banCount,
  $conflict,
  $moderationDialog,
  $reportCounts,
  askOnProfile,
  openModeration,
  records,
} from '#lib/stores/profile/profile-moderation.ts';
import { $hasStatements } from '#lib/stores/session/feature.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import tabs from '../ui/Tabs.module.css';
import styles from './StaffBar.module.css';

/** Loaded when the first dialog opens. */
const Dialogs = lazyPart(
  'this dialog',
  async () => (await import('./ModerationDialogs.tsx')).ModerationDialogs,
);

const Records = lazyPart('the records', async () => (await import('./Records.tsx')).Records);

interface StaffBarProps {
  player: PlayerProfile;
  viewer: Viewer;
}

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

/** The ladder and the number of notes; opened, the whole record (Rules 31.32 and 31.33). */
function Record({ player }: { player: PlayerProfile }) {
  const [isOpen, setOpen] = useState(false);
  const remote = useStore(records.$remote);
  const record = remoteValue(remote)?.record;
  if (remote.status === 'failed')
    return (
      <Button size="sm" className={styles.wide} onClick={records.retry}>
        Couldn’t load the record. Try again
      </Button>
    );
  if (!record?.ladder) return null;
  const notes = record.notes?.length ?? 0;
  return (
    <details className={styles.record} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="soft">
        {ladderLine(record.ladder)}
        {notes > 0 && ` · ${notes} ${notes === 1 ? 'note' : 'notes'}`}
      </summary>
      {isOpen && (
        <div className="stack">
          <Records rows={[{ part: 'Player', party: player, record }]} postId={null} notes={undefined} />
        </div>
      )}
    </details>
  );
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

/** Absent for players whom the viewer may not ban either. A conflict of interest takes its place (Rule 11.15). */
function WarnButton({ player, viewer }: StaffBarProps) {
  const hasStatements = useStore($hasStatements);
  const isStaff = useStore($isStaffProfile);
  const conflict = useStore($conflict);
  if (!hasStatements || isStaff === undefined || !canBan(viewer, { id: player.id, isStaff })) return null;
  if (conflict !== null) return <p className={cx('soft', styles.wide)}>{conflict}</p>;
  return (
    <Button size="sm" className={styles.list} icon={TriangleAlert} onClick={() => openWarning(player)}>
      Warn…
    </Button>
  );
}

/** Bans and mod actions of a profile for moderators, and its metrics for administrators (Rule 5.12). */
export function StaffBar({ player, viewer }: StaffBarProps) {
  const dialog = useStore($moderationDialog);
  const task = useStore($task);
  return (
    <section className={cx('row', styles.bar)} aria-label="Moderation">
      {canSeeModeration(viewer) && <Lists />}
      {canSeeModeration(viewer) && <WarnButton player={player} viewer={viewer} />}
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
      <Record player={player} />
      <Reported />
      {(dialog !== null || task !== null) && <Dialogs dialog={dialog} player={player} viewer={viewer} />}
    </section>
  );
}
