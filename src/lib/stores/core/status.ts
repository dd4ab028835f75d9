/** Acknowledges actions in the frame's one status region (Rule 2.17). */
import { runtime } from '#lib/runtime.ts';
import { STATUS_NAME } from '#lib/status.ts';

/** Shows a message on this page, for `milliseconds` if not for the usual time. */
export function showStatus(text: string, milliseconds?: number): void {
  runtime.showStatus({ text, milliseconds });
}

/** Shows a message on the next page of this tab, because this one is about to be reloaded or left. */
export function showStatusOnNextPage(text: string): void {
  runtime.sessionStorage.set(STATUS_NAME, text);
}

/** Shows the message that the previous page left. Call it once the focus is set: moving it interrupts screen readers. */
export function showKeptStatus(): void {
  runtime.showStatus(null);
}
