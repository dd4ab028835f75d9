/**
 * Refreshes the editors' files that are baked into a page: loads each file, and replaces the baked text if the file has
 * changed since the build. After a failure the baked text stays.
 */
import { isFragment, staticHash } from '#lib/content/static-hash.ts';

interface HtmlPolicy {
  createHTML: (html: string) => string;
}
interface TrustedTypesWindow {
  trustedTypes?: { createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy };
}

let policy: HtmlPolicy | undefined;

/** The only place where text becomes HTML: editors' files from the site's own origin. */
function trust(html: string): string {
  const rules: HtmlPolicy = { createHTML: (text) => text };
  policy ??= (globalThis as TrustedTypesWindow).trustedTypes?.createPolicy('static-content', rules) ?? rules;
  return policy.createHTML(html);
}

/** The part of `fetch` that is used here. */
type Request = (url: string, options: RequestInit) => Promise<Response>;

async function refresh(element: HTMLElement, request: Request): Promise<void> {
  const { static: url = '', hash } = element.dataset;
  const answer = await request(url, { cache: 'no-cache' });
  if (!answer.ok) return;
  const text = await answer.text();
  const fresh = staticHash(text);
  if (fresh === hash || !isFragment(text)) return;
  element.innerHTML = trust(text);
  element.dataset.hash = fresh;
}

/**
 * Refreshes every element with `data-static` (the file's address) and `data-hash` (the fingerprint of the baked text).
 * Resolves when all are done; never rejects.
 */
export async function refreshStaticContent(root: ParentNode, request: Request): Promise<void> {
  const elements = [...root.querySelectorAll<HTMLElement>('[data-static]')];
  await Promise.allSettled(elements.map((element) => refresh(element, request)));
}
