import { useStore } from '@nanostores/react';
import { CircleUserRound, LogOut, Settings, User } from 'lucide';
import { useEffect } from 'react';
import { paths } from '#lib/paths.ts';
import { $session, loadSession } from '#lib/stores/session/session.ts';
import { Icon } from '../ui/Icon.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import styles from './AccountMenu.module.css';
import { NotificationBell } from './NotificationBell.tsx';
import { SessionEnded } from './SessionEnded.tsx';

const MENU = 'account-menu';

/**
 * Login, or the signed-in user's links: in a row where there is room, otherwise behind a button. While the session is
 * loading both texts are rendered, because the built page is the same for everyone. Styles show "Checking sign-in…" to
 * visitors with the cookie, and Login to everyone else.
 */
function Account() {
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => void loadSession(), []);
  if (session.status !== 'signed-in')
    return (
      <>
        <a className={styles.login} href="/login" data-login>
          Login
        </a>
        {session.status === 'loading' && <span className={styles.checking}>Checking sign-in…</span>}
      </>
    );
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={MENU} aria-label="Account">
        <Icon node={CircleUserRound} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only reacts when the focus leaves */}
      <div
        id={MENU}
        popover="auto"
        className={styles.menu}
        onBlur={({ currentTarget, relatedTarget }) => {
          // After leaving with Tab, the menu would cover the focused element.
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
        }}
      >
        <span className={styles.welcome}>Welcome, {session.username}.</span>
        <a href={paths.player(session)}>
          <Icon node={User} />
          Profile
        </a>
        <a href={paths.settings}>
          <Icon node={Settings} />
          Settings
        </a>
        <a href={paths.logout}>
          <Icon node={LogOut} />
          Logout
        </a>
      </div>
      <NotificationBell />
    </>
  );
}

/** The account part of the navbar; hydrated only when the region's cookie exists. */
export function AccountMenu() {
  return (
    <ErrorBoundary name="The account menu">
      <Account />
      <SessionEnded />
    </ErrorBoundary>
  );
}
