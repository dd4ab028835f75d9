import { useStore } from '@nanostores/react';
import { formatMedium } from '#lib/domain/dates.ts';
import { SETTINGS_SENTENCES } from '#lib/domain/settings.ts';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $ownBan, retryOwnBan } from '#lib/stores/settings/own-ban.ts';
import { ReasonText } from '../moderation/ReasonText.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './Settings.module.css';

function BanDetails({ ban }: { ban: PlatformBan }) {
  return (
    <dl className={styles.ban}>
      <dt>Until</dt>
      <dd>
        {ban.bannedUntil === null ? (
          'The ban is permanent.'
        ) : (
          <Time value={ban.bannedUntil} format={formatMedium} />
        )}
      </dd>
      <dt>Reason</dt>
      <dd dir="auto" lang="">
        <ReasonText reason={ban.reason} rules={ban.rules} />
      </dd>
    </dl>
  );
}

/** Shows that the user is banned, what that means here, and the ban's end date and reason. */
export function BannedNotice() {
  const remote = useStore($ownBan);
  const ban = remoteValue(remote);
  const failed = remote.status === 'failed';
  return (
    <Alert tone="danger" title={SETTINGS_SENTENCES.banned} onRetry={failed ? retryOwnBan : undefined}>
      {SETTINGS_SENTENCES.unchangeable}
      {failed && <p>Couldn’t load the ban’s end date and reason.</p>}
      {ban && <BanDetails ban={ban} />}
    </Alert>
  );
}
