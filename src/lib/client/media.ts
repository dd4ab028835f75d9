/** Files and documents at addresses that the API names. They may be at another origin. */
import { bounded, REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '#lib/client/client.ts';
import { httpError, SchemaError } from '#lib/client/errors.ts';
import { runtime } from '#lib/runtime.ts';
import { type Timeline, TimelineSchema } from '#lib/schemas/timeline.ts';

/** Loads an address and reads its body. Other origins get no cookies. Throws as `request` does. */
async function load<T>(
  url: string,
  read: (response: Response) => Promise<T>,
  { signal, timeout = REQUEST_TIMEOUT_MS }: { signal?: AbortSignal | undefined; timeout?: number } = {},
): Promise<T> {
  const isOwn = url.startsWith(`${runtime.apiOrigin()}/`);
  return bounded({ signal, timeout }, async (signal) => {
    const init = { method: 'GET', signal, credentials: isOwn ? 'include' : 'omit' } as const;
    const response = await runtime.fetch(url, init);
    const { ok, status, headers } = response;
    if (!ok) throw httpError(status, headers.get('Content-Type') ?? '', await response.text());
    return read(response);
  });
}

/** The timeline of a battle, from the address that a replay names. */
export async function getTimeline(url: string, signal?: AbortSignal): Promise<Timeline> {
  const text = await load(url, (response) => response.text(), { signal });
  try {
    return TimelineSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new SchemaError('The timeline', { cause });
  }
}

/** The picture of a map. Throws a HttpError with 404 when there is none. */
export async function getMapPicture(map: string, signal?: AbortSignal): Promise<Blob> {
  const url = `${runtime.apiOrigin()}/api/Map/${encodeURIComponent(map)}`;
  return load(url, (response) => response.blob(), { signal });
}

/** The replay file at an address that a replay names. */
export async function downloadReplay(url: string, signal?: AbortSignal): Promise<Blob> {
  return load(url, (response) => response.blob(), { signal, timeout: UPLOAD_TIMEOUT_MS });
}
