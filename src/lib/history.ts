/**
 * The browser's history: only this module adds, replaces and leaves entries. There are three kinds:
 * - addresses of a page (filters, pages, tabs): `pushAddress`, `replaceAddress`;
 * - addresses that open a dialog, such as `?moderation=bans`: `pushOverlay`, `leaveOverlay`;
 * - dialogs that are not in the address: `addDialog`, `leaveDialogs`.
 *
 * A dialog's entry has the address of the page and the state `{ dialogs: n }`, which means that n dialogs are open there. The
 * back button leads to the entry below, so it closes the dialog on top. `sync` makes the entries match the open dialogs:
 * - a dialog was opened: it pushes an entry;
 * - a dialog was closed by a button: it goes back by one entry;
 * - the user went back and the dialog stayed open, because it is busy: it pushes the entry again;
 * - a link was followed out of a dialog: it goes back to the page's entry, then the link is followed.
 * Going back is asynchronous, so what follows waits for `popstate`.
 */
import { runtime } from '#lib/runtime.ts';

/** State of an entry that opens a dialog over the page, whose own entry is the one below. */
const OVERLAY = { overlay: true };
let isLeavingOverlay = false;

/** Who restores the scroll position of this page's entries. */
let scrolling: ScrollRestoration = 'auto';

/** Leaves the scroll position of the page's entries to the browser, or with `manual` to the page. */
export function setScrollRestoration(mode: ScrollRestoration): void {
  scrolling = mode;
  history.scrollRestoration = mode;
}

/** Id of the current entry, which it keeps over reloads; null for the entry of a dialog, which belongs to the page's. */
export function entryId(): string | null {
  const state: Record<string, unknown> = history.state ?? {};
  if ('dialogs' in state) return null;
  if (typeof state.entry === 'string') return state.entry;
  const entry = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, entry }, '');
  return entry;
}

/** Adds an entry with another address. */
export function pushAddress(href: string): void {
  runtime.pushState(href);
}

/** An address that was replaced in a dialog's entry: the page's entry, below, still has the former one. */
let replaced: { former: string; href: string } | undefined;

/** Changes the address of the current entry; while a dialog is open, also that of the page below. */
export function replaceAddress(href: string): void {
  if (isListening && dialogsOfEntry() > 0) replaced = { former: replaced?.former ?? location.href, href };
  runtime.replaceState(href);
}

/** Changes the page's entry as the entry of a dialog above it was changed. */
function replaceBelow(): void {
  if (replaced === undefined || dialogsOfEntry() > 0) return;
  if (location.href === replaced.former) runtime.replaceState(replaced.href);
  replaced = undefined;
}

/** Adds an entry with an address that opens a dialog. */
export function pushOverlay(href: string): void {
  runtime.pushState(href, OVERLAY);
}

/**
 * Leaves the current entry by going back, so that the page is not in the history twice. False when `pushOverlay` did not add
 * the entry, because the page was opened at this address.
 */
export function leaveOverlay(): boolean {
  if (isLeavingOverlay) return true;
  const state = runtime.historyState();
  if (typeof state !== 'object' || state === null || !('overlay' in state)) return false;
  isLeavingOverlay = true;
  const stop = runtime.on('popstate', () => {
    isLeavingOverlay = false;
    stop();
  });
  runtime.back();
  return true;
}

/** Functions that close the open dialogs, the one on top last. */
const openDialogs: (() => void)[] = [];
/** Runs once the page's own entry is reached. */
let onPageReached: (() => void) | undefined;
/** `sync` is going back: the next `popstate` is not the user's. */
let isGoingBack = false;
let isListening = false;

/** Number of dialogs of the current entry. The head script leaves the entries of dialogs that a reload closed. */
const dialogsOfEntry = (): number => Number(history.state?.dialogs ?? 0);

function pushDialogEntry(dialogs: number): void {
  // Without this, the browser scrolls the page when its entry is returned to, although posts may have been added to it.
  history.scrollRestoration = 'manual';
  history.pushState({ dialogs }, '');
  history.scrollRestoration = scrolling;
}

function sync(): void {
  if (isGoingBack) return;
  const present = dialogsOfEntry();
  const wanted = onPageReached === undefined ? openDialogs.length : 0;
  for (let dialogs = present + 1; dialogs <= wanted; dialogs += 1) pushDialogEntry(dialogs);
  if (present > wanted) {
    isGoingBack = true;
    history.go(wanted - present);
  } else if (present === 0) {
    history.scrollRestoration = scrolling;
    const next = onPageReached;
    onPageReached = undefined;
    next?.();
  }
}

function onPopState(): void {
  replaceBelow();
  if (!isGoingBack) for (const close of openDialogs.slice(dialogsOfEntry()).reverse()) close();
  isGoingBack = false;
  // Later, when the closed dialogs are unmounted.
  setTimeout(sync);
}

/** A page that returns from the back/forward cache gets no `popstate`. */
function onPageShow(): void {
  isGoingBack = false;
  sync();
}

/**
 * Adds an entry for a dialog that was opened; `close` is called when the user goes back. Call the returned function when
 * the dialog was closed.
 */
export function addDialog(close: () => void): () => void {
  if (!isListening) {
    // Before others read the address.
    window.addEventListener('popstate', onPopState, true);
    window.addEventListener('pageshow', onPageShow);
    isListening = true;
  }
  openDialogs.push(close);
  sync();
  return () => {
    openDialogs.splice(openDialogs.indexOf(close), 1);
    // Later, so that a dialog that opens in its place takes over the entry.
    queueMicrotask(sync);
  };
}

/** Leaves the entries of all dialogs, then calls `next`, which goes to another page: back from there leads to this page. */
export function leaveDialogs(next: () => void): void {
  onPageReached = next;
  sync();
}
