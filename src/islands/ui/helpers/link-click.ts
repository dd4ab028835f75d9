import type { MouseEvent } from 'react';

/**
 * Creates an `onClick` that calls `handler` for plain clicks on a link. Other clicks (new tab, new window, download), and all
 * clicks without a handler, are left to the browser.
 */
export function onPlainClick(handler: ((link: Element) => void) | undefined) {
  return (event: MouseEvent): void => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (handler === undefined || modified || event.defaultPrevented) return;
    event.preventDefault();
    handler(event.currentTarget);
  };
}
