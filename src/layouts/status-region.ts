/** The frame's status region: acknowledges what the user did, on this page or just before it was loaded (Rule 2.17). */
import type { STATUS_NAME, StatusMessage } from '#lib/status.ts';

/** How long a sentence is shown, in milliseconds. */
export const STATUS_SHOWN_MS = 10_000;

/** Screen readers announce text that is put into a region which they know already. */
const BEFORE_TEXT_MS = 150;
/** A screen that moves the focus asks for the kept sentence itself; this is for the others. */
const KEPT_LATEST_MS = 1500;

/** Longer than any sentence of ours. */
const TEXT_MAX_LENGTH = 300;

/** The sentence that the page before kept for this one, once; empty when there is none. */
function takeKept(key: string): string {
  try {
    const text = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    return text.slice(0, TEXT_MAX_LENGTH);
  } catch {
    return ''; // Storage is blocked.
  }
}

/** Everything outside a modal dialog is inert, so the region moves into the one on top, into its free slot. */
function place(section: HTMLElement): void {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const home = dialog?.querySelector('[data-status-slot]') ?? dialog ?? document.body;
  if (section.parentElement === home) return;
  home.append(section);
  dialog?.addEventListener('close', () => place(section));
}

/** Makes the region of this page speak when it is asked to. */
export function startStatusRegion(section: HTMLElement | null): void {
  const text = section?.querySelector('p');
  if (!section || !text) return;
  const name = section.dataset.status as typeof STATUS_NAME;
  let timer = 0;
  let focusedBefore: EventTarget | null = null;

  const hide = (): void => {
    clearTimeout(timer);
    const hadFocus = section.contains(document.activeElement);
    text.textContent = '';
    if (hadFocus && focusedBefore instanceof HTMLElement) focusedBefore.focus();
  };
  // A message that is pointed at or focused stays.
  const hideLater = (milliseconds: number): void => {
    timer = window.setTimeout(() => {
      if (section.matches(':hover, :focus-within')) hideLater(milliseconds);
      else hide();
    }, milliseconds);
  };
  const say = ({ text: sentence, milliseconds = STATUS_SHOWN_MS }: StatusMessage): void => {
    clearTimeout(timer);
    text.textContent = '';
    place(section);
    timer = window.setTimeout(() => {
      place(section);
      text.textContent = sentence;
      hideLater(milliseconds);
    }, BEFORE_TEXT_MS);
  };
  const sayKept = (): void => {
    const kept = takeKept(name);
    if (kept) say({ text: kept });
  };

  document.addEventListener(name, ({ detail }) => (detail ? say(detail) : sayKept()));
  section.addEventListener('focusin', ({ relatedTarget }) => {
    focusedBefore = relatedTarget;
  });
  section.querySelector('button')?.addEventListener('click', hide);
  setTimeout(sayKept, KEPT_LATEST_MS);
}
