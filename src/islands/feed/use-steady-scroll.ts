import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { $feed } from '#lib/stores/posts/feed.ts';

/** What the reader is at: under the pointer or holding the focus. */
function readersItem(list: HTMLElement | null): Element | null {
  return list?.querySelector(':scope > :is(:hover, :focus-within)') ?? null;
}

/**
 * Keeps the post that somebody points at or is in where it is on the screen when others appear above it. `first` is
 * the id of the first post. Without such a post the browser itself keeps the view steady, except where the top of the
 * list is in sight: there a new post may be seen to come.
 */
export function useSteadyScroll(first: string | undefined): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const held = useRef<{ item: Element; top: number }>(undefined);
  useEffect(
    () =>
      $feed.listen(() => {
        const item = readersItem(list.current);
        held.current = item ? { item, top: item.getBoundingClientRect().top } : undefined;
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new first post is what moves the others
  useLayoutEffect(() => {
    const { item, top } = held.current ?? {};
    held.current = undefined;
    if (item?.isConnected && top !== undefined) window.scrollBy(0, item.getBoundingClientRect().top - top);
  }, [first]);
  return list;
}
