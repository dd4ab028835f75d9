import { useStore } from '@nanostores/react';
import { Ban } from 'lucide-react';
import { useEffect, useState } from 'react';
import { banRefusal, canBan } from '#lib/domain/permissions.ts';
import { readBanDraft } from '#lib/stores/profile/ban-draft.ts';
import { $taskDone, cancelTask, forgetDone } from '#lib/stores/profile/moderation-task.ts';
import { $isStaffProfile } from '#lib/stores/profile/player-profile.ts';
import { $banCount, $bans, closeModeration, refreshBans } from '#lib/stores/profile/profile-moderation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { BanEditor } from './BanEditor.tsx';
import { BanList } from './BanList.tsx';
import { ListState } from './ListState.tsx';
import styles from './Moderation.module.css';
import type { ModerationProps } from './ModerationDialogs.tsx';
import { useDoneFocus } from './use-done-focus.ts';

/** Whether the form is open: opened here, or begun before. A ban that was issued closes it. */
function useWriting(playerId: number) {
  const [writing, setWriting] = useState(() => readBanDraft(playerId) !== null);
  const done = useStore($taskDone);
  useEffect(() => {
    if (done?.kind === 'ban') setWriting(false);
  }, [done]);
  return [writing, setWriting] as const;
}

/** All platform bans of a player, with what moderators do about them (Rules 11.5, 11.6). */
export function BansDialog({ player, viewer }: ModerationProps) {
  const remote = useStore($bans);
  const count = useStore($banCount);
  const isStaff = useStore($isStaffProfile);
  const target = { id: player.id, isStaff: isStaff ?? false };
  const refusal = banRefusal(viewer, target);
  // Nothing is offered until the player's roles are known: it might be refused.
  const mayBan = isStaff !== undefined && canBan(viewer, target);
  const [writing, setWriting] = useWriting(player.id);
  const part = useDoneFocus();
  useEffect(
    () => () => {
      cancelTask();
      forgetDone();
    },
    [],
  );
  return (
    <Dialog open inAddress size="lg" title={`Platform bans of ${player.username}`} onClose={closeModeration}>
      <div ref={part} tabIndex={-1} className={styles.stack}>
        <div className={styles.top}>
          <p className={styles.soft}>
            {count !== undefined && `${count} ${count === 1 ? 'ban' : 'bans'}, reverted ones not counted.`}
          </p>
          {mayBan && !writing && (
            <Button
              // It stands where the form was. When the dialog opens it cannot have the focus yet.
              autoFocus
              size="sm"
              variant="danger"
              icon={<Ban aria-hidden="true" />}
              onClick={() => setWriting(true)}
            >
              Ban this player
            </Button>
          )}
        </div>
        {refusal !== null && <p className={styles.soft}>{refusal}</p>}
        {mayBan && writing && <BanEditor player={player} onClose={() => setWriting(false)} />}
        <ListState
          remote={remote}
          empty="No platform bans."
          failure="The platform bans could not be loaded."
          onRetry={() => refreshBans()}
        >
          {(bans) => <BanList bans={bans} mayRevert={mayBan} />}
        </ListState>
      </div>
    </Dialog>
  );
}
