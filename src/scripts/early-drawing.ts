/**
 * Shared by the scripts that draw early: the answers, the forms that the build has rendered into the page
 * (`PostForm.tsx`), and how they are filled in.
 */
import { heldReasons } from '#lib/domain/advice/badges.ts';
import { formatRecent } from '#lib/domain/dates.ts';
import { karmaTone } from '#lib/domain/karma.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import { type FaceParty, type PostContext, type PostFace, postFace } from '#lib/domain/post-face.ts';
import { knownTagColors, leagueColor, type tagColors } from '#lib/domain/tag-colors.ts';
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
    if (flags[index]) href.baseVal = `${href.baseVal.slice(0, -1)}${flags[index]}`;
}

/** Writes a clan's tag in the colour of its league, for which `colorsOf` has the properties. */
export function fillTag(
  element: HTMLElement,
  { tag, leagueColor }: { tag: string; leagueColor: number | null },
  colorsOf: typeof tagColors,
): void {
  element.textContent = `[${limitClusters(tag)}]`;
  for (const [property, color] of Object.entries(colorsOf(leagueColor)))
    element.style.setProperty(property, color);
}

/** The links of a party. */
export type PartyLinks = [tag: HTMLAnchorElement, name: HTMLAnchorElement];

/** Fills in the links and the hoist of a party, which may be without a clan. */
export function fillParty(
  [tag, name]: PartyLinks,
  { clan, ...party }: FaceParty,
  colorsOf: typeof tagColors,
): void {
  fillLink(name, party.name, party.href);
  const hoist = find(tag.parentNode as ParentNode, 'path');
  if (clan === null) {
    tag.remove();
    hoist.remove();
    return;
  }
  tag.href = clan.href;
  fillTag(tag, clan, colorsOf);
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
    const chip = find(card, `[data-word=${word}]`).cloneNode(true);
    chip.lastChild?.previousSibling?.replaceWith(name);
    return chip;
  });
  find(card, 'ul').replaceChildren(find(card, 'li'), ...chips);
}

/** A copy of the form with the outside of a post's card in this context. Throws when the post is not as expected. */
export function fillFace(
  form: HTMLTemplateElement,
  post: Post,
  context: PostContext,
  colorsOf: typeof tagColors,
): DocumentFragment {
  const copy = document.importNode(form.content, true);
  const card = find(copy, 'article');
  const face = postFace(post, context);
  card.dataset.tone = face.tone;
  card.setAttribute('aria-label', limitClusters(face.title));
  const links = [...card.querySelectorAll<HTMLAnchorElement>('header a')];
  const parties = [face.author, face.player].filter((party) => party !== null);
  for (const party of parties) fillParty(links.splice(0, 2) as PartyLinks, party, colorsOf);
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
  return copy;
}

/** The signs of headings, quotes, lists and tables at the starts of lines. */
const STRUCTURE = /^[ >#|*+-]+ /gm;
/** Bold, italics, a link and an address between spaces and punctuation, where their signs have one meaning. */
const SPAN =
  /(?<![^\s(])(?:(\*\*?|__?)([^*]{1,500}?)\1|\[([^[\]]+)\]\((?=https?:)[^\s()]+\)|https?:\/\/[a-z\d][\w./?=%-]*[a-z\d/])(?=[.,;:!?)]*(?!\S))/g;

/** Writes bold, italics, links without an address, and breaks; the rest as typed. */
function write(element: HTMLElement, text: string): void {
  let end = 0;
  const writeLines = (until?: number): void => {
    for (const line of text.slice(end, until).split(/(\n)/))
      element.append(line === '\n' ? document.createElement('br') : limitClusters(line));
  };
  for (const { 0: span, 1: sign, 2: inner, 3: label, index } of text.matchAll(SPAN)) {
    writeLines(index);
    end = index + span.length;
    const part = document.createElement(sign ? (sign[1] ? 'strong' : 'em') : 'a');
    const content = inner ?? label;
    if (content) write(part, content);
    else part.append(span);
    element.append(part);
  }
  writeLines();
}

/**
 * Writes a text in place of the sample of a paragraph: exactly as the screen will, if it has
 * no other formats than `write` draws.
 */
export function fillText(sample: HTMLElement, content: string): void {
  for (const text of content.replace(/[ \r]*\n/g, '\n').split(/\n{2,}/)) {
    const paragraph = sample.cloneNode() as HTMLElement;
    write(paragraph, text.replace(STRUCTURE, '').trim());
    if (paragraph.textContent) sample.before(paragraph);
  }
  sample.remove();
}

/** Removes what only other posts have, and says why a held one waits. */
function fillMarks(copy: DocumentFragment, post: Post): void {
  const card = find(copy, 'article');
  const { modLocked } = post;
  const isHeld = post.held && !modLocked;
  if (isHeld) find(card, 'strong').append(heldReasons(post));
  else delete card.dataset.held;
  const parts = {
    'header strong': isHeld,
    'p.negative,p.soft': modLocked,
    'p.warning': post.readOnly && !modLocked,
    '[data-battle]': post.battle || post.replay?.facts,
  };
  for (const [selector, belongs] of Object.entries(parts))
    for (const part of belongs ? [] : copy.querySelectorAll(selector)) part.remove();
}

/** A copy of the form with the post, as `PostCard` shows it in this context. Throws when the post is not as expected. */
export function fillPost(form: HTMLTemplateElement, post: Post, context: PostContext): DocumentFragment {
  const copy = fillFace(form, post, context, knownTagColors);
  fillText(find(copy, 'div p'), post.content);
  if (context !== 'single' && post.battle?.thumbnail) find(copy, 'article').dataset.pictured = '';
  fillMarks(copy, post);
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

/** Most texts that need the parser. The screen loads it for the others. */
const MARKUP = /[*`[<>&#|~\\]|^[-+\d]|:\/\//m;

/**
 * Loads the files that these texts, and a screen with their posts, need next to the modules of the screen, which would request
 * them later. `finish-pages.ts` lists them. After the frame with the answer.
 */
export function preloadLater(texts: readonly (Partial<Post> & { content: string })[]): void {
  const { replayId, replayState } = texts[0] ?? {};
  const lists = [
    texts.some(({ content }) => MARKUP.test(content)) && 'parser',
    'parts',
    replayId && 'replay',
    // Without a video, the battle player shows by itself.
    replayId && !replayState && 'battle',
  ];
  const add = (list: unknown): void =>
    document.head.append(
      document.querySelector<HTMLTemplateElement>(`template[data-${list}]`)?.content ?? '',
    );
  requestAnimationFrame(() => setTimeout(() => lists.forEach(add)));
}

/** For a page without these parts, and an answer that is not as expected: the screen draws, or reports it. */
export const ignore = (): void => {};
