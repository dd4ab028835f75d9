import { type ReactNode, useState, useSyncExternalStore } from 'react';

const NEVER = () => () => {};

interface AsDeliveredProps {
  /** Part of the page, to which its scripts may have added. React may not write it again (Trusted Types). */
  slot: ReactNode;
  children: ReactNode;
}

/** A part of the page as it was delivered, until the screen first draws something else in its place; from then on the children. */
export function AsDelivered({ slot, children }: AsDeliveredProps) {
  const isHydrating = useSyncExternalStore(
    NEVER,
    () => false,
    () => true,
  );
  const [isDelivered] = useState(isHydrating);
  return isDelivered && slot ? slot : children;
}
