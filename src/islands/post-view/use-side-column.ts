import { useSyncExternalStore } from 'react';

/** From this width on there is a second column; `PostView.module.css` has the same. */
const WIDE = '(min-width: 1100px)';

function listen(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const isWide = (): boolean => window.matchMedia(WIDE).matches;

/** Whether the page has a second column. Decided by script, so that the order of reading is the order on the screen. */
export const useSideColumn = (): boolean => useSyncExternalStore(listen, isWide);
