import { type RefCallback, startTransition, useCallback, useState } from 'react';

/** Hardly any post takes less room, in pixels. */
const ITEM_MIN_HEIGHT = 180;
/** What stands above the posts of every screen, in pixels. */
const ABOVE_MIN_HEIGHT = 160;
/** How many more are drawn each time the end of what is drawn comes near. */
const STEP = 25;
/** How near: a few screens before it would be seen, so that nobody meets it, and a short page is complete at once. */
const MARGIN = '4000px';

/** How many are drawn at once: a screen full, for every further one delays the first. */
const screenful = (): number =>
  Math.max(1, Math.ceil((window.innerHeight - ABOVE_MIN_HEIGHT) / ITEM_MIN_HEIGHT));

/**
 * How many of `length` items to draw: a first few, `atLeast` so many, and more whenever the element that `sentinel` is put on comes near the
 * screen.
 */
export function useGrowingCount(
  length: number,
  atLeast = 0,
): {
  count: number;
  sentinel: RefCallback<HTMLElement>;
} {
  const [count, setCount] = useState(() => Math.max(screenful(), atLeast));
  // Watched anew for every count: only what is drawn has pushed the sentinel down, and a transition may be drawn late.
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
