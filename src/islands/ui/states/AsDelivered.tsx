import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';

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

/** A part of the page as it was delivered, until the screen first draws something else in its place; from then on the children. */
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
