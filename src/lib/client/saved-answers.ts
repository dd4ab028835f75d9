/** Uses what the service worker saved while there is no connection. The reading itself loads when it is needed. */
import { runtime } from '#lib/runtime.ts';

/** How long the message that the connection is back is shown, in milliseconds. */
const ONLINE_AGAIN_MS = 4000;

let count = 0;
let showsSaved = false;

/** How many saved answers were used because there was no connection. */
export const countSavedAnswers = (): number => count;

/** Shows that the connection is back, if the page shows saved answers. */
export function noteConnection(): void {
  if (!showsSaved) return;
  showsSaved = false;
  runtime.showStatus({ text: 'You are online again.', milliseconds: ONLINE_AGAIN_MS });
}

/** The saved answer to this GET request. Throws `error`, the reason why it is needed, when there is none. */
export async function savedAnswer(
  url: string,
  error: unknown,
): Promise<{ response: Response; text: string }> {
  const { readSaved } = await import('#lib/client/saved.ts').catch(() => ({
    readSaved: () => undefined,
  }));
  const response = await readSaved(url);
  if (response === undefined) throw error;
  count += 1;
  showsSaved = true;
  return { response, text: await response.text() };
}
