/** Files and documents at addresses that the API names. They may be at another origin. */

import { type Timeline, TimelineSchema } from 'wows-replay/timeline';
import { UPLOAD_TIMEOUT_MS } from '#lib/client/client.ts';
import { SchemaError } from '#lib/client/errors.ts';
import { loadMedia } from '#lib/client/load-media.ts';

/** The timeline of a battle, from the address that a replay names. */
export async function getTimeline(url: string, signal?: AbortSignal): Promise<Timeline> {
  const text = await loadMedia(url, (response) => response.text(), { signal });
  try {
    return TimelineSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new SchemaError('The timeline', { cause });
  }
}

/** The replay file at an address that a replay names. */
export async function downloadReplay(url: string, signal?: AbortSignal): Promise<Blob> {
  return loadMedia(url, (response) => response.blob(), { signal, timeout: UPLOAD_TIMEOUT_MS });
}
