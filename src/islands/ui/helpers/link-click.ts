import type { MouseEvent } from 'react';

/**
 * Handles a plain click on a link in the page and leaves every other one (new tab, new window, download)
 * to the browser. With no handler the link works as a link.
 */
export function onPlainClick(handler: ((link: Element) => void) | undefined) {
  return (event: MouseEvent): void => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (handler === undefined || modified || event.defaultPrevented) return;
    event.preventDefault();
    handler(event.currentTarget);
  };
}
