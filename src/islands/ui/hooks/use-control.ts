import { type ChangeEvent, useLayoutEffect, useRef } from 'react';

/** The state of a control: `checked` for a checkbox, otherwise `value`. */
type Shown = { value: string | number } | { checked: boolean };

const isChanged = (control: HTMLInputElement | HTMLSelectElement, shown: Shown): boolean =>
  'checked' in shown
    ? (control as HTMLInputElement).checked !== shown.checked
    : control.value !== String(shown.value);

/**
 * Props of a checkbox, select or text field that is in the HTML of a page. The user may change it before hydration; React
 * keeps that change until the first update and then resets it. So after hydration the control is compared with the rendered
 * state, and a difference is passed to `onChange`, as if the user had made it then (Rule 16.11).
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
