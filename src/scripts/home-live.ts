/**
 * The live part of the home page: the latest praise with its battle, who was praised, and the week's numbers (Rules 2.33, 30.70
 * and 30.71). Without a framework, and like `early-content.ts` without the schemas, which would double it: what is not as
 * expected is absent. It loads once the page is on the screen.
 */
import { captionOf } from '#lib/domain/caption.ts';
import { formatDateTime } from '#lib/domain/dates.ts';
import { knownFeatures } from '#lib/domain/features.ts';
import { signOf } from '#lib/domain/flairs.ts';
import { formatNumber } from '#lib/domain/numbers.ts';
import { faceParty } from '#lib/domain/post-face.ts';
import { noteReadOnly } from '#lib/domain/read-only.ts';
import { tagColors } from '#lib/domain/tag-colors.ts';
import { oneLine } from '#lib/domain/without-markup.ts';
import { postPath } from '#lib/paths.ts';
import type { Praised } from '#lib/schemas/calls/praised.ts';
import type { Stats } from '#lib/schemas/calls/stats.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { Battle } from '#lib/schemas/replay.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';
import { thumbnailPath } from '#lib/thumbnail-url.ts';
import { attempt } from './attempt.ts';
import { fillEmblems, fillFace, fillParty, find, type PartyLinks } from './early-drawing.ts';

/** APIs without the filter by sign send other posts, too. */
const PRAISE = '/api/Post/latest?page=1&pageSize=4&sign=positive&hasReplay=true';

/** At least 20 characters up to the end of a sentence. */
const SENTENCE = /^.{20,}?(?:[.!?…]+\W?(?=\s|$)|[。！？])/su;

const TIMEOUT_MS = 30_000;

const apiOrigin = (): string => document.documentElement.dataset.api ?? '';

/** Sends a request whose path is that of a call in `lib/schemas`. */
async function send(path: string): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(apiOrigin() + path, { credentials: 'include', signal });
  noteReadOnly(answer, document.documentElement, storage, Date.now());
  return answer;
}

async function read(path: string): Promise<unknown> {
  const answer = await send(path);
  if (!answer.ok) throw new Error(`${path}: status ${answer.status}.`);
  return answer.json();
}

const storage = {
  get: (key: string) => attempt(() => sessionStorage.getItem(key)),
  set: (key: string, value: string) => attempt(() => sessionStorage.setItem(key, value)),
};

type Features = Promise<readonly string[]>;

/** The names of the API's features; none where it lacks the call. */
async function askFeatures(): Features {
  const answer = await send('/api/features');
  if (answer.status === 404) return [];
  const { features } = await answer.json();
  return features.map(String);
}

/** Shows the numbers of the week, if the API has them (Rule 17.23). */
async function showWeek(week: HTMLElement, features: Features): Promise<void> {
  if (!(await features).includes('stats')) return;
  const stats = (await read('/api/Stats')) as Stats;
  if ([stats.posts, stats.players, stats.clans].every(Number.isSafeInteger))
    week.replaceChildren(weekText(stats));
}

const counted = (count: number, one: string): string =>
  `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;

/** The week in one sentence, such as "1,234 posts · 567 players · 89 clans in the last 7 days". */
export const weekText = ({ posts, players, clans }: Stats): string =>
  `${counted(posts, 'post')} · ${counted(players, 'player')} · ${counted(clans, 'clan')} in the last 7 days`;

/** Shows the items. Where only ages changed, the elements stay, with the focus and the selection in them. */
function redraw(part: HTMLElement, items: readonly Node[]): void {
  const place = find(part, '[data-place]');
  const next = place.cloneNode() as HTMLElement;
  next.append(...items);
  const times = next.querySelectorAll('time');
  for (const [index, time] of place.querySelectorAll('time').entries())
    time.textContent = times[index]?.textContent ?? '';
  if (place.innerHTML === next.innerHTML) return;
  const focused = place.querySelector<HTMLAnchorElement>(':focus')?.href;
  place.replaceChildren(...next.children);
  const links = [...place.querySelectorAll('a')];
  links.find(({ href }) => href === focused)?.focus({ preventScroll: true });
}

/** Fills in the caption of a picture, whose form has a sinking of both. */
function fillCaption(caption: HTMLElement, battle: Battle): void {
  const entries = captionOf(battle);
  for (const element of [...caption.children]) {
    const { sunk, by } = entries.find(({ part }) => element.textContent.includes(part)) ?? {};
    const words = find(element, 'span');
    find(element, 'bdi').textContent = limitClusters(by ?? '');
    if (sunk) words.lastChild?.replaceWith(`\u00a0${sunk}`);
    else (sunk === '' ? words : element).remove();
  }
}

/** Adds what a card of the home page has besides: a sentence, a link to the battle, and its picture where there is one. */
function fillBattle(card: DocumentFragment, { id, content, replayId, battle }: Post): void {
  const text = oneLine(content);
  find(card, '[data-sentence]').textContent = limitClusters(SENTENCE.exec(text)?.[0] ?? text);
  const links = card.querySelectorAll<HTMLAnchorElement>('[href="#replay"]');
  for (const link of links) link.href = `${postPath(id)}#replay`;
  if (!replayId || !battle?.thumbnail) {
    find(card, '.live-ground').remove();
    links[1]?.replaceChildren('See the replay');
    return;
  }
  const { version, width, height } = battle.thumbnail;
  fillCaption(find(card, '.live-ground p'), battle);
  const image = find<HTMLImageElement>(card, 'img');
  const canvas = find<HTMLCanvasElement>(card, 'canvas');
  Object.assign(canvas, { width, height });
  // Browsers do not count what is drawn on a canvas as the largest paint.
  image.onload = () => canvas.getContext('2d')?.drawImage(image, 0, 0);
  image.src = apiOrigin() + thumbnailPath(replayId, version);
}

/** Whether home may show the post: never one that criticises. */
const isPraise = ({ modLocked, held, flairs, title, author, player }: Post): boolean =>
  ![modLocked, held, author.hidden, player.hidden].some(Boolean) &&
  signOf(flairs) > 0 &&
  [title, author.username, player.username].every(isVisible);

/** Shows the latest praise, at best one whose replay shows both. */
async function showPraise(part: HTMLElement): Promise<void> {
  const body = (await read(PRAISE)) as object;
  // Some APIs have the paging in the body, next to the posts.
  const posts: readonly Post[] = [body, ...Object.values(body)].find(Array.isArray) ?? [];
  const praise = posts.filter(isPraise);
  const post = praise.find(({ battle }) => battle?.thumbnail && battle.author && battle.player) ?? praise[0];
  if (!post) return;
  const card = fillFace(find<HTMLTemplateElement>(part, 'template'), post, 'feed', tagColors);
  for (const time of card.querySelectorAll('time')) time.title = formatDateTime(time.dateTime);
  fillBattle(card, post);
  redraw(part, [card]);
}

/** Shows who was praised this week, if the API lists them. The invitation stays in what is left. */
async function showPraised(part: HTMLElement, features: Features): Promise<void> {
  if (!(await features).includes('praised')) return;
  const { players } = (await read('/api/Praised')) as Praised;
  const form = find<HTMLTemplateElement>(part, 'template');
  const named = players.filter(({ username }) => isVisible(username));
  const rows = named.map(({ praise, ...player }) => {
    const row = document.importNode(form.content, true);
    const party = faceParty(player);
    const figure = find(row, 'b');
    fillParty([...row.querySelectorAll('a')] as PartyLinks, party, tagColors);
    fillEmblems(row, party.emblem);
    figure.textContent = formatNumber(praise);
    if (praise === 1) figure.nextSibling?.replaceWith(' player');
    return row;
  });
  redraw(part, rows);
}

/** Loads all parts and draws them. A part that cannot be loaded keeps what it shows: at first, its invitation. */
async function refresh(): Promise<void> {
  const features = knownFeatures(storage, askFeatures);
  const show = async (selector: string, draw: typeof showPraised): Promise<void> => {
    const part = find(document, selector);
    await draw(part, features).catch(() => {});
    delete part.dataset.waiting;
  };
  await Promise.all([
    show('[data-live=praise]', showPraise),
    show('[data-live=praised]', showPraised),
    show('[data-week]', showWeek),
  ]);
}

/** Shows the live part, and again when the user comes back to the page. */
export function startHomeLive(): Promise<void> {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh();
  });
  return refresh();
}
