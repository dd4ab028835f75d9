import { useStore } from '@nanostores/react';
import { canMaintain, canSeeModeration } from '#lib/domain/permissions.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { $session } from '#lib/stores/session.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { lazyPart } from '../../ui/LazyPart.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './StaffSlot.module.css';

const waiting = <Skeleton className={styles.waiting} />;
/** Only moderators and administrators load it. */
const StaffBar = lazyPart(
  'The moderation of this player',
  async () => (await import('./StaffBar.tsx')).StaffBar,
  waiting,
);

/** Room for what staff can do on a profile, from the moment they are known, so that nothing moves later. */
export function StaffSlot({ player }: { player: PlayerProfile | null }) {
  // The same as on the server at first, whatever is known by then.
  const session = useStore($session, { ssr: 'initial' });
  const viewer = session.status === 'signed-in' ? session : null;
  const sees = canSeeModeration(viewer);
  const maintains = canMaintain(viewer);
  if (!sees && !maintains) return null;
  return (
    <div className={cx(styles.slot, sees && maintains && styles.both)}>
      {player === null ? (
        waiting
      ) : (
        <ErrorBoundary name="The moderation of this player">
          <StaffBar player={player} viewer={viewer} />
        </ErrorBoundary>
      )}
    </div>
  );
}
