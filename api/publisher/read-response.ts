/** Reads an HTTP response of the publisher, up to a size, as JSON. */
import type { Answer } from '#api/publisher/call.ts';
import { PublisherError } from '#api/publisher/publisher-error.ts';

/** The largest answer is an account with all its statistics, a few hundred kilobytes. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Longest wait that the publisher can request. */
const RETRY_AFTER_MAX_MS = 300_000;

/** `Retry-After`, in seconds or as a date, in milliseconds from now; null when absent or unreadable. */
function retryAfterOf(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new PublisherError('invalid', 'the answer is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The answer in a response; throws a PublisherError for any other status, and for what is not JSON. */
export async function readResponse(response: Response): Promise<Answer> {
  const { status } = response;
  if (status !== 200 && status !== 404) {
    await response.body?.cancel();
    const kind = status === 429 ? 'limited' : status >= 500 ? 'unreachable' : 'refused';
    throw new PublisherError(kind, `status ${status}`, retryAfterOf(response));
  }
  const text = await textOf(response);
  try {
    return { found: status === 200, body: JSON.parse(text) };
  } catch {
    // A 404 without JSON comes from a wrong address or a proxy, and says nothing about the player.
    throw new PublisherError('invalid', `status ${status} without JSON`);
  }
}
