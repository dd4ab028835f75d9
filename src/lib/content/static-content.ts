/**
 * Refreshes the editors' files that are baked into a page: loads each file, and replaces the baked text if the file has
 * changed since the build. After a failure the baked text stays.
 */
import type * as fragment from '#lib/content/static-fragment.ts';
import { staticHash } from '#lib/content/static-hash.ts';

/** The part of `fetch` that is used here. */
type Request = (url: string, options: RequestInit) => Promise<Response>;
/** Loads the code that reads a newer file. */
type LoadReader = () => Promise<Pick<typeof fragment, 'readFragment'>>;

async function refresh(element: HTMLElement, request: Request, loadReader: LoadReader): Promise<void> {
  const { static: url = '', hash } = element.dataset;
  const answer = await request(url, { cache: 'no-cache' });
  if (!answer.ok) return;
  const text = await answer.text();
  const fresh = staticHash(text);
  if (fresh === hash) return;
  const nodes = (await loadReader()).readFragment(text, url);
  if (nodes === null) return;
  element.replaceChildren(...nodes);
  element.dataset.hash = fresh;
}

/**
 * Refreshes every element with `data-static` (the file's address) and `data-hash` (the fingerprint of the baked text).
 * Resolves when all are done; never rejects.
 */
export async function refreshStaticContent(
  root: ParentNode,
  request: Request,
  loadReader: LoadReader,
): Promise<void> {
  const elements = [...root.querySelectorAll<HTMLElement>('[data-static]')];
  await Promise.allSettled(elements.map((element) => refresh(element, request, loadReader)));
}
