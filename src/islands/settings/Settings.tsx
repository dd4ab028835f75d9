import { useStore } from '@nanostores/react';
import { TriangleAlert } from 'lucide';
import { errorToMessage } from '#lib/client/errors.ts';
import { paths } from '#lib/paths.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $profileFlags, retryProfileFlags } from '#lib/stores/session/session.ts';
import { $account, $flags, regionLabel } from '#lib/stores/settings/account.ts';
import { ShortcutsSwitch } from '../frame/ShortcutsSwitch.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import { BannedNotice } from './BannedNotice.tsx';
import { NotificationChoice } from './NotificationChoice.tsx';
import { OptOut } from './OptOut.tsx';
import { PersonalToken } from './PersonalToken.tsx';
import { ResetSeed } from './ResetSeed.tsx';
import styles from './Settings.module.css';

/** The settings of a signed-in user. Those of the account are in the danger zone. */
export function Settings() {
  const account = useStore($account);
  const remote = useStore($flags);
  const isLoading = useStore($profileFlags).status === 'loading';
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
