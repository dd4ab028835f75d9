/** Where the reader was on a page that is reloaded after saving: what arrives later makes the browser forget. */
import { runtime } from '#lib/runtime.ts';

const KEY = 'scroll-position';

const here = (): string => runtime.location().pathname + runtime.location().search;

/** Reloads the page and remembers where on it the reader is. */
export function reloadInPlace(): void {
  runtime.sessionStorage.set(KEY, `${Math.round(window.scrollY)} ${here()}`);
  runtime.reload();
}

/** Goes back, once, to where the reader was before `reloadInPlace`. Called when the page has its content again. */
export function restoreScroll(): void {
  const kept = runtime.sessionStorage.get(KEY);
  if (kept === null) return;
  runtime.sessionStorage.remove(KEY);
  const [top, ...address] = kept.split(' ');
  if (address.join(' ') === here()) window.scrollTo({ top: Number(top), behavior: 'instant' });
}
