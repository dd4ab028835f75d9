/**
 * The scroll place of each history entry, on screens whose content arrives after the browser would restore it: after a reload,
 * and on going back without the back/forward cache (Rule 2.48).
 */
import { combineStops } from '#lib/combine-stops.ts';
import { entryId, setScrollRestoration } from '#lib/history.ts';
import { runtime } from '#lib/runtime.ts';
import { z } from '#lib/schemas/zod.ts';
import { $address } from '#lib/stores/core/address.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { stored } from '#lib/stores/core/stored.ts';

const PlaceSchema = z.object({
  entry: z.string(),
  /** Pixels from the top of the page. */
  top: z.number(),
  /** Id of the first visible card; empty when there is none. */
  card: z.string(),
  /** Pixels from the top of the window to that card. */
  offset: z.number(),
});

/** Where the user was in a history entry. */
type Place = z.output<typeof PlaceSchema>;

/** How many entries are remembered in a tab. */
const KEPT = 50;

const places = stored('places', z.array(PlaceSchema), 'sessionStorage');

/** The entry that is shown. */
let current: string | null = null;
/** Where to go once the content is drawn. Until then the place is not saved again. */
let pending: Place | undefined;
/** The page has just loaded: it is at the top, unless the user has scrolled. */
let isNew = true;

/** Events of a user who scrolls. */
const USER_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** How long a list grows at most, in milliseconds: long enough for slow devices, because what the user does ends it. */
const SETTLING_MS = 30_000;

/** Ends the scrolling that is under way: two places would fight over the window. */
let stopScrolling = (): void => {};

/**
 * Calls `scroll` now and whenever the page grows, until it returns true, something else scrolls, or the user scrolls or types.
 */
function scrollWhileGrowing(scroll: () => boolean): void {
  stopScrolling();
  if (scroll()) return;
  const growing = new ResizeObserver(() => scroll() && growing.disconnect());
  growing.observe(document.body);
  const stop = () => growing.disconnect();
  stopScrolling = stop;
  for (const event of USER_EVENTS) window.addEventListener(event, stop, { once: true });
  setTimeout(stop, SETTLING_MS);
}

/** Scrolls to `top` once the page is long enough. */
export function scrollToTop(top: number): void {
  scrollWhileGrowing(() => {
    window.scrollTo({ top, behavior: 'instant' });
    return window.scrollY >= top - 1;
  });
}

/** Keeps an element at `offset` in the window while posts above it are drawn and change their estimated height. */
export function keepAt(element: HTMLElement, offset: number): void {
  scrollWhileGrowing(() => {
    window.scrollBy({ top: element.getBoundingClientRect().top - offset, behavior: 'instant' });
    return false;
  });
}

/**
 * Goes to the fragment's element when it is drawn late, unless the user has scrolled. Paints it first: what
 * it pushes down would count as moved.
 */
export function goToFragment(element: HTMLElement | null): void {
  if (runtime.location().hash !== `#${element?.id}`) return;
  requestAnimationFrame(() => requestAnimationFrame(() => window.scrollY === 0 && element?.scrollIntoView()));
}

function save(): void {
  if (current === null || pending) return;
  const entry = current;
  const cards = [...document.querySelectorAll('main article[id]')];
  const card = cards.find((element) => element.getBoundingClientRect().bottom > 0);
  const place: Place = {
    entry,
    top: Math.round(window.scrollY),
    card: card?.id ?? '',
    offset: Math.round(card?.getBoundingClientRect().top ?? 0),
  };
  const others = (places.read() ?? []).filter((other) => other.entry !== entry);
  places.write([...others, place].slice(-KEPT));
}

const savedPlace = (): Place | undefined => places.read()?.find(({ entry }) => entry === current);

/** Takes over the entry of the address. Fragments are left to the browser. */
function enter(): void {
  const entry = entryId();
  if (entry === null || entry === current) return;
  current = entry;
  const hasFragment = runtime.location().href.includes('#');
  setScrollRestoration(hasFragment ? 'auto' : 'manual');
  pending = hasFragment ? undefined : savedPlace();
}

/** Forgets where to go: the user scrolls, or the screen goes elsewhere. */
export function forgetPlace(): void {
  pending = undefined;
  isNew = false;
}

/** Id of the card to return to; undefined when there is none. */
export function cardToReturnTo(): string | undefined {
  enter();
  return pending?.card;
}

/** Returns, once, to where the user was in this entry. Call it when the content is drawn. */
export function returnToEntry(): void {
  const place = isNew && window.scrollY > 0 ? undefined : pending;
  forgetPlace();
  if (place === undefined) return;
  const card = document.getElementById(place.card);
  if (card) keepAt(card, place.offset);
  else scrollToTop(place.top);
}

/** Returns to the place, once the content is drawn; undefined while it is loading. */
let returnNow: (() => void) | undefined;

/** Another entry was added or returned to within the page: its content may have to load first, which the screen knows then. */
function changeEntry(): void {
  const entry = entryId();
  if (entry === null || entry === current) return;
  save();
  forgetPlace();
  enter();
  setTimeout(() => returnNow?.());
}

/** WebKit shows a page of its page cache at the top when the browser may not restore the place. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (!persisted || history.scrollRestoration === 'auto') return;
  pending = savedPlace();
  returnNow?.();
}

/** Saves the places of this page's entries until the returned function is called. */
function track(): () => void {
  const saveHidden = () => document.hidden && save();
  for (const event of USER_EVENTS) window.addEventListener(event, forgetPlace, { passive: true });
  document.addEventListener('visibilitychange', saveHidden);
  window.addEventListener('pageshow', onPageShow);
  return combineStops([
    $address.listen(changeEntry),
    runtime.on('pagehide', save),
    () => {
      for (const event of USER_EVENTS) window.removeEventListener(event, forgetPlace);
      document.removeEventListener('visibilitychange', saveHidden);
      window.removeEventListener('pageshow', onPageShow);
    },
  ]);
}

let stopTracking: (() => void) | undefined;

/**
 * Keeps the place of each of the page's entries, and returns to it when `remote`, the content as it is drawn, has loaded. Call
 * it after each drawing of the content.
 */
export function keepPlace(remote: Remote<unknown>, returnToPlace: () => void = returnToEntry): void {
  stopTracking ??= track();
  enter();
  returnNow = remote.status === 'ready' && !remote.changing ? returnToPlace : undefined;
  returnNow?.();
}

/** For tests: resets the module as a new page does. Stored values stay. */
export function resetPlaces(): void {
  stopTracking?.();
  stopTracking = undefined;
  current = null;
  pending = undefined;
  isNew = true;
}
