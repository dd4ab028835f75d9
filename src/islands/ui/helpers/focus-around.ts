/**
 * Puts the keyboard's focus on the part of the page around a control that is about to go, so that the next Tab goes on
 * from there and not from the top of the page.
 */
export function focusAround(control: Element): void {
  control.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
}
