/** Makes elements of an editors' file in the browser. Loaded only when a file is newer than the page. */

import { fateOf, isGarbled, keepsAttribute, mayScroll } from '#lib/content/static-rules.ts';
import { GUIDELINES_FILE, headingCode } from '#lib/domain/heading-code.ts';

interface HtmlPolicy {
  createHTML: (html: string) => string;
}
interface TrustedTypesWindow {
  trustedTypes?: { createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy };
}

const rules: HtmlPolicy = { createHTML: (text) => text };
/** The only place where text becomes HTML: editors' files from the site's own origin. */
const policy =
  (globalThis as TrustedTypesWindow).trustedTypes?.createPolicy('static-content', rules) ?? rules;

function cleanAttributes(element: Element): void {
  for (const attribute of [...element.attributes])
    if (!keepsAttribute(attribute)) element.removeAttribute(attribute.name);
  if (mayScroll(element.localName)) element.setAttribute('tabindex', '0');
}

function cleanElement(element: Element): void {
  const fate = fateOf(element.localName);
  cleanNodes(element);
  if (fate === 'drop') element.remove();
  else if (fate === 'unwrap') element.replaceWith(...element.childNodes);
  else cleanAttributes(element);
}

function cleanNodes(parent: Node): void {
  for (const node of [...parent.childNodes]) {
    if (node instanceof Element) cleanElement(node);
    else if (node.nodeType !== Node.TEXT_NODE) node.remove();
  }
}

/**
 * The file's content as `cleanFragment` of the build has it. Null for a text that is not UTF-8, and for a page of the site: some
 * servers respond with one when the file is missing.
 */
export function readFragment(text: string, url = ''): ChildNode[] | null {
  if (isGarbled(text)) return null;
  const { body, documentElement } = new DOMParser().parseFromString(policy.createHTML(text), 'text/html');
  if ('region' in documentElement.dataset) return null;
  cleanNodes(body);
  if (url.endsWith(`/${GUIDELINES_FILE}`))
    for (const heading of body.querySelectorAll('h2:not([id])'))
      heading.id = headingCode(heading.textContent);
  return [...body.childNodes];
}
