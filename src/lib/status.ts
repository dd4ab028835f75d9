/** What the frame's status region and the code that speaks through it agree on (Rule 2.17). */

/**
 * Name of the event on `document` that asks the region to speak (without a detail, to say what was kept for this page), and
 * key in the tab's storage of what the next page says. The frame reads it from the region's `data-status`: an import that
 * islands share would be a file of its own on content pages.
 */
export const STATUS_NAME = 'site-status';

/** A sentence for the status region, and how long it is shown when not for the usual time. */
export interface StatusMessage {
  text: string;
  milliseconds?: number | undefined;
}

declare global {
  interface DocumentEventMap {
    [STATUS_NAME]: CustomEvent<StatusMessage | null>;
  }
}
