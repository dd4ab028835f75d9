import { type RefObject, useEffect, useRef } from 'react';

/** For a form element: each sending moves the focus to the first field with an error, in the order of the form. */
export function useFirstError(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sending looks anew
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount]);
  return form;
}
