import { type RefObject, useEffect, useRef } from 'react';

/** A ref for a form: each submit moves the focus to the form's first field with an error. */
export function useFirstError(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each submit
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount]);
  return form;
}
