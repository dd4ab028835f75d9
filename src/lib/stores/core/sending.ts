/** One form or question at a time is being sent: how far it is, and what became of it. */
import { atom, type ReadableAtom } from 'nanostores';
import { errorToMessage, HttpError, isAbort } from '#lib/client/errors.ts';
import type { Refusal } from '#lib/domain/refusal.ts';
import { reloadSession } from '#lib/stores/session/session.ts';

/** What becomes of sending: `progress` is the share of the file that was sent, null when there is none. */
export type Sending =
  | { state: 'idle' }
  | { state: 'sending'; progress: number | null }
  | { state: 'refused'; message: string };

const IDLE: Sending = { state: 'idle' };
const sending = atom<Sending>(IDLE);
let current: AbortController | undefined;

/** What becomes of the present sending. It stays `sending` after success, until the page is reloaded. */
export const $sending: ReadableAtom<Sending> = sending;

/** Says how much of the file was sent, 0 to 1. */
export function reportProgress(progress: number): void {
  if (sending.get().state === 'sending') sending.set({ state: 'sending', progress });
}

/**
 * Sends; a second call while the first is under way is ignored. True when it succeeded. A refusal is kept in
 * `$sending`, in the words of `describe`; one that was taken back leaves nothing. Whoever is found to be signed out is
 * told so by the page, too (Rule 3.11).
 */
export async function attempt(
  send: (signal: AbortSignal) => Promise<unknown>,
  describe: (refusal: Refusal) => string,
): Promise<boolean> {
  if (sending.get().state === 'sending') return false;
  const own = new AbortController();
  current = own;
  sending.set({ state: 'sending', progress: null });
  try {
    await send(own.signal);
    return true;
  } catch (error) {
    const message = error instanceof HttpError ? describe(error) : errorToMessage(error);
    sending.set(isAbort(error) ? IDLE : { state: 'refused', message });
    if (error instanceof HttpError && error.isSignedOut) void reloadSession();
    return false;
  }
}

/** Takes back what is being sent; forgets a refusal. True when there was nothing to take back. */
export function stopSending(): boolean {
  const wasIdle = sending.get().state !== 'sending';
  if (wasIdle) sending.set(IDLE);
  else current?.abort();
  return wasIdle;
}

/** Forgets what is being sent, for tests. */
export function resetSending(): void {
  current?.abort();
  sending.set(IDLE);
}
