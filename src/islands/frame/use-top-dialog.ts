import { useLayoutEffect, useState } from 'react';

const topDialog = (): Element | null => [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;

/**
 * The modal dialog on top while `shown`, null when there is none. What has to be read and pressed now is drawn into it:
 * everything outside of a modal dialog is dead.
 */
export function useTopDialog(shown: boolean): Element | null {
  const [dialog, setDialog] = useState<Element | null>(null);
  useLayoutEffect(() => {
    if (shown) setDialog(topDialog());
  }, [shown]);
  useLayoutEffect(() => {
    const look = () => setDialog(topDialog());
    dialog?.addEventListener('close', look);
    return () => dialog?.removeEventListener('close', look);
  }, [dialog]);
  return dialog;
}
