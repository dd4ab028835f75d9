import { useLayoutEffect, useState } from 'react';

/** Every dialog of the site is modal while it is open. */
const topDialog = (): Element | null => [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;

/**
 * The modal dialog on top while `shown`, null when there is none. What has to be read and pressed now is drawn into it:
 * everything outside of a modal dialog is dead. Follows dialogs that open, close and go meanwhile.
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
