/** A request with upload progress, which `fetch` does not report. Loaded when a form with a file is sent. */
import { runtime } from '#lib/runtime.ts';

const EMPTY_STATUSES = new Set([204, 205, 304]);

/** Sends a request like `fetch`; `onProgress` gets the share of the body sent so far, 0 to 1. */
export function upload(
  url: string,
  { method = 'POST', body, headers, signal }: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = runtime.createUpload();
    const abort = () => request.abort();
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const contentType = request.getResponseHeader('Content-Type');
      const text = EMPTY_STATUSES.has(request.status) ? null : request.responseText;
      resolve(
        new Response(text, {
          status: request.status,
          headers: contentType ? { 'Content-Type': contentType } : {},
        }),
      );
    };
    request.onerror = () => reject(new TypeError('The upload failed.'));
    request.onabort = () => reject(new DOMException('The upload was aborted.', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send((body ?? null) as XMLHttpRequestBodyInit | null);
  });
}
