/** What the scripts that draw early have in common: the answers, and how they change the page. */
import { isPlain } from '#lib/markdown/plain-text.ts';
import { find } from './fill-post.ts';

/** The answer to the early request whose path matches; undefined when there is none, or it failed. */
export async function answerTo(path: RegExp): Promise<unknown> {
  const answers = window.__earlyAnswers ?? {};
  return answers[Object.keys(answers).find((name) => path.test(name)) ?? ''];
}

/**
 * Replaces an element by a changed copy: browsers count elements that move as shifts of the layout, but not those that are
 * new, and the screen would replace them, too.
 */
export function redraw(selector: string, change: (copy: HTMLElement) => void): void {
  const element = find(document, selector);
  const copy = element.cloneNode(true) as HTMLElement;
  change(copy);
  element.replaceWith(copy);
}

/**
 * Loads the markdown parser next to the modules of the screen, which would request it after them, if a text needs it. After the
 * frame with the texts.
 */
export function preloadParser(texts: readonly string[]): void {
  const { parser } = document.querySelector<HTMLElement>('[data-modules]')?.dataset ?? {};
  if (parser === undefined || texts.every(isPlain)) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = parser;
  requestAnimationFrame(() => setTimeout(() => document.head.append(link)));
}

/** For a page without these parts, and an answer that is not as expected: the screen draws, or reports it. */
export const ignore = (): void => {};
