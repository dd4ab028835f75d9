/**
 * The back button closes the dialog on top: every open dialog has an entry of the history of its own, which goes with
 * the dialog, however that is closed. What is open and where the history is are brought together after each change.
 */

const open: (() => void)[] = [];
/** A step of ours is under way; the event of its end says nothing about the reader. */
let moving = false;
let listening = false;
let afterwards: (() => void) | undefined;

/** How many dialogs the present entry stands for; the head script takes care of entries that a reload left. */
function depth(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'dialogs' in state ? Number(state.dialogs) : 0;
}

function push(dialogs: number): void {
  // The page below stays where it is when its entry is returned to, whatever was added to it meanwhile.
  history.scrollRestoration = 'manual';
  history.pushState({ dialogs }, '');
  history.scrollRestoration = 'auto';
}

function settle(): void {
  if (moving) return;
  const present = depth();
  const wanted = afterwards === undefined ? open.length : 0;
  for (let dialogs = present + 1; dialogs <= wanted; dialogs += 1) push(dialogs);
  if (present > wanted) {
    moving = true;
    history.go(wanted - present);
  } else if (present === 0) {
    history.scrollRestoration = 'auto';
    const next = afterwards;
    afterwards = undefined;
    next?.();
  }
}

function onPopState(): void {
  if (!moving) for (const close of open.slice(depth()).reverse()) close();
  moving = false;
  // Once those that were closed are gone; one that stays, since it is busy, gets its entry back.
  setTimeout(settle);
}

function onPageShow(): void {
  moving = false;
  settle();
}

/** Gives an opened dialog its entry; `close` is called when the reader goes back. Returns its undoing. */
export function enterHistory(close: () => void): () => void {
  if (!listening) {
    window.addEventListener('popstate', onPopState);
    window.addEventListener('pageshow', onPageShow);
    listening = true;
  }
  open.push(close);
  settle();
  return () => {
    open.splice(open.indexOf(close), 1);
    // One that opens in its place takes over the entry.
    queueMicrotask(settle);
  };
}

/** Takes back all entries of dialogs, then goes on: to another page, which thus follows the one below. */
export function leaveHistory(next: () => void): void {
  afterwards = next;
  settle();
}
