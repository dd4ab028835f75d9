import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { ClaimedItem } from '#lib/stores/moderation/claimed-item.ts';

/** The ref of an item's heading, which gets the focus when the user comes from another item (Rule 28.46). */
export function useArrival(
  item: Pick<ClaimedItem<unknown>, '$arrival' | 'arrive'>,
  id: string,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrival = useStore(item.$arrival);
  useEffect(() => {
    if (arrival !== id) return;
    heading.current?.focus();
    item.arrive();
  }, [arrival, id, item]);
  return heading;
}
