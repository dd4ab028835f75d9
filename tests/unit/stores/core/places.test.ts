// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setScrollRestoration } from '#lib/history.ts';
import { changeQuery } from '#lib/stores/core/address.ts';
import { cardToReturnTo, goToFragment, keepPlace, resetPlaces } from '#lib/stores/core/places.ts';
import { LOADING, ready } from '#lib/stores/core/remote.ts';
import { type FakePlatform, fakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

let platform: FakePlatform;
let stored: Map<string, string>;
let top: number;

/** The page's posts, each 200 px high, and the window's top. */
function draw(ids: string): void {
  document.body.innerHTML = `<main>${[...ids].map((id) => `<article id="post-${id}"></article>`).join('')}</main>`;
  for (const [index, article] of [...document.querySelectorAll('article')].entries())
    vi.spyOn(article, 'getBoundingClientRect').mockImplementation(
      () => ({ top: index * 200 - top, bottom: index * 200 + 200 - top }) as DOMRect,
    );
}

const scroll = (to: number): void => {
  top = to;
};

/** A new page at the same history entry. */
function openPage(href = '/posts'): void {
  resetPlaces();
  platform = fakePlatform(href, {
    sessionStorage: storageOf(stored),
    pushState: (url, state) => history.pushState(state ?? null, '', url),
    historyState: () => history.state,
    location: () => new URL(location.href),
  });
  scroll(0);
  document.body.innerHTML = '<main></main>';
  keepPlace(LOADING);
}

function leave(): void {
  platform.happen('pagehide');
}

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  history.replaceState(null, '', '/posts');
  Object.defineProperty(window, 'scrollY', { get: () => top, configurable: true });
  vi.spyOn(window, 'scrollTo').mockImplementation((to) => scroll((to as ScrollToOptions).top ?? 0));
  vi.spyOn(window, 'scrollBy').mockImplementation((by) => scroll(top + ((by as ScrollToOptions).top ?? 0)));
  openPage();
  show('abcdef');
});
afterEach(() => {
  vi.useRealTimers();
  setScrollRestoration('auto');
});

/** Leaves the page at the third card, and opens it again. */
function returnToPage(): void {
  scroll(450);
  leave();
  openPage();
}

/** The screen draws its posts. */
function show(ids: string): void {
  draw(ids);
  keepPlace(ready('posts'));
}

it.each([
  ['to the first visible card', 'abcdef', 450],
  ['to the card with new posts above it', 'xyabcdef', 850],
  ['to the distance from the top when the card is gone', 'abdef', 450],
])('returns after a reload %s (Rule 2.48)', (_, ids, returnsTo) => {
  returnToPage();
  expect(cardToReturnTo()).toBe('post-c');
  show(ids);
  expect(top).toBe(returnsTo);
  expect(history.scrollRestoration).toBe('manual');
});

it('follows one place only while the page grows (Rule 2.48)', () => {
  const grow: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #grows: () => void;
      constructor(onGrow: () => void) {
        this.#grows = onGrow;
      }
      observe(): void {
        grow.push(this.#grows);
      }
      disconnect(): void {
        grow.splice(grow.indexOf(this.#grows), 1);
      }
    },
  );
  returnToPage();
  show('abcdef');
  scroll(480);
  leave();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect([top, grow.length]).toEqual([480, 1]);
  vi.unstubAllGlobals();
});

it.each(['wheel', 'touchmove', 'keydown', 'pointerdown'])(
  'stays where the user is after a %s before the posts (Rule 2.48)',
  (event) => {
    returnToPage();
    window.dispatchEvent(new Event(event));
    show('abcdef');
    expect(top).toBe(0);
  },
);

it('stays where the user scrolled before the code had loaded (Rule 2.48)', () => {
  returnToPage();
  draw('abcdef');
  scroll(30);
  keepPlace(ready('posts'));
  expect(top).toBe(30);
});

it('keeps the saved place when the page is left before its posts are drawn (Rule 2.48)', () => {
  returnToPage();
  leave();
  openPage();
  show('abcdef');
  expect(top).toBe(450);
});

it('has a place for each entry of a page, and returns when its posts are loaded (Rule 2.48)', () => {
  scroll(450);
  changeQuery({ page: 2 });
  scroll(0);
  keepPlace(ready('posts', true));
  vi.runAllTimers();
  draw('uvwxyz');
  keepPlace(ready('others'));
  expect(top).toBe(0);
  scroll(700);
  leave();
  expect(JSON.parse(stored.get('places') ?? '')).toMatchObject([
    { top: 450, card: 'post-c' },
    { top: 700, card: 'post-x' },
  ]);
});

it('returns to the place of a page from the page cache that is shown at the top (Rule 2.48)', () => {
  scroll(450);
  leave();
  scroll(0);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(top).toBe(450);
});

it('leaves an address with a fragment to the browser (Rule 2.48)', () => {
  scroll(450);
  leave();
  history.replaceState(history.state, '', '/posts#main');
  openPage();
  show('abcdef');
  expect(top).toBe(0);
  expect(history.scrollRestoration).toBe('auto');
});

it.each([
  ['goes to', '#abc', 0, 1],
  ['does not go to another element than', '#main', 0, 0],
  ['does not go, once the user has scrolled, to', '#abc', 30, 0],
])('%s the element of the fragment that is drawn late (Rule 2.48)', (_, fragment, scrolled, times) => {
  history.replaceState(null, '', `/posts${fragment}`);
  openPage();
  scroll(scrolled);
  const element = Object.assign(document.createElement('section'), { id: 'abc' });
  const scrollIntoView = vi.fn();
  element.scrollIntoView = scrollIntoView;
  goToFragment(element);
  expect(scrollIntoView).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(scrollIntoView).toHaveBeenCalledTimes(times);
});

it.each(['{', '[{"entry":1}]'])('ignores stored places that are none: %s', (text) => {
  stored.set('places', text);
  openPage();
  show('abcdef');
  expect(top).toBe(0);
});
