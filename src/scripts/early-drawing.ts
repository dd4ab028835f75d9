/**
 * What the scripts that draw early have in common: the answers, the forms that the build has rendered into the page (`PostForm.tsx`),
 * and how they are filled in.
 */
import { formatRecent } from '#lib/domain/dates.ts';
import { karmaTone } from '#lib/domain/karma.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import { type FaceParty, type PostContext, type PostFace, postFace } from '#lib/domain/post-face.ts';
import { leagueColor, tagColors } from '#lib/domain/tag-colors.ts';
import { withoutMarkup } from '#lib/domain/without-markup.ts';
import { isPlain, plainParagraphs } from '#lib/markdown/plain-text.ts';
import type { Post } from '#lib/schemas/post.ts';
import { limitClusters } from '#lib/schemas/visible-text.ts';

/** The element that the selector finds. When there is none, using it throws, and the screen draws instead. */
export const find = <T extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): T =>
  root.querySelector(selector) as T;

/** Writes a karma value with its colour over the 0 of a form. */
export function fillKarma(element: HTMLElement, value: number): void {
  element.textContent = formatKarma(value);
  element.classList.replace(karmaTone(0), karmaTone(value));
}

function fillLink(link: HTMLAnchorElement, text: string, href: string): void {
  link.href = href;
  link.textContent = limitClusters(text);
}

/** Writes flags over those of the emblems in an element, in their order. */
export function fillEmblems(element: ParentNode, flags: string): void {
  for (const [index, { href }] of element.querySelectorAll('use').entries())
    href.baseVal = `${href.baseVal.slice(0, -1)}${flags[index]}`;
}

/** Writes a clan's tag in the colour of its league. */
export function fillTag(
  element: HTMLElement,
  { tag, leagueColor }: { tag: string; leagueColor: number | null },
): void {
  element.textContent = `[${limitClusters(tag)}]`;
  for (const [property, color] of Object.entries(tagColors(leagueColor)))
    element.style.setProperty(property, color);
}

/** The links of a party. */
export type PartyLinks = [tag: HTMLAnchorElement, name: HTMLAnchorElement];

/** Fills in the links and the hoist of a party, which may be without a clan. */
export function fillParty([tag, name]: PartyLinks, { clan, ...party }: FaceParty): void {
  fillLink(name, party.name, party.href);
  const hoist = find(tag.parentNode as ParentNode, 'path');
  if (clan === null) {
    tag.remove();
    hoist.remove();
    return;
  }
  tag.href = clan.href;
  fillTag(tag, clan);
  hoist.style.fill = leagueColor(clan.leagueColor) ?? '';
}

function fillTime(time: HTMLTimeElement, moment: string): void {
  const date = new Date(moment);
  time.dateTime = date.toISOString();
  time.textContent = formatRecent(date, Date.now());
}

/** Writes the sum, and replaces the ratings of the form by those of the post. */
function fillFlairs(card: HTMLElement, { net, flairs }: PostFace): void {
  fillKarma(find(card, 'li :last-child'), net);
  const chips = flairs.map(({ name, word }) => {
    const chip = find(card, `li[class*=${word}]`).cloneNode(true);
    chip.lastChild?.previousSibling?.replaceWith(name);
    return chip;
  });
  find(card, 'ul').replaceChildren(find(card, 'li'), ...chips);
}

/** Writes a text without its format, which appears when the parser has loaded, in place of the paragraph. */
export function fillText(sample: HTMLElement, content: string): void {
  const paragraphs = plainParagraphs(withoutMarkup(content)).map(({ children }) => {
    const paragraph = sample.cloneNode() as HTMLElement;
    paragraph.append(
      ...children.map((part) => (part.type === 'text' ? part.text : document.createElement('br'))),
    );
    return paragraph;
  });
  sample.replaceWith(...paragraphs);
}

/** A copy of the form with the post, as `PostCard` shows it in this context. Throws when the post is not as expected. */
export function fillPost(form: HTMLTemplateElement, post: Post, context: PostContext): DocumentFragment {
  const copy = document.importNode(form.content, true);
  const card = find(copy, 'article');
  const face = postFace(post, context);
  card.dataset.tone = face.tone;
  card.setAttribute('aria-label', limitClusters(face.title));
  const links = [...card.querySelectorAll<HTMLAnchorElement>('header a')];
  const parties = [face.author, face.player].filter((party) => party !== null);
  for (const party of parties) fillParty(links.splice(0, 2) as PartyLinks, party);
  fillEmblems(card, parties.map(({ emblem }) => emblem).join(''));
  const [written, edited] = card.querySelectorAll('time');
  if (written) fillTime(written, post.createdAt);
  // The original API sends the year 1 for "never".
  if (edited && post.updatedAt?.[0] === '2') fillTime(edited, post.updatedAt);
  else edited?.parentElement?.remove();
  fillFlairs(card, face);
  const title = find(card, 'h2 a, h3 a, h1');
  title.textContent = limitClusters(face.title);
  if (face.href) title.setAttribute('href', face.href);
  const text = card.querySelector<HTMLElement>('div p');
  if (text) {
    fillText(text, post.content);
    if (face.href && post.battle?.thumbnail) card.dataset.pictured = '';
  }
  if (!post.battle && !post.replay?.facts)
    for (const part of copy.querySelectorAll('[data-battle]')) part.remove();
  return copy;
}

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
