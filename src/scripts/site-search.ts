/** Opens and closes the search form. Its suggestions load when the field gets the focus (Rule 2.22). */

/**
 * Connects the button that opens the form on phones and the key that closes it. Returns a function that moves the focus
 * into the search.
 */
export function startSearch(): () => void {
  const form = document.querySelector<HTMLFormElement>('.navbar-search form');
  const focus = (): void => {
    if (!form?.checkVisibility()) form?.showPopover();
    form?.querySelector('input')?.focus();
  };
  // Browsers open the form, too, but leave the focus on the button.
  document.querySelector('.navbar-search button')?.addEventListener('click', (event) => {
    event.preventDefault();
    focus();
  });
  // In a search field, WebKit uses Escape to clear the text and does not close the popover.
  form?.addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Escape' && !isComposing) form.hidePopover();
  });
  return focus;
}
