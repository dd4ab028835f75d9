/**
 * Where the reader was on a page that is reloaded after saving: how far down, and at which post. What arrives later makes
 * the browser forget (Rule 9.10).
 */
import { postFragment } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';

const KEY = 'scroll-position';

const here = (): string => runtime.location().pathname + runtime.location().search;

/** Reloads the page and remembers where on it the reader is, and which post was at hand. */
export function reloadInPlace(postId?: string): void {
  runtime.sessionStorage.set(KEY, `${Math.round(window.scrollY)} ${postId ?? ''} ${here()}`);
  runtime.reload();
}

/** Scrolls that far down, and again while a list that is drawn bit by bit grows, until the reader moves. */
function reach(top: number): void {
  const hasArrived = (): boolean => {
    window.scrollTo({ top, behavior: 'instant' });
    return window.scrollY >= top - 1;
  };
  if (hasArrived()) return;
  const growing = new ResizeObserver(() => hasArrived() && growing.disconnect());
  growing.observe(document.body);
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    window.addEventListener(event, () => growing.disconnect());
}

/**
 * Goes back, once, to where the reader was before `reloadInPlace`, the keyboard's focus too. Called when the page has its
 * content again.
 */
export function restoreScroll(): void {
  const kept = runtime.sessionStorage.get(KEY);
  if (kept === null) return;
  runtime.sessionStorage.remove(KEY);
  const [top, postId = '', ...address] = kept.split(' ');
  if (address.join(' ') !== here()) return;
  reach(Number(top));
  if (postId !== '') document.getElementById(postFragment(postId))?.focus({ preventScroll: true });
}
