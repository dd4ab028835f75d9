/**
 * Draws the first posts of a screen, and a profile's name and total, from the answers to the early requests, so that there is
 * something to read before the code of the screen has loaded (Rule 2.47). `astro.config.mjs` compiles it, without the
 * framework and the schemas, into a script at the end of the page; `EarlyPosts.astro` has the form of a post. The screen then
 * draws the same in the same places. What is not as expected keeps its outline until then.
 */
import { FLAIR_CATEGORIES, flairValue, netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import { formatDay } from '#lib/domain/format.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import { relativeTime } from '#lib/domain/relative-time.ts';
import { tagColors } from '#lib/domain/tag-colors.ts';
import { isPlain } from '#lib/markdown/plain-text.ts';
import { paths } from '#lib/paths.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import type { Post, PostParty } from '#lib/schemas/post.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';

/** Least height of a post, in pixels: no more are drawn than fit into the window. */
const POST_MIN_HEIGHT = 150;
/** A text that shows more lines is cut, as in `use-fold.ts`. */
const LINES_MAX = 6.4;

/** The answer to the early request whose path matches; undefined when there is none, or it failed. */
async function answerTo(path: RegExp): Promise<unknown> {
  const answers = Object.entries(window.__earlyAnswers ?? {});
  return answers.find(([name]) => path.test(name))?.[1];
}

function find<T extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): T {
  const found = root.querySelector<T>(selector);
  if (found === null) throw new Error(`The form of a post lacks ${selector}.`);
  return found;
}

/** Whether the post can be drawn: a removed or locked one has more parts, and gaps are filled in by the schema. */
const isOrdinary = ({ title, content, modLocked, readOnly, author, player }: Post): boolean =>
  [title, content, author.username, player.username].every(isVisible) && !modLocked && !readOnly;

/** The text without most of markdown's signs. Its format appears when the parser has loaded. */
const withoutMarkup = (text: string): string =>
  text
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\d+[.)]) +/gm, '')
    .replace(/\*+|~~|`+|(?<!\w)_+|_+(?!\w)/g, '');

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.dir = 'auto';
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) element.append(document.createElement('br'));
    element.append(limitClusters(line));
  }
  return element;
}

function fillText(element: HTMLElement, content: string): void {
  const paragraphs = (isPlain(content) ? content : withoutMarkup(content)).split(/\n{2,}/);
  const texts = paragraphs.map((text) => text.trim()).filter(isVisible);
  element.append(...texts.map(paragraph));
}

function fillParty(element: HTMLElement, party: PostParty): void {
  const name = find<HTMLAnchorElement>(element, '[data-name]');
  name.href = paths.player(party);
  name.textContent = limitClusters(party.username);
  const tag = find<HTMLAnchorElement>(element, '[data-clan]');
  if (!party.clan) {
    tag.remove();
    return;
  }
  tag.href = paths.clan(party.clan);
  tag.textContent = `[${limitClusters(party.clan.tag)}]`;
  for (const [name, color] of Object.entries(tagColors(party.clan.leagueColor)))
    tag.style.setProperty(name, color);
}

/** Keeps of the author, the word "About" and the player what the screen names (`PostParties.tsx`). */
function fillParties(card: HTMLElement, { author, player }: Post): void {
  const isProfile = document.documentElement.dataset.screen === 'player';
  const isSent = isProfile && new URLSearchParams(location.search).get('tab') === 'sent';
  const [about, by, of] = ['[data-about]', '[data-party=author]', '[data-party=player]'].map((part) =>
    find(card, part),
  ) as [HTMLElement, HTMLElement, HTMLElement];
  fillParty(by, author);
  fillParty(of, player);
  if (!isSent) about.remove();
  if (isSent) {
    by.remove();
    of.querySelector('svg')?.remove();
  } else if (isProfile) of.remove();
}

/** The classes of one thing by the sign of a rating: negative, neutral, positive. */
const classOf = (classes: string | undefined, rating: number): string[] =>
  ((classes ?? '').split(',')[Math.sign(rating) + 1] ?? '').split(' ').filter(Boolean);

function fillFlairs(card: HTMLElement, packed: number, { cards, chips, tones }: DOMStringMap): void {
  const flairs = parseFlairs(packed);
  const net = netFlair(flairs);
  card.classList.add(...classOf(cards, net));
  const sum = find(card, '[data-net]');
  sum.textContent = formatKarma(net);
  sum.classList.add(...classOf(tones, net));
  for (const category of FLAIR_CATEGORIES) {
    const value = flairValue(flairs[category]);
    const chip = find(card, `[data-flair=${category}]`);
    chip.classList.add(...classOf(chips, value));
    for (const [index, icon] of [...chip.querySelectorAll('svg')].entries())
      if (index !== value + 1) icon.remove();
  }
}

function drawPost(post: Post, form: HTMLTemplateElement): HTMLElement {
  const item = document.createElement('li');
  item.append(form.content.cloneNode(true));
  const card = find(item, 'article');
  fillParties(card, post);
  fillFlairs(card, post.flairs, form.dataset);
  const date = new Date(post.createdAt);
  find(card, 'time').textContent = relativeTime(date, Date.now()) ?? formatDay(date);
  const title = find(card, '[data-title]');
  if (title instanceof HTMLAnchorElement) title.href = paths.post(post.id);
  title.textContent = limitClusters(post.title.trim());
  fillText(find(card, '[data-text]'), post.content);
  if (!post.battle && !post.replay?.facts)
    for (const part of item.querySelectorAll('[data-battle]')) part.remove();
  return item;
}

/** Cuts long texts, as the screen will. */
function foldLongTexts(): void {
  const { folded } = find<HTMLTemplateElement>(document, '[data-early-posts] template').dataset;
  for (const text of document.querySelectorAll<HTMLElement>('[data-early-posts] [data-text]')) {
    const { lineHeight } = getComputedStyle(text);
    if (folded && text.offsetHeight > LINES_MAX * Number.parseFloat(lineHeight))
      text.parentElement?.classList.add(folded);
  }
}

/**
 * Replaces an element by a changed copy: browsers count elements that move as shifts of the layout, but not those that are
 * new, and the screen would replace them, too.
 */
function redraw(selector: string, change: (copy: HTMLElement) => void): void {
  const element = find(document, selector);
  const copy = element.cloneNode(true) as HTMLElement;
  change(copy);
  element.replaceWith(copy);
}

/** Loads the markdown parser next to the modules of the screen, which would request it after them. */
function preloadParser(): void {
  const { parser } = document.querySelector<HTMLElement>('template[data-modules]')?.dataset ?? {};
  if (parser === undefined) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = parser;
  document.head.append(link);
}

async function drawPosts(): Promise<void> {
  const answer = await answerTo(/^\/api\/Post\//);
  if (answer === undefined || answer === null) return;
  const posts = Array.isArray(answer) ? answer : [(answer as { model?: Post }).model];
  const strange = posts.findIndex((post) => !isOrdinary(post));
  const ordinary = posts.slice(0, strange < 0 ? undefined : strange);
  if (ordinary.length === 0) return;
  redraw('[data-early-posts]', (place) => {
    const form = find<HTMLTemplateElement>(place, 'template');
    const outlines = [...find(place, '[aria-hidden]').children];
    const count = Math.min(Math.ceil(window.innerHeight / POST_MIN_HEIGHT), outlines.length);
    const items = ordinary.slice(0, count).map((post) => drawPost(post, form));
    const list = document.createElement('ol');
    list.className = 'stack';
    list.append(...items);
    form.after(list);
    for (const outline of outlines.slice(0, items.length)) outline.remove();
    place.querySelector('[data-heading]')?.remove();
  });
  foldLongTexts();
  // After the frame with the posts.
  if (!posts.every(({ content }) => isPlain(content))) requestAnimationFrame(() => setTimeout(preloadParser));
}

async function drawPlayer(): Promise<void> {
  const player = (await answerTo(/^\/api\/Player\//)) as PlayerProfile | undefined;
  if (!player || !isVisible(player.username)) return;
  const { siteKarma, gameKarma, optedOut, wgHidden } = player;
  redraw('[data-early-profile]', (place) => {
    find(place, '[data-early-name]').textContent = limitClusters(player.username);
    if (siteKarma === null || gameKarma === null || optedOut || wgHidden) return;
    const total = find(place, '[data-early-total]');
    total.textContent = formatKarma(siteKarma + gameKarma);
    total.classList.add(...classOf(total.dataset.tones, siteKarma + gameKarma));
  });
}

/** A page without these parts, and an answer that is not as expected: the screen draws, or reports it. */
const ignore = (): void => {};

drawPosts().catch(ignore);
drawPlayer().catch(ignore);
