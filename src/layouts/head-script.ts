/**
 * Runs in the head before anything is drawn; compiled by `src/build/head-script.ts` into one string that is the
 * same on every page of every region, so that one hash in the policy covers it. It imports nothing: what it needs
 * is in the attributes of `<html>` and in the `session-modules` meta, which must come before it.
 */
{
  const root = document.documentElement;
  const { api, cookie, early, guard } = root.dataset;
  const read = (store: 'localStorage' | 'sessionStorage', key: string): string | null => {
    try {
      return window[store].getItem(key);
    } catch {
      return null;
    }
  };

  // Dialogs that were open when this page was reloaded, each with an entry of the history; now there are none.
  // WebKit stops loading the page when the history moves while the HTML is being read.
  if (history.state?.dialogs) {
    const settle = () => {
      history.scrollRestoration = 'auto';
    };
    const leave = () => {
      const dialogs = history.state?.dialogs;
      if (!dialogs) return;
      addEventListener('popstate', settle, { once: true });
      history.go(-dialogs);
    };
    addEventListener('DOMContentLoaded', leave, { once: true });
  }

  // An island whose code could not be loaded stays as it is, and the page shows a message (Rule 16.8). Without the account
  // menu the session is never checked, so nothing waits for that.
  addEventListener('astro:hydration-error', ({ target }) => {
    root.dataset.broken = '';
    if (target instanceof Element && target.closest('.navbar')) delete root.dataset.session;
  });

  const theme = read('localStorage', 'theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

  // Signed in as far as the cookie says: wait for the answer, unless this tab had it moments ago.
  if (document.cookie.split('; ').some((pair) => pair.startsWith(`${cookie}=`))) {
    const age = Date.now() - Number(read('sessionStorage', SESSION_CHECKED_KEY));
    root.dataset.session = age < SESSION_RECENT_MS ? 'known' : 'loading';
    const modules = document.querySelector<HTMLMetaElement>('meta[name=session-modules]')?.content ?? '';
    for (const href of modules.split(' ').filter(Boolean)) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
  } else if (guard) {
    location.replace(`${guard}?redirectUri=${encodeURIComponent(location.pathname + location.search)}`);
  }

  // The screen's own requests, started now and adopted later by whoever asks for the same address.
  const requests: Record<string, Promise<Response>> = {};
  window.__early = requests;
  const query = new URLSearchParams(location.search);
  let segment = location.pathname.split('/').filter(Boolean).pop() ?? '';
  try {
    segment = decodeURIComponent(segment);
  } catch {
    // A malformed escape stays as it is and matches nothing.
  }
  for (const [template, rules] of JSON.parse(early ?? '[]') as EarlyRequest[]) {
    let complete = true;
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const [pattern = '', fallback, guest] = rules[name] ?? [];
      const given = name === 'segment' ? segment : (query.get(name) ?? '').trim();
      const value = new RegExp(pattern, 'u').exec(given)?.[0] ?? fallback;
      complete &&= value !== undefined;
      return encodeURIComponent((!root.dataset.session && guest?.[value ?? '']) || (value ?? ''));
    });
    if (!complete) continue;
    const url = api + path.replace(/&\w+=(?=&|$)/g, '');
    const request = fetch(url, { credentials: 'include', headers: { accept: 'application/json' } });
    request.catch(() => undefined);
    requests[url] = request;
  }
}
