import { useStore } from '@nanostores/react';
import { TriangleAlert } from 'lucide';
import { useEffect } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import { formatMedium } from '#lib/domain/dates.ts';
import { MUTABLE_TYPES } from '#lib/domain/notifications.ts';
import { SETTINGS_SENTENCES } from '#lib/domain/settings.ts';
import { paths } from '#lib/paths.ts';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $muted, followMuted, setMuted } from '#lib/stores/notifications/muted.ts';
import { $hasOwnDecisions } from '#lib/stores/session/feature.ts';
import { $profileFlags, retryProfileFlags } from '#lib/stores/session/session.ts';
import { $account, $flags, regionLabel } from '#lib/stores/settings/account.ts';
import { $ownBan, retryOwnBan } from '#lib/stores/settings/own-ban.ts';
import { Guarded } from '../frame/Guarded.tsx';
import { ShortcutsSwitch } from '../frame/ShortcutsSwitch.tsx';
import { ReasonText } from '../moderation/ReasonText.tsx';
import { Alert } from '../ui/Alert.tsx';
import { CheckField } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { OptOut } from './OptOut.tsx';
import { PersonalToken, ResetSeed } from './PersonalToken.tsx';
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

const LABELS: Readonly<Record<(typeof MUTABLE_TYPES)[number], string>> = {
  2: 'New posts about you',
  3: 'Edits of posts about you',
  4: 'Deletions of posts about you',
};

/** Chooses which notifications appear on this device. */
function NotificationChoice() {
  const muted = useStore($muted);
  useEffect(followMuted, []);
  return (
    <>
      <p className="soft">
        On this device. You are always notified of moderators’ actions, bans and decisions on your reports.
      </p>
      {MUTABLE_TYPES.map((type) => (
        <CheckField
          key={type}
          label={LABELS[type]}
          checked={!muted.includes(type)}
          onChange={({ currentTarget }) => setMuted(type, !currentTarget.checked)}
        />
      ))}
    </>
  );
}

/** The settings of a signed-in user. Those of the account are in the danger zone. */
function Settings() {
  const account = useStore($account);
  const remote = useStore($flags);
  const isLoading = useStore($profileFlags).status === 'loading';
  const hasOwnDecisions = useStore($hasOwnDecisions);
  if (account === null || remote === null) return <Loading visible />;
  const flags = remoteValue(remote);
  return (
    <>
      {flags?.postsBanned && <BannedNotice />}
      {remote.status === 'failed' && (
        <Alert
          tone="warning"
          title="Couldn’t load your settings."
          onRetry={retryProfileFlags}
          retrying={isLoading}
        >
          {errorToMessage(remote.error)}
        </Alert>
      )}
      <p className={styles.who}>
        Settings for{' '}
        <a href={paths.player(account)}>
          <bdi translate="no">{account.username}</bdi>
        </a>{' '}
        ({regionLabel()})
      </p>
      {/* The empty line keeps the place until the features are known. */}
      <p>{hasOwnDecisions ? <a href={paths.decisions}>Decisions about you</a> : '\u00a0'}</p>
      <section aria-labelledby="notifications" className={styles.keyboard}>
        <h2 id="notifications">Notifications</h2>
        <NotificationChoice />
      </section>
      <section aria-labelledby="keyboard" className={styles.keyboard}>
        <h2 id="keyboard">Keyboard</h2>
        <ShortcutsSwitch />
      </section>
      <section aria-labelledby="danger-zone" className={styles.zone}>
        <h2 id="danger-zone" className={styles.heading}>
          <Icon node={TriangleAlert} /> Danger Zone
        </h2>
        <OptOut flags={flags ?? null} />
        <PersonalToken />
        <ResetSeed />
      </section>
    </>
  );
}

/** The signed-in user's settings. */
export function SettingsScreen() {
  return (
    <ErrorBoundary name="your settings">
      <PageHeader title="Settings" />
      <div className={cx('stack screen', styles.screen)}>
        <Guarded route="settings" waiting={<Loading visible />}>
          <Settings />
        </Guarded>
      </div>
    </ErrorBoundary>
  );
}
