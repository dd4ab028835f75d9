/** The frame's script, without a framework: theme, sign-in links, new versions of editors' files. */
import { refreshStaticContent } from '#lib/content/static-content.ts';
import { startStatusRegion } from './status-region.ts';

const root = document.documentElement;

const select = document.querySelector<HTMLSelectElement>('[data-theme-select]');
if (select) {
  const show = () => {
    select.value = root.dataset.theme ?? '';
  };
  show();
  // The head script applies the theme; its listeners come first.
  for (const name of ['theme', 'storage', 'pageshow']) addEventListener(name, show);
  select.addEventListener('change', () => dispatchEvent(new CustomEvent('theme', { detail: select.value })));
}

// Signing in returns to the current address, which may have changed since the page was loaded. The page "Sign-in needed"
// returns to the page that needs it.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-login]');
  if (!link) return;
  const from = new URLSearchParams(location.search).get('redirectUri') ?? location.pathname + location.search;
  link.search = `?redirectUri=${encodeURIComponent(from)}`;
});

// Editors' files rarely differ from what the build contains, so the check comes last: after the page has loaded and the first
// frame is on the screen.
const FIRST_FRAME_MS = 100;
const loadReader = () => import(/* @vite-ignore */ root.dataset.reader ?? '');
const refresh = () => {
  setTimeout(refreshStaticContent, FIRST_FRAME_MS, document, fetch.bind(globalThis), loadReader);
};
if (document.readyState === 'complete') refresh();
else addEventListener('load', refresh);
startStatusRegion(document.querySelector('[data-status]'));
