/** The interface between the frame's status region and the code that shows messages in it (Rule 2.17). */

/**
 * Name of the event on `document` that shows a message (without a detail, the one kept for this page), and key in the tab's
 * storage of the message for the next page. The frame reads the name from the region's `data-status`, because an import
 * shared with islands would be an additional file on content pages.
 */
export const STATUS_NAME = 'site-status';

/** A message for the status region; `milliseconds` if it is not shown for the usual time. */
export interface StatusMessage {
  text: string;
  milliseconds?: number | undefined;
  /** Followed by a link that reloads the page. */
  reload?: boolean;
  /** Follows the text. */
  button?: HTMLButtonElement | undefined;
}

declare global {
  interface DocumentEventMap {
    [STATUS_NAME]: CustomEvent<StatusMessage | null>;
  }
}
