/** Something that the user sends to the API and waits for: a form, a confirmed question, a button. */
import { atom, type ReadableAtom } from 'nanostores';
import { errorToMessage, HttpError, isAbort } from '#lib/client/errors.ts';
import { sessionHooks } from '#lib/stores/core/remote.ts';

/** How far a task is. `progress` is the share of the upload that was sent, 0 to 1; null when it is not known. */
export type TaskState =
  | { state: 'idle' }
  | { state: 'sending'; progress: number | null }
  | { state: 'done' }
  | { state: 'refused'; message: string };

const IDLE: TaskState = { state: 'idle' };

/** Whether the task's controls stay disabled: while it is sent, and after success until `reset`. */
export function isBusy({ state }: TaskState): boolean {
  return state === 'sending' || state === 'done';
}

function stateAfter(error: unknown, describe: (refusal: HttpError) => string): TaskState {
  if (isAbort(error)) return IDLE;
  return { state: 'refused', message: error instanceof HttpError ? describe(error) : errorToMessage(error) };
}

/** Makes a task that is idle. */
export function createTask() {
  const $state = atom<TaskState>(IDLE);
  let current: AbortController | undefined;
  return {
    $state: $state as ReadableAtom<TaskState>,
    /**
     * Sends, and resolves to true once `send` succeeded. Ignored while the task is being sent, and once it is done until
     * `reset`, so that nothing is sent twice while the page reloads. `describe` turns a refusal by the API into a message;
     * `onFailure` runs after every failure. An aborted task is idle again. After a 401 the session is reloaded (Rule 3.11).
     */
    async run(
      send: (signal: AbortSignal, reportProgress: (progress: number) => void) => Promise<unknown>,
      describe: (refusal: HttpError) => string,
      onFailure?: (error: unknown) => unknown,
    ): Promise<boolean> {
      if (isBusy($state.get())) return false;
      const own = new AbortController();
      current = own;
      const show = (state: TaskState): void => {
        if (current === own) $state.set(state);
      };
      show({ state: 'sending', progress: null });
      try {
        await send(own.signal, (progress) => show({ state: 'sending', progress }));
        show({ state: 'done' });
        return true;
      } catch (error) {
        show(stateAfter(error, describe));
        if (isAbort(error)) return false;
        if (error instanceof HttpError && error.isSignedOut) await sessionHooks.reload();
        await onFailure?.(error);
        return false;
      }
    },
    /** Shows a refusal without sending anything; does nothing while the task is busy. */
    refuse: (message: string): void => {
      if (!isBusy($state.get())) $state.set({ state: 'refused', message });
    },
    /** Aborts what is being sent, if its request listens to the signal. */
    abort: (): void => current?.abort(),
    /** Aborts what is being sent, and forgets how it ended. */
    reset: (): void => {
      current?.abort();
      current = undefined;
      $state.set(IDLE);
    },
  };
}

/** One task with its state. It runs once at a time. */
export type Task = ReturnType<typeof createTask>;
