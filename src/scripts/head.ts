/**
 * Runs in the head before anything is drawn: what must not change once it is on the screen. The same on every page, so that one
 * hash in the policy covers it; what differs is in the attributes of `<html>`.
 */
import { READ_ONLY_KEY, READ_ONLY_RECENT_MS } from '#lib/domain/read-only.ts';
import { SESSION_CHECKED_KEY, SESSION_RECENT_MS } from '#lib/stores/session/session-hold.ts';
import { attempt } from './attempt.ts';
import { DISMISSED_NOTICES_KEY } from './notices.ts';

const root = document.documentElement;
const { cookie, guard } = root.dataset;
const isSignedIn = document.cookie.split('; ').some((pair) => pair.startsWith(`${cookie}=`));

const readStored = (store: 'localStorage' | 'sessionStorage', key: string): string | null =>
  attempt(() => window[store].getItem(key));

const applyTheme = (theme: string | null) => {
  const isChosen = theme === 'light' || theme === 'dark';
  if (isChosen) root.dataset.theme = theme;
  else delete root.dataset.theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const { scheme } = meta.dataset;
    meta.media = !isChosen ? `(prefers-color-scheme: ${scheme})` : scheme === theme ? 'all' : 'not all';
  }
};
const applyStoredTheme = () => applyTheme(readStored('localStorage', 'theme'));

/** The theme changes by an event of this page, in another tab, or while this page was in the back/forward cache. */
const followTheme = () => {
  applyStoredTheme();
  addEventListener('theme', ({ detail }) => {
    // Where storage is blocked, the choice lasts for this page.
    attempt(() => localStorage.setItem('theme', detail));
    applyTheme(detail);
  });
  addEventListener('storage', applyStoredTheme);
  addEventListener('pageshow', applyStoredTheme);
};

/** Names the notices, by their places, whose texts were dismissed on this device. */
const hideDismissedNotices = () => {
  const dismissed = (readStored('localStorage', DISMISSED_NOTICES_KEY) ?? '').split(' ');
  const notices = (root.dataset.notices ?? '').split(' ');
  root.dataset.dismissed = notices
    .flatMap((hash, index) => (dismissed.includes(hash) ? [index] : []))
    .join(' ');
};

/** The first answer of the API would show the notice too late: it would move the page. */
const showReadOnly = () => {
  const age = Date.now() - Number(readStored('sessionStorage', READ_ONLY_KEY));
  root.toggleAttribute('data-read-only', age < READ_ONLY_RECENT_MS);
};

/**
 * Open dialogs have history entries. After a reload no dialog is open, so these entries are left, once the HTML is parsed:
 * WebKit stops loading a page when its history moves before that.
 */
const leaveDialogEntries = () => {
  if (!history.state?.dialogs) return;
  const leave = () => {
    const dialogs = history.state?.dialogs;
    if (!dialogs) return;
    const restoreScrolling = () => {
      history.scrollRestoration = 'auto';
    };
    addEventListener('popstate', restoreScrolling, { once: true });
    history.go(-dialogs);
  };
  addEventListener('DOMContentLoaded', leave, { once: true });
};

/**
 * An island whose code failed to load stays as it is, and the page shows a message (Rule 16.8). Without the account menu
 * the session is never checked, so the layout stops waiting for it.
 */
const reportBrokenIslands = () => {
  addEventListener('astro:hydration-error', ({ target }) => {
    root.dataset.broken = '';
    if (target instanceof Element && target.closest('.navbar')) delete root.dataset.session;
  });
};

/**
 * A message between ports that is under way while the page enters the back/forward cache may be lost. React's scheduler
 * would wait for it forever and draw nothing but the direct answers to clicks, so its port gets one more message on return.
 * Its channel is the first of a page, because every module that might create one imports React.
 */
const wakeSchedulerOnReturn = () => {
  const { MessageChannel } = window;
  window.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      window.MessageChannel = MessageChannel;
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) this.port2.postMessage(null);
      });
    }
  };
};

/** Holds the layout back until the session is checked, unless this tab checked it moments ago. */
const holdForSession = () => {
  const age = Date.now() - Number(readStored('sessionStorage', SESSION_CHECKED_KEY));
  root.dataset.session = age < SESSION_RECENT_MS ? 'known' : 'loading';
};

/** While the layout is held back, there is nothing to fade to; the browser keeps the last page in view instead. */
const fadeOnlyToLayout = () => {
  addEventListener('pagereveal', ({ viewTransition }) => {
    if (root.dataset.session === 'loading') viewTransition?.skipTransition();
  });
};

/** Those that `finish-pages.ts` lists. */
const preloadSessionModules = () => {
  const modules = document.querySelector<HTMLTemplateElement>('[data-account]');
  document.head.append(modules?.content ?? '');
};

root.dataset.js = '';
leaveDialogEntries();
reportBrokenIslands();
wakeSchedulerOnReturn();
followTheme();
hideDismissedNotices();
showReadOnly();
if (isSignedIn) {
  holdForSession();
  fadeOnlyToLayout();
  preloadSessionModules();
} else if (guard) {
  location.replace(`${guard}?redirectUri=${encodeURIComponent(location.pathname + location.search)}`);
}
