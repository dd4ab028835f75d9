/** Fills in the form of a post that `EarlyPosts.astro` has written into the page. */
import { formatDay, relativeTime } from '#lib/domain/dates.ts';
import { FLAIR_CATEGORIES, flairValue, netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import { formatKarma } from '#lib/domain/numbers.ts';
import { tagColors } from '#lib/domain/tag-colors.ts';
import { isPlain } from '#lib/markdown/plain-text.ts';
import { clanPath, playerPath, postPath } from '#lib/paths.ts';
import type { Post, PostParty } from '#lib/schemas/post.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';

/** Whether the screen is a profile, and shows the posts that the player sent. */
export const isProfile = document.documentElement.dataset.screen === 'player';
export const isSentTab = isProfile && new URLSearchParams(location.search).get('tab') === 'sent';

/** The element that the selector finds. Throws when there is none. */
export function find<T extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): T {
  const found = root.querySelector<T>(selector);
  if (found === null) throw new Error(`The form of a post lacks ${selector}.`);
  return found;
}

/** Whether the post can be drawn: a removed or locked one has more parts, and gaps are filled in by the schema. */
export const isOrdinary = ({ title, content, modLocked, readOnly, author, player }: Post): boolean =>
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
  name.href = playerPath(party);
  name.textContent = limitClusters(party.username);
  const tag = find<HTMLAnchorElement>(element, '[data-clan]');
  if (!party.clan) {
    tag.remove();
    return;
  }
  tag.href = clanPath(party.clan);
  tag.textContent = `[${limitClusters(party.clan.tag)}]`;
  for (const [name, color] of Object.entries(tagColors(party.clan.leagueColor)))
    tag.style.setProperty(name, color);
}

/** Keeps of the author, the word "About" and the player what the screen names (`PostParties.tsx`). */
function fillParties(card: HTMLElement, { author, player }: Post): void {
  const [about, by, of] = ['[data-about]', '[data-party=author]', '[data-party=player]'].map((part) =>
    find(card, part),
  ) as [HTMLElement, HTMLElement, HTMLElement];
  fillParty(by, author);
  fillParty(of, player);
  if (!isSentTab) about.remove();
  if (isSentTab) {
    by.remove();
    of.querySelector('svg')?.remove();
  } else if (isProfile) of.remove();
}

/** The classes of one thing by the sign of a rating: negative, neutral, positive. */
export const classOf = (classes: string | undefined, rating: number): string[] =>
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

/** The post as an item of a list, in the form of `EarlyPosts.astro`. */
export function drawPost(post: Post, form: HTMLTemplateElement): HTMLElement {
  const item = document.createElement('li');
  item.append(form.content.cloneNode(true));
  const card = find(item, 'article');
  fillParties(card, post);
  fillFlairs(card, post.flairs, form.dataset);
  const date = new Date(post.createdAt);
  find(card, 'time').textContent = relativeTime(date, Date.now()) ?? formatDay(date);
  const title = find(card, '[data-title]');
  if (title instanceof HTMLAnchorElement) title.href = postPath(post.id);
  title.textContent = limitClusters(post.title.trim());
  fillText(find(card, '[data-text]'), post.content);
  if (!post.battle && !post.replay?.facts)
    for (const part of item.querySelectorAll('[data-battle]')) part.remove();
  return item;
}
