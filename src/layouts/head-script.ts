/**
 * Runs in the head before anything is drawn. `src/build/head-script.ts` compiles it into one string, the same on every page of
 * every region, so that one hash in the policy covers it. It imports nothing: constants are replaced when it is compiled,
 * everything else is in the attributes of `<html>` and in the `session-modules` meta tag above it.
 */
{
  const root = document.documentElement;
  const { api, cookie, screen, guard } = root.dataset;
  const isSignedIn = document.cookie.split('; ').some((pair) => pair.startsWith(`${cookie}=`));

  const readStored = (store: 'localStorage' | 'sessionStorage', key: string): string | null => {
    try {
      return window[store].getItem(key);
    } catch {
      return null; // Storage is blocked.
    }
  };

  const applyTheme = () => {
    const theme = readStored('localStorage', 'theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
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
   * would wait for it forever and draw nothing but the direct answers to clicks, so every port gets one more message on return.
   */
  const wakeSchedulerOnReturn = () => {
    const ports: MessagePort[] = [];
    window.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        ports.push(this.port2);
      }
    };
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) for (const port of ports) port.postMessage(null);
    });
  };

  /** Holds the layout back until the session is checked, unless this tab checked it moments ago. */
  const holdForSession = () => {
    const age = Date.now() - Number(readStored('sessionStorage', SESSION_CHECKED_KEY));
    root.dataset.session = age < SESSION_RECENT_MS ? 'known' : 'loading';
  };

  const preloadSessionModules = () => {
    const modules = document.querySelector<HTMLMetaElement>('meta[name=session-modules]')?.content ?? '';
    for (const href of modules.split(' ').filter(Boolean)) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
  };

  /** Last part of the address's path, decoded. A malformed escape stays as it is and matches nothing. */
  const lastSegment = (): string => {
    const segment = location.pathname.split('/').filter(Boolean).pop() ?? '';
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  };

  const query = new URLSearchParams(location.search);
  const field = (name: string): string => (query.get(name) ?? '').trim();
  const flag = (name: string): string => (field(name) === 'true' ? `&${name}=true` : '');
  const search = field('search');
  const page = /^[1-9]\d{0,6}$/.test(field('page')) ? field('page') : '1';
  const segment = lastSegment();
  /** The id before the comma of `id,name`. */
  const id = /^\d+(?=,|$)/.exec(segment)?.[0];

  const PLAYER_NAME = new RegExp(
    `^[\\p{L}\\p{N}_]{${PLAYER_SEARCH_MIN_LENGTH},${PLAYER_SEARCH_MAX_LENGTH}}$`,
    'u',
  );
  /** Not dots alone: browsers resolve those as steps of a path. */
  const CLAN_TEXT = new RegExp(`^(?!\\.\\.?$).{1,${CLAN_SEARCH_MAX_LENGTH}}$`, 'u');
  const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

  const feedPath = (): string => {
    const given = FEED_PAGE_SIZES.find((size) => field('count') === `${size}`) ?? FEED_PAGE_SIZE_DEFAULT;
    const count = isSignedIn ? given : Math.min(given, PAGE_SIZE_MAX);
    return `/api/Post/latest?page=${page}&pageSize=${count}${flag('hasReplay')}${flag('hideModActions')}`;
  };
  const profilePaths = (): string[] => [
    `/api/Player/${id}?includeClanInfo=true`,
    `/api/Profile/${id}`,
    `/api/Post/${id}/${field('tab') === 'sent' ? 'sent' : 'received'}?page=${page}&pageSize=${PROFILE_PAGE_SIZE}`,
  ];
  const clanSearchPath = (): string =>
    `/api/Clan/search/${encodeURIComponent(search)}?results=${CLAN_SEARCH_RESULTS_SHOWN}`;

  /** Paths of the calls that load a screen's data, exactly as `lib/client` writes them. None for a wrong address. */
  const earlyPaths: Readonly<Record<string, () => string[]>> = {
    players: () => (PLAYER_NAME.test(search) ? [`/api/Player/search/${encodeURIComponent(search)}`] : []),
    player: () => (id ? profilePaths() : []),
    clans: () => (CLAN_TEXT.test(search) ? [clanSearchPath()] : []),
    clan: () => (id ? [`/api/Clan/${id}?includeMembers=true`] : []),
    posts: () => [feedPath()],
    post: () => (GUID.test(segment) ? [`/api/Post/${segment}`] : []),
  };

  /** Starts the screen's requests. `takeEarly` in `lib/client/client.ts` uses each when the screen requests the same URL. */
  const sendEarlyRequests = () => {
    const requests: Record<string, Promise<Response>> = {};
    window.__early = requests;
    for (const path of earlyPaths[screen ?? '']?.() ?? []) {
      const request = fetch(api + path, { credentials: 'include', headers: { accept: 'application/json' } });
      request.catch(() => undefined);
      requests[api + path] = request;
    }
  };

  leaveDialogEntries();
  reportBrokenIslands();
  wakeSchedulerOnReturn();
  applyTheme();
  if (isSignedIn) {
    holdForSession();
    preloadSessionModules();
  } else if (guard) {
    location.replace(`${guard}?redirectUri=${encodeURIComponent(location.pathname + location.search)}`);
  }
  sendEarlyRequests();
}
