/** Loads what is not JSON of a call: files and pictures. Apart from `media.ts`, because few pages need its schemas. */
import { bounded, REQUEST_TIMEOUT_MS } from '#lib/client/client.ts';
import { httpError } from '#lib/client/errors.ts';
import { runtime } from '#lib/runtime.ts';

/** Loads an address and reads its body. Other origins get no cookies. Throws as `request` does. */
export async function loadMedia<T>(
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
