/** User actions in a page of any engine, and the interface to an engine that they need. */
import { setTimeout as sleep } from 'node:timers/promises';

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

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A target that can be serialized and sent to a browser, for `findInPage`. */
function queryOf({ role, name, inside }: Target) {
  const pattern = typeof name === 'string' ? `^${escaped(name)}$` : name.source;
  return {
    selector: SELECTORS[role],
    pattern,
    flags: typeof name === 'string' ? '' : name.flags,
    inside: inside ?? null,
  };
}
type Query = ReturnType<typeof queryOf>;

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

/** The driver's reference to an element of the page. */
export type Handle = unknown;

/** Drives one tab of a browser. */
export interface Driver {
  goto: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Runs the source of a function in the page and waits for its promise. Arguments and result survive JSON. */
  evaluate: (source: string, args: readonly unknown[]) => Promise<unknown>;
  find: (query: Query) => Promise<Handle | null>;
  click: (handle: Handle) => Promise<void>;
  hover: (handle: Handle) => Promise<void>;
  type: (handle: Handle, text: string) => Promise<void>;
  upload: (handle: Handle, file: string) => Promise<void>;
  /** Presses a key: `Escape`, `Tab`, `Enter`. */
  press: (key: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  screenshot: (file: string) => Promise<void>;
  /** Errors and policy violations so far: of every page in Firefox, of the current one in WebKit. */
  problems: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** Generous for busy machines: this limit is for hangs. */
const WAIT_MS = 60_000;
const POLL_MS = 50;

/** Repeats `look` until it returns something, ignoring errors while a page is being replaced. */
async function until<Result>(what: string, look: () => Promise<Result | null>): Promise<Result> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
      return null;
    });
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`Not found within ${WAIT_MS / 1000} s: ${what}`);
    await sleep(POLL_MS);
  }
}

/** Works with one tab; paths are of the site at `origin`. Every action waits for its target first. */
export function pageOn(driver: Driver, origin: string) {
  const find = (target: Target): Promise<Handle> =>
    until(`${target.role} ${target.name}`, () => driver.find(queryOf(target)));
  /** Runs a self-contained function in the page. Arguments and result must survive JSON. */
  const evaluate = async <Args extends readonly unknown[], Result>(
    action: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> => (await driver.evaluate(String(action), args)) as Result;
  /** Panels slide in: a pointer would miss what still moves. */
  const isMoving = () => document.getAnimations().some((animation) => animation instanceof CSSTransition);
  /** Repeats an action when its target was redrawn in between. */
  const act = (target: Target, action: (handle: Handle) => Promise<void>): Promise<boolean> =>
    until(`${target.role} ${target.name}`, async () => {
      const handle = await find(target);
      if (await evaluate(isMoving)) return null;
      await action(handle);
      return true;
    });
  return {
    ...driver,
    goto: (path: string) => driver.goto(new URL(path, origin).href),
    evaluate,
    isVisible: async (target: Target) => (await driver.find(queryOf(target))) !== null,
    /** Resolves once the target is visible. */
    see: async (target: Target) => void (await find(target)),
    click: async (target: Target) => void (await act(target, driver.click)),
    hover: async (target: Target) => void (await act(target, driver.hover)),
    /** Replaces the value of a field. */
    fill: async (target: Target, text: string) => {
      await act(target, driver.click);
      await evaluate(() => (document.activeElement as HTMLInputElement).select());
      await driver.type(await find(target), text);
    },
    upload: async (target: Target, file: string) => driver.upload(await find(target), file),
    /** Goes back without waiting, because the page may stay the same. */
    back: () => evaluate(() => void setTimeout(() => history.back())),
  };
}
export type EnginePage = ReturnType<typeof pageOn>;
