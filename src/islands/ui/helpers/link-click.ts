import type { MouseEvent } from 'react';

/**
 * Creates an `onClick` that calls `handler` for plain clicks on a link. Other clicks (new tab, new window, download) are left
 * to the browser.
 */
export function onPlainClick(handler: (link: Element) => void) {
  return (event: MouseEvent): void => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (modified || event.defaultPrevented) return;
    event.preventDefault();
    handler(event.currentTarget);
  };
}
