/**
 * The live part of the home page: the latest posts and the week's numbers (Rule 2.33). Without a framework, and like
 * `early-content.ts` without the schemas, which would double it: what is not as expected is absent. It loads once the page is on
 * the screen.
 */
import { formatMedium } from '#lib/domain/dates.ts';
import { knownFeatures } from '#lib/domain/features.ts';
import { formatNumber } from '#lib/domain/numbers.ts';
import { noteReadOnly } from '#lib/domain/read-only.ts';
import type { Stats } from '#lib/schemas/calls/stats.ts';
import type { Post } from '#lib/schemas/post.ts';
import { isVisible } from '#lib/schemas/visible-text.ts';
import { fillPost, find } from './early-drawing.ts';

/** How many posts are shown. */
export const SHOWN = 3;

/** More are requested, because those that do not count are left out. The smallest page of the feed, which caches have. */
const REQUESTED = 10;

const TIMEOUT_MS = 30_000;

/** Sends a request whose path is that of a call in `lib/schemas`. */
async function send(path: string): Promise<Response> {
  const { api = '' } = document.documentElement.dataset;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(api + path, { credentials: 'include', signal });
  noteReadOnly(answer, document.documentElement, storage, Date.now());
  return answer;
}

async function read(path: string): Promise<unknown> {
  const answer = await send(path);
  if (!answer.ok) throw new Error(`${path}: status ${answer.status}.`);
  return answer.json();
}

const attempt = <T>(use: () => T): T | null => {
  try {
    return use();
  } catch {
    return null; // Storage is blocked or full.
  }
};
const storage = {
  get: (key: string) => attempt(() => sessionStorage.getItem(key)),
  set: (key: string, value: string) => void attempt(() => sessionStorage.setItem(key, value)),
};

/** The names of the API's features; none where it lacks the call. */
async function askFeatures(): Promise<readonly string[]> {
  const answer = await send('/api/features');
  if (answer.status === 404) return [];
  const { features } = await answer.json();
  return features.map(String);
}

/** Shows the numbers of the week, if the API has them (Rule 17.23). */
async function showWeek(week: HTMLElement): Promise<void> {
  const features = await knownFeatures(storage, askFeatures);
  if (!features.includes('stats')) return;
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
function redraw(list: HTMLElement, items: readonly Element[]): void {
  const next = document.createElement('ol');
  next.append(...items);
  const times = next.querySelectorAll('time');
  for (const [index, time] of list.querySelectorAll('time').entries())
    time.textContent = times[index]?.textContent ?? '';
  if (list.innerHTML === next.innerHTML) return;
  const focused = list.querySelector<HTMLAnchorElement>(':focus')?.href;
  list.replaceChildren(...items);
  const links = [...list.querySelectorAll('a')];
  links.find(({ href }) => href === focused)?.focus({ preventScroll: true });
}

async function showPosts(section: HTMLElement): Promise<void> {
  const body = (await read(`/api/Post/latest?page=1&pageSize=${REQUESTED}`)) as object;
  // Some APIs have the paging in the body, next to the posts.
  const posts: readonly Post[] = [body, ...Object.values(body)].find(Array.isArray) ?? [];
  const counts = ({ modLocked, held, title, author, player }: Post): boolean =>
    !modLocked && !held && [title, author.username, player.username].every(isVisible);
  const shown = posts.filter(counts).slice(0, SHOWN);
  if (shown.length === 0) throw new Error('No posts.');
  const form = find<HTMLTemplateElement>(section, 'template');
  const items = shown.map((post) => {
    const item = document.createElement('li');
    item.append(fillPost(form, post, 'feed'));
    for (const time of item.querySelectorAll('time')) time.title = formatMedium(time.dateTime);
    return item;
  });
  redraw(find(section, 'ol'), items);
  section.dataset.state = 'shown';
}

/** Loads both parts and draws them. A part that cannot be loaded keeps what it shows, or is absent. */
async function refresh(): Promise<void> {
  const section = document.querySelector<HTMLElement>('[data-live-posts]');
  const week = document.querySelector<HTMLElement>('[data-week]');
  const posts = section && showPosts(section);
  const [outcome] = await Promise.allSettled([posts, week && showWeek(week)]);
  if (section && outcome.status === 'rejected' && section.dataset.state !== 'shown')
    section.dataset.state = 'absent';
}

/** Shows the live part, and again when the user comes back to the page. */
export function startHomeLive(): Promise<void> {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh();
  });
  return refresh();
}
