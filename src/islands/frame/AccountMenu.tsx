import { useStore } from '@nanostores/react';
import { ChevronDown, LogOut, Map as MapIcon, PencilLine, Settings, User } from 'lucide';
import { type DragEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { isStaff } from '#lib/domain/permissions.ts';
import { paths } from '#lib/paths.ts';
import { $firstWarning, openWriting } from '#lib/stores/posts/post-dialog.ts';
import { $hasCompanion } from '#lib/stores/session/feature.ts';
import { $session, chooseLogout, loadSession, type SignedIn } from '#lib/stores/session/session.ts';
import { PostDialogs } from '../post-editor/PostDialogs.tsx';
import { PlayerEmblem } from '../ui/Emblem.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import styles from './AccountMenu.module.css';
import { NotificationBell } from './NotificationBell.tsx';
import { SessionEnded } from './SessionEnded.tsx';

/** Starts a post. A replay that is dropped on it opens with its battle (Rule 30.42). */
export function WriteButton() {
  const [isOver, setOver] = useState(false);
  const accept = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  return (
    <button
      type="button"
      className={cx('touch', styles.write, isOver && styles.over)}
      title="Write a post, or drop a replay here"
      onClick={() => openWriting(null)}
      onDragOver={accept}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        accept(event);
        const file = event.dataTransfer.files[0];
        if (file) openWriting(file);
      }}
    >
      <Icon node={PencilLine} />
      Write
    </button>
  );
}

/** To who is in the viewer's battle. In the bar its place is kept while it is not known whether the API has the page. */
function BattleLink({ inBar = false }: { inBar?: boolean }) {
  const isShown = useStore($hasCompanion);
  if (!isShown && !inBar) return null;
  return (
    <a
      href={paths.battle}
      className={inBar ? cx(styles.write, styles.battle, !isShown && styles.kept) : undefined}
    >
      <Icon node={MapIcon} />
      Battle
    </a>
  );
}

const MENU = 'account-menu';

/** For moderators and administrators only. */
const ModerationLink = lazyPart(
  'the queue',
  async () => (await import('./ModerationLink.tsx')).ModerationLink,
);
const ThemeSwitch = lazyPart('the theme switch', async () => (await import('./ThemeSwitch.tsx')).ThemeSwitch);

/** Rarely needed. */
const WarningDialog = lazyPart(
  'this message',
  async () => (await import('../moderation/OpenStatement.tsx')).WarningDialog,
);

/** Shown in place of the editor of a new post until a warned viewer has confirmed (Rule 31.31). */
export function FirstWarning() {
  return useStore($firstWarning) && <WarningDialog />;
}

/** Room for the welcome in the bar. */
const WIDE = '(min-width: 78rem), (min-width: 23rem) and (max-width: 47.99rem)';
const onWidth = (listener: () => void) => {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

function Menu({ session }: { session: SignedIn }) {
  const [open, setOpen] = useState(false);
  const isWide = useSyncExternalStore(onWidth, () => matchMedia(WIDE).matches);
  const welcome = (
    <span className={styles.welcome}>
      Welcome, <bdi translate="no">{session.username}</bdi>.
    </span>
  );
  return (
    <>
      {isWide && welcome}
      <button type="button" className={cx('touch', styles.opener)} popoverTarget={MENU} aria-label="Account">
        <PlayerEmblem player={session} />
        <Icon node={ChevronDown} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only reacts when the focus leaves */}
      <div
        id={MENU}
        popover="auto"
        className={styles.menu}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onBlur={({ currentTarget, relatedTarget }) => {
          // After leaving with Tab, the menu would cover the focused element.
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
        }}
      >
        {!isWide && welcome}
        <a href={paths.player(session)}>
          <Icon node={User} />
          Profile
        </a>
        <BattleLink />
        {isStaff(session) && <ModerationLink />}
        <a href={paths.settings}>
          <Icon node={Settings} />
          Settings
        </a>
        <a href={paths.logout} onClick={chooseLogout}>
          <Icon node={LogOut} />
          Logout
        </a>
        <div className={styles.foot}>{open && <ThemeSwitch />}</div>
      </div>
    </>
  );
}

/**
 * Login, or the signed-in user's notifications and menu. While the session is loading both texts are rendered, because the
 * built page is the same for everyone. Styles show "Checking sign-in…" to visitors with the cookie, and Login to everyone else.
 */
function Account() {
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => void loadSession(), []);
  if (session.status !== 'signed-in')
    return (
      <>
        <a className={cx('touch', styles.login)} href="/login" data-login>
          Login
        </a>
        {session.status === 'loading' && <span className={styles.checking}>Checking sign-in…</span>}
      </>
    );
  return (
    <>
      <BattleLink inBar />
      <WriteButton />
      <NotificationBell />
      <Menu session={session} />
    </>
  );
}

/**
 * The account part of the navbar; hydrated only when the region's cookie exists. A post that is being written stays open when the
 * session ends (Rule 3.11).
 */
export function AccountMenu() {
  return (
    <ErrorBoundary name="the account menu">
      <Account />
      <FirstWarning />
      <PostDialogs ofFrame />
      <SessionEnded />
    </ErrorBoundary>
  );
}
