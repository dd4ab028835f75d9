/** Finds controls and parts of a page by role and accessible name. */

const SELECTORS = {
  article: 'article',
  button: 'button',
  checkbox: 'input[type=checkbox]',
  dialog: 'dialog[open]',
  file: 'input[type=file]',
  heading: 'h1, h2, h3',
  label: 'label',
  link: 'a[href]',
  table: 'table',
  textbox: 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select',
};

/** A visible part of the page, by its role and accessible name. */
export interface Target {
  role: keyof typeof SELECTORS;
  /** Matches exactly when given as text. */
  name: string | RegExp;
  /** Looks only inside the article or the group of fields with this name. */
  inside?: string;
}

/** A target that can be serialized and sent to a browser. */
export interface Query {
  selector: string;
  pattern: string;
  flags: string;
  inside: string | null;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Prepares a target for `findInPage`. */
export function queryOf({ role, name, inside }: Target): Query {
  const pattern = typeof name === 'string' ? `^${escaped(name)}$` : name.source;
  return {
    selector: SELECTORS[role],
    pattern,
    flags: typeof name === 'string' ? '' : name.flags,
    inside: inside ?? null,
  };
}

/**
 * The first visible match, in the top dialog if one is open. Browsers run this function from its source, so it must not use
 * anything outside it.
 */
export function findInPage({ selector, pattern, flags, inside }: Query): Element | null {
  const wanted = new RegExp(pattern, flags);
  const textOf = (element: Element | null | undefined): string =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby');
    if (labelledBy) return textOf(document.getElementById(labelledBy));
    const legend = element.querySelector(':scope > legend');
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined;
    return element.getAttribute('aria-label') ?? textOf(label ?? legend ?? element);
  };
  const isVisible = (element: Element): boolean =>
    element.matches('input[type=file]') ||
    (element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible');
  const first = (root: ParentNode, css: string, fits: (name: string) => boolean): Element | undefined =>
    [...root.querySelectorAll(css)].find((element) => isVisible(element) && fits(nameOf(element)));
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (selector === 'dialog[open]') return top && wanted.test(nameOf(top)) ? top : null;
  const root = top ?? document;
  const scope = inside === null ? root : first(root, 'article, fieldset', (name) => name === inside);
  return (scope && first(scope, selector, (name) => wanted.test(name))) ?? null;
}
