import { Ban, Clock, History, type LucideIcon, Undo2 } from 'lucide-react';
import { formatMedium } from '#lib/domain/format.ts';
import { type BanState, banState } from '#lib/domain/moderation.ts';
import { paths } from '#lib/routes.ts';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import { askFor } from '#lib/stores/profile/moderation-task.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/helpers/cx.ts';
import { Time } from '../../ui/Time.tsx';
import styles from './Moderation.module.css';

const STATES: Record<BanState, { text: string; tone: 'negative' | 'neutral' | 'accent'; Icon: LucideIcon }> =
  {
    permanent: { text: 'In force', tone: 'negative', Icon: Ban },
    'in-force': { text: 'In force', tone: 'negative', Icon: Ban },
    over: { text: 'Over', tone: 'neutral', Icon: History },
    reverted: { text: 'Reverted', tone: 'accent', Icon: Undo2 },
  };

function BanItem({ ban, mayRevert }: { ban: PlatformBan; mayRevert: boolean }) {
  const { text, tone, Icon } = STATES[banState(ban, Date.now())];
  return (
    <li className={cx(styles.item, ban.reverted && styles.reverted)}>
      <div className={styles.line}>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {text}
        </Badge>
        <span className={styles.end}>
          <Clock aria-hidden="true" />
          {ban.bannedUntil === null ? (
            'Permanent'
          ) : (
            <span>
              Until <Time value={ban.bannedUntil} format={formatMedium} />
            </span>
          )}
        </span>
      </div>
      <p className={styles.text} dir="auto">
        {ban.reason || 'No reason was given.'}
      </p>
      <div className={styles.line}>
        <p className={styles.soft}>
          by{' '}
          <a href={paths.player({ id: ban.modId, username: ban.modUsername })} dir="auto">
            {ban.modUsername || 'a moderator'}
          </a>
          , <Time value={ban.createdAt} />
        </p>
        {mayRevert && !ban.reverted && (
          <Button
            size="sm"
            className={styles.revert}
            icon={<Undo2 aria-hidden="true" />}
            onClick={() => askFor({ kind: 'revert-ban', ban })}
          >
            Revert
          </Button>
        )}
      </div>
    </li>
  );
}

/** The bans, newest first. */
export function BanList({ bans, mayRevert }: { bans: readonly PlatformBan[]; mayRevert: boolean }) {
  return (
    <ul className={styles.list} aria-label="Platform bans">
      {bans.map((ban) => (
        <BanItem key={ban.id} ban={ban} mayRevert={mayRevert} />
      ))}
    </ul>
  );
}
