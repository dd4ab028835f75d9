import { useStore } from '@nanostores/react';
import { canMaintain, canSeeModeration } from '#lib/domain/permissions.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { cx } from '../ui/helpers/cx.ts';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Skeleton } from '../ui/states/Skeleton.tsx';
import styles from './StaffSlot.module.css';

/** Loaded for moderators and administrators only. */
const StaffBar = lazyPart(
  'the moderation of this player',
  async () => (await import('./StaffBar.tsx')).StaffBar,
  <Skeleton className={styles.waiting} />,
);

/** The place of the staff bar. It has its final height before the bar is loaded, so that nothing moves. */
export function StaffSlot({ player }: { player: PlayerProfile }) {
  const viewer = useStore($viewer);
  const sees = canSeeModeration(viewer);
  const maintains = canMaintain(viewer);
  if (!sees && !maintains) return null;
  return (
    <div className={cx(styles.slot, sees && maintains && styles.both)}>
      <StaffBar player={player} viewer={viewer} />
    </div>
  );
}
