import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { $feed } from '#lib/stores/feed.ts';

/** What the reader is at: under the pointer or holding the focus. */
function readersItem(list: HTMLElement | null): Element | null {
  return list?.querySelector(':scope > :is(:hover, :focus-within)') ?? null;
}

/** Browsers keep the view steady by themselves, except at the very top of the page. */
const needsHelp = (): boolean => window.scrollY < 1 || !CSS.supports('overflow-anchor', 'auto');

/**
 * Keeps the post that somebody reads or points at where it is on the screen when others appear above it. `first` is
 * the id of the first post.
 */
export function useSteadyScroll(first: string | undefined): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const held = useRef<{ item: Element; top: number }>(undefined);
  useEffect(
    () =>
      $feed.listen(() => {
        const item = needsHelp() ? readersItem(list.current) : null;
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
