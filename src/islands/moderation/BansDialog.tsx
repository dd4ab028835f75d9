import { useStore } from '@nanostores/react';
import { Ban, Clock, History, type IconNode, Undo2 } from 'lucide';
import { useEffect, useState } from 'react';
import { formatMedium } from '#lib/domain/dates.ts';
import { type BanState, banState } from '#lib/domain/moderation.ts';
import { banRefusal, canBan } from '#lib/domain/permissions.ts';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import { banDraft } from '#lib/stores/profile/ban-draft.ts';
import { $taskDone } from '#lib/stores/profile/moderation-task.ts';
import { $isStaffProfile } from '#lib/stores/profile/player-profile.ts';
import { $banCount, $conflict, askOnProfile, bans as list } from '#lib/stores/profile/profile-moderation.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Time } from '../ui/Time.tsx';
import { BanEditor } from './BanEditor.tsx';
import { ListDialog, ListItem, type ModerationProps } from './ListDialog.tsx';
import styles from './Moderation.module.css';

const STATES: Record<BanState, { text: string; tone: 'negative' | 'neutral' | 'accent'; icon: IconNode }> = {
  permanent: { text: 'In force', tone: 'negative', icon: Ban },
  'in-force': { text: 'In force', tone: 'negative', icon: Ban },
  over: { text: 'Over', tone: 'neutral', icon: History },
  reverted: { text: 'Reverted', tone: 'accent', icon: Undo2 },
};

function BanItem({ ban, mayRevert }: { ban: PlatformBan; mayRevert: boolean }) {
  const { text, tone, icon } = STATES[banState(ban, Date.now())];
  return (
    <ListItem
      entry={ban}
      className={ban.reverted ? styles.reverted : undefined}
      onRevert={mayRevert && !ban.reverted && (() => askOnProfile({ kind: 'revert-ban', ban }))}
    >
      <Badge tone={tone} icon={icon}>
        {text}
      </Badge>
      <span className={styles.end}>
        <Icon node={Clock} />
        {ban.bannedUntil === null ? (
          'Permanent'
        ) : (
          <span>
            Until <Time value={ban.bannedUntil} format={formatMedium} />
          </span>
        )}
      </span>
    </ListItem>
  );
}

/** The bans, newest first. */
export function BanList({ bans, mayRevert }: { bans: readonly PlatformBan[]; mayRevert: boolean }) {
  return (
    <ul className="stack" aria-label="Platform bans">
      {bans.map((ban) => (
        <BanItem key={ban.id} ban={ban} mayRevert={mayRevert} />
      ))}
    </ul>
  );
}

/** Whether the form is open: opened here, or left with a draft before. It closes once the ban is issued. */
function useWriting(playerId: number) {
  const [writing, setWriting] = useState(() => banDraft(playerId).read() !== null);
  const done = useStore($taskDone);
  useEffect(() => {
    if (done?.kind === 'ban') setWriting(false);
  }, [done]);
  return [writing, setWriting] as const;
}

function BanCount() {
  const count = useStore($banCount) ?? 0;
  return (
    <p className="soft">
      {count > 0 && `${count} ${count === 1 ? 'ban' : 'bans'} (reverted bans not counted)`}
    </p>
  );
}

/** All platform bans of a player, and the form for a new one (Rules 11.5, 11.6). */
export function BansDialog({ player, viewer }: ModerationProps) {
  const remote = useStore(list.$remote);
  const isStaff = useStore($isStaffProfile);
  const target = { id: player.id, isStaff: isStaff ?? false };
  const conflict = useStore($conflict);
  const refusal = banRefusal(viewer, target) ?? conflict;
  // No buttons until the player's roles are known: the API might refuse.
  const mayRevert = isStaff !== undefined && canBan(viewer, target);
  const mayBan = mayRevert && conflict === null;
  const [writing, setWriting] = useWriting(player.id);
  return (
    <ListDialog
      size="lg"
      title={`Platform bans of ${player.username}`}
      top={
        <>
          <div className={cx('row', styles.top)}>
            <BanCount />
            {mayBan && !writing && (
              <Button
                // For the focus after the form is closed. It has no effect while the dialog opens.
                autoFocus
                size="sm"
                variant="danger"
                icon={Ban}
                onClick={() => setWriting(true)}
              >
                Ban this player
              </Button>
            )}
          </div>
          {refusal !== null && <p className="soft">{refusal}</p>}
          {mayBan && writing && <BanEditor player={player} onClose={() => setWriting(false)} />}
        </>
      }
      remote={remote}
      name="the platform bans"
      missing={<EmptyState title="No platform bans." />}
      onRetry={list.retry}
    >
      {(bans) => <BanList bans={bans} mayRevert={mayRevert} />}
    </ListDialog>
  );
}
