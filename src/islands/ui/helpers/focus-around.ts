/**
 * Moves the focus from a control that is about to disappear to the focusable element around it, so that the next Tab
 * continues there and not at the top of the page.
 */
export function focusAround(control: Element): void {
  control.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
}

/** An `onClick` of such a control: moves the focus, then acts. */
export function focusAroundThen(act: () => void) {
  return ({ currentTarget }: { currentTarget: Element }): void => {
    focusAround(currentTarget);
    act();
  };
}
