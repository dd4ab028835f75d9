/** What the frame does in the browser beyond HTML, without a framework: theme, login links, fresh editors' files. */
import { registerServiceWorker } from '#lib/content/service-worker.ts';
import { refreshStaticContent } from '#lib/content/static-content.ts';
import { startStatusRegion } from './status-region.ts';

const root = document.documentElement;

const select = document.querySelector<HTMLSelectElement>('[data-theme-select]');
if (select) {
  select.value = root.dataset.theme ?? '';
  select.addEventListener('change', () => {
    root.dataset.theme = select.value;
    try {
      localStorage.setItem('theme', select.value);
    } catch {
      // Storage is blocked: the choice lasts for this page.
    }
  });
}

// Login comes back to where it was asked for, also when the address changed since the page was loaded; from the page that
// says that login is needed, to the one that needs it.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-login]');
  if (!link) return;
  const from = new URLSearchParams(location.search).get('redirectUri') ?? location.pathname + location.search;
  link.search = `?redirectUri=${encodeURIComponent(from)}`;
});

// What is baked in is nearly always what the editors' files hold: asking comes after all that the screen needs, and when
// the first frame, drawn about when the page has loaded, is on the screen.
const FIRST_FRAME_MS = 100;
const refresh = () => void setTimeout(refreshStaticContent, FIRST_FRAME_MS, document, fetch.bind(globalThis));
if (document.readyState === 'complete') refresh();
else addEventListener('load', refresh, { once: true });
registerServiceWorker();
startStatusRegion(document.querySelector('[data-status]'));
