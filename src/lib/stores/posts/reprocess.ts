/** Having a replay processed again, for administrators. */
import { atom, type ReadableAtom } from 'nanostores';
import { errorToMessage, HttpError } from '#lib/client/errors.ts';
import { reprocessReplay } from '#lib/client/replay.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { reloadSession } from '#lib/stores/session/session.ts';

/** How far the request is: none is under way, one is being sent, or it was refused. */
export type Reprocessing = { state: 'idle' } | { state: 'sending' } | { state: 'refused'; message: string };

const reprocessing = atom<Reprocessing>({ state: 'idle' });

/** How far the latest request is. */
export const $reprocessing: ReadableAtom<Reprocessing> = reprocessing;

/** Asks that a replay be processed again; a second call while the first is under way does nothing. */
export async function reprocess(replayId: string): Promise<void> {
  if (reprocessing.get().state === 'sending') return;
  reprocessing.set({ state: 'sending' });
  try {
    await reprocessReplay(replayId);
    reprocessing.set({ state: 'idle' });
    showStatus('The replay will be processed again.');
  } catch (error) {
    const message = error instanceof HttpError ? moderationRefusal(error) : errorToMessage(error);
    reprocessing.set({ state: 'refused', message });
    if (error instanceof HttpError && error.isSignedOut) void reloadSession();
  }
}
