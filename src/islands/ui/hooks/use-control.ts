import { type ChangeEvent, useLayoutEffect, useRef } from 'react';

/** What a control shows: `checked` for a check box, else `value`. */
type Shown = { value: string | number } | { checked: boolean };

const isChanged = (control: HTMLInputElement | HTMLSelectElement, shown: Shown): boolean =>
  'checked' in shown
    ? (control as HTMLInputElement).checked !== shown.checked
    : control.value !== String(shown.value);

/**
 * Props of a check box, select or text field that the server draws. The user may change it before its code has arrived;
 * React keeps that until the first update and then resets it. So at hydration the control is compared with what the server
 * drew, and a difference goes to `onChange` as if the user had made it at that moment. Use it for every control that is
 * in the HTML of a page.
 */
export function useControl<Control extends HTMLInputElement | HTMLSelectElement>(
  shown: Shown,
  onChange: (control: Control) => void,
) {
  const ref = useRef<Control>(null);
  const drawn = useRef({ shown, onChange });
  useLayoutEffect(() => {
    const { shown, onChange } = drawn.current;
    if (ref.current !== null && isChanged(ref.current, shown)) onChange(ref.current);
  }, []);
  return { ref, ...shown, onChange: (event: ChangeEvent<Control>) => onChange(event.currentTarget) };
}
