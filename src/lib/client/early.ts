/** Adopts the requests that the page's head script started before any module was loaded. */
import { runtime } from '#lib/runtime.ts';

/** The early answer for an absolute address, once: a second request for it goes out anew. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const requests = runtime.early();
  const answer = requests?.[url];
  if (requests !== undefined) delete requests[url];
  return answer;
}
