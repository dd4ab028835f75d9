import { useLayoutEffect, useState } from 'react';

/** All dialogs of this site are modal. */
const topDialog = (): Element | null => [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;

/**
 * The topmost open dialog while `shown`, or null. Messages are rendered into it, because everything outside a modal
 * dialog is inert. Updates when dialogs open, close or are removed.
 */
export function useTopDialog(shown: boolean): Element | null {
  const [dialog, setDialog] = useState<Element | null>(null);
  useLayoutEffect(() => {
    if (!shown) return;
    const look = () => setDialog(topDialog());
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      observer.disconnect();
      setDialog(null);
    };
  }, [shown]);
  return dialog;
}
