/**
 * Keeps screens smooth on slow phones. Each part was measured; without all of them, screens work the same but stutter.
 *
 * 1. `warmUp` runs code whose first call is slow (Intl tables, the markdown parser) while the page waits for its data.
 * 2. `useInterruptibleFirst` draws the first data of a screen in slices, so that the browser can react to touches and
 *    keys in between. Later changes are drawn at once.
 * 3. `useNextFrame` draws a large part one frame later: at the end of the page, after the rest is on the screen; after a
 *    press, once the screen shows that it was pressed.
 * 4. `useMarkedFirst` marks a pressed link one frame before its view is drawn.
 * 5. `useGrowingCount` draws the start of a long list, and more of it as the user scrolls. A page of 500 posts costs only
 *    what has been near the screen.
 * 6. `AsDelivered` keeps what the page drew early (decision 65) until the screen draws its own.
 * 7. `useScrollAnchor` keeps the post that the user points at in place when live posts appear above it.
 */
import {
  type ReactNode,
  type RefCallback,
  type RefObject,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useOptimistic,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

/** Runs each function soon, in a separate task. Does nothing while pages are built. */
export function warmUp(...functions: readonly (() => unknown)[]): void {
  if (typeof window === 'undefined') return;
  for (const run of functions) setTimeout(run);
}

/** Returns `remote`, except that its first data arrives in a render that React can interrupt. */
export function useInterruptibleFirst<Remote extends { status: string }>(remote: Remote): Remote {
  const deferred = useDeferredValue(remote);
  return deferred.status === 'loading' ? deferred : remote;
}

/** The value of the frame before, at first `initial`; then `value`, in a render that React can interrupt. */
export function useNextFrame<T extends object | boolean | undefined>(value: T, initial = value): T {
  const [shown, show] = useState(initial);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => show(value)));
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}

/**
 * Which of a screen's views is marked, and a function that opens one: it is marked in the press, and `navigate` is called
 * after the next frame. When the screen stays in its view, `current` is marked again.
 */
export function useMarkedFirst<Id>(current: Id, navigate: (id: Id) => void): [Id, (id: Id) => void] {
  const [marked, mark] = useOptimistic(current);
  const open = (id: Id): void =>
    startTransition(async () => {
      mark(() => id);
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      navigate(id);
    });
  return [marked, open];
}

/** Height of a small post, and least height of what is above the posts, in pixels. */
const ITEM_MIN_HEIGHT = 150;
const ABOVE_MIN_HEIGHT = 160;
/** How many items are added at a time, and how far below the screen, so that the user never sees the end of what is drawn. */
const STEP = 3;
const MARGIN = '8000px';

/**
 * How many items of this height fit below what is above them. Of the whole display: reading the
 * window's height would lay the page out.
 */
export const itemsPerScreen = (item: number, above: number): number =>
  Math.max(1, Math.ceil((window.screen.height - above) / item));

/**
 * How many of `length` items to draw: a screenful, or `atLeast` that many, and more whenever the element with the ref
 * `sentinel`, below the items, comes near the screen.
 */
export function useGrowingCount(
  length: number,
  atLeast = 0,
): { count: number; sentinel: RefCallback<HTMLElement> } {
  const [count, setCount] = useState(() =>
    Math.max(itemsPerScreen(ITEM_MIN_HEIGHT, ABOVE_MIN_HEIGHT), atLeast),
  );
  // A new observer for every count, because only drawn items have pushed the sentinel down.
  const sentinel = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || typeof IntersectionObserver === 'undefined') return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          observer.disconnect();
          startTransition(() => setCount(count + STEP));
        },
        { rootMargin: MARGIN },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [count],
  );
  return { count: Math.min(count, length), sentinel };
}

/**
 * Keeps the list item under the pointer or with the focus in place when `first`, the id of the first item, changes. `$items`
 * notifies before the list is drawn again. Without such an item the browser's own scroll anchoring applies.
 */
export function useScrollAnchor(
  $items: { listen: (listener: () => void) => () => void },
  first: string | undefined,
): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const anchor = useRef<{ item: Element; top: number }>(undefined);
  useEffect(
    () =>
      $items.listen(() => {
        const item = list.current?.querySelector(':scope > :is(:hover, :focus-within)');
        anchor.current = item ? { item, top: item.getBoundingClientRect().top } : undefined;
      }),
    [$items],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: items move when another one becomes the first
  useLayoutEffect(() => {
    const { item, top } = anchor.current ?? {};
    anchor.current = undefined;
    if (item?.isConnected && top !== undefined) window.scrollBy(0, item.getBoundingClientRect().top - top);
  }, [first]);
  return list;
}

const NEVER = () => () => {};

interface AsDeliveredProps {
  /** Part of the page, to which its scripts may have added. React may not write it again (Trusted Types). */
  slot: ReactNode;
  children: ReactNode;
}

const linksTo = (href: string): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('article a')].filter((link) => link.href === href);

/** Gives the focus of a delivered post's link to the same link of the post that the screen draws in its place. */
function passFocusOn(): void {
  const link = document.activeElement;
  if (!(link instanceof HTMLAnchorElement)) return;
  const { href } = link;
  const position = linksTo(href).indexOf(link);
  queueMicrotask(() => {
    if (!link.isConnected) linksTo(href)[position]?.focus({ preventScroll: true });
  });
}

/**
 * A part of the page as it was delivered, until the screen first draws something else in its place; from then on the children.
 */
export function AsDelivered({ slot, children }: AsDeliveredProps) {
  const isHydrating = useSyncExternalStore(
    NEVER,
    () => false,
    () => true,
  );
  const [isDelivered] = useState(isHydrating);
  useLayoutEffect(() => passFocusOn, []);
  return isDelivered && slot ? slot : children;
}
