/**
 * Does each piece of work in a task of its own, soon: for what costs much the first time and little from then on, so
 * that it is done while the page waits for its data and not between the data and the first paint.
 */
export function warmUp(...pieces: readonly (() => unknown)[]): void {
  if (typeof window === 'undefined') return;
  for (const piece of pieces) setTimeout(piece);
}
