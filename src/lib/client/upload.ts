/** A request with upload progress, which `fetch` does not report. Loaded when a form with a file is sent. */
import { runtime } from '#lib/runtime.ts';

const EMPTY_STATUSES = new Set([204, 205, 304]);

/**
 * The API ends uploads that stand still for this long, in milliseconds, or carry less than
 * this, in bytes per second (rule 17.10).
 */
const SLOW = { ms: 30_000, rate: 16_000 };

/**
 * Sends a request like `fetch`; `onProgress` gets the share of the body sent so far, 0 to 1. An upload that the API ended as
 * too slow resolves to 408, even if the browser hides the answer.
 */
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
    const started = runtime.now();
    let [sent, total] = [0, 0];
    // A body that was sent as a whole may have been stored.
    const isLate = (): boolean => sent < total && runtime.now() - started >= SLOW.ms;
    const endAsSlow = (): void => {
      resolve(new Response(null, { status: 408 }));
      request.abort();
    };
    request.upload.onprogress = (event) => {
      // Firefox sends the form again after a 408, up to ten times.
      if (event.loaded < sent && isLate()) return endAsSlow();
      [sent, total] = [Math.max(sent, event.loaded), event.total];
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
    request.onerror = () => {
      const seconds = (runtime.now() - started) / 1_000;
      // Firefox has no answer when the connection ends before all is sent.
      if (isLate() && sent < SLOW.rate * seconds) endAsSlow();
      else reject(new TypeError('The upload failed.'));
    };
    request.onabort = () => reject(new DOMException('The upload was aborted.', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send((body ?? null) as XMLHttpRequestBodyInit | null);
  });
}
