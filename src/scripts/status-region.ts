/** The frame's status region: acknowledges what the user did, on this page or just before it was loaded (Rule 2.17). */
import type { STATUS_NAME, StatusMessage } from '#lib/status.ts';

/** How long a message is shown, in milliseconds. */
export const STATUS_SHOWN_MS = 10_000;

/** Screen readers announce text only when it is added to a region that already exists. */
const BEFORE_TEXT_MS = 150;
/** Screens that move the focus show the kept message themselves; this is for the others. */
const KEPT_LATEST_MS = 1500;

/** The message that the previous page kept for this one, once. Empty when there is none. */
function takeKept(key: string): string {
  try {
    const text = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    return text;
  } catch {
    return ''; // Storage is blocked.
  }
}

/** Everything outside a modal dialog is inert, so the region moves into the slot of the topmost dialog. */
function place(section: HTMLElement): void {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const home = dialog?.querySelector('[data-status-slot]') ?? dialog ?? document.body;
  if (section.parentElement === home) return;
  home.append(section);
  dialog?.addEventListener('close', () => place(section));
}

const reloadLink = (): HTMLAnchorElement =>
  Object.assign(document.createElement('a'), { href: '', textContent: 'Reload' });

/** Shows the messages of this page in its status region. */
export function startStatusRegion(section: HTMLElement | null): void {
  const text = section?.querySelector('p');
  if (!section || !text) return;
  const name = section.dataset.status as typeof STATUS_NAME;
  let timer = 0;
  let focusedBefore: EventTarget | null = null;

  // The page scrolls so that the message does not cover the focused element. `:root:has()` would
  // match all styles again at each change.
  const write = (...parts: (string | Node)[]): void => {
    text.replaceChildren(...parts);
    document.documentElement.toggleAttribute('data-message', parts.length > 0);
  };
  const hide = (): void => {
    clearTimeout(timer);
    const hadFocus = section.contains(document.activeElement);
    write();
    if (hadFocus && focusedBefore instanceof HTMLElement) focusedBefore.focus();
  };
  // A message under the pointer or with the focus stays.
  const hideLater = (milliseconds: number): void => {
    timer = window.setTimeout(() => {
      if (section.matches(':hover, :focus-within')) hideLater(milliseconds);
      else hide();
    }, milliseconds);
  };
  const say = ({ text: sentence, milliseconds = STATUS_SHOWN_MS, reload, button }: StatusMessage): void => {
    clearTimeout(timer);
    write();
    place(section);
    timer = window.setTimeout(() => {
      place(section);
      const control = reload ? reloadLink() : button;
      write(sentence, ...(control ? [' ', control] : []));
      hideLater(milliseconds);
    }, BEFORE_TEXT_MS);
  };
  // Taken at once: a message that this page keeps is for the next one.
  let kept = takeKept(name);
  const sayKept = (): void => {
    if (kept) say({ text: kept });
    kept = '';
  };

  document.addEventListener(name, ({ detail }) => (detail ? say(detail) : sayKept()));
  section.addEventListener('focusin', ({ relatedTarget }) => {
    focusedBefore = relatedTarget;
  });
  section.querySelector('button')?.addEventListener('click', hide);
  setTimeout(sayKept, KEPT_LATEST_MS);
}
