import type { KeyboardEvent } from 'react';

/**
 * Lets the up and down arrows walk from a search field through the links below it and back. Put it on the element
 * that holds both; Tab and everything else stay as they are.
 */
export function walkWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (step === 0 || modified || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li a[href]')];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
