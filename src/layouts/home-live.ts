/**
 * The live part of the home page: the latest posts and the week's numbers (Rule 2.33). It is compiled apart from the screens
 * (`src/build/later-module.ts`), without a framework, and loads once the page is on the screen.
 */
import { unwrapPagedBody } from '#lib/client/paging.ts';
import { FLAIR_CATEGORIES, flairValue, parseFlairs } from '#lib/domain/flairs.ts';
import { formatDay, formatMedium, toDate } from '#lib/domain/format.ts';
import { formatNumber } from '#lib/domain/numbers.ts';
import { relativeTime } from '#lib/domain/relative-time.ts';
import { paths } from '#lib/paths.ts';
import type { Call, ResponseOf } from '#lib/schemas/call.ts';
import { listLatestPosts } from '#lib/schemas/calls/post.ts';
import { getStats, type Stats } from '#lib/schemas/calls/stats.ts';
import { type Post, postTitle } from '#lib/schemas/post.ts';

/** How many posts are shown. */
export const SHOWN = 3;

/** More are requested, because moderators also get removed posts. The smallest page of the feed, which caches have. */
const REQUESTED = 10;

const TIMEOUT_MS = 30_000;

async function read<C extends Call & { response: object }>(call: C, query = ''): Promise<ResponseOf<C>> {
  const { api = '' } = document.documentElement.dataset;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(api + call.path + query, { credentials: 'include', signal });
  if (!answer.ok) throw new Error(`${call.path}: status ${answer.status}.`);
  const body: unknown = await answer.json();
  return call.response?.parse(call.paged ? unwrapPagedBody(body).items : body) as ResponseOf<C>;
}

type Child = Node | string;

function element(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: Child[]
): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function timeOf(moment: string): Child {
  const date = toDate(moment);
  if (date === null) return '';
  const attributes = { datetime: date.toISOString(), title: formatMedium(date) };
  return element('time', attributes, relativeTime(date, Date.now()) ?? formatDay(date));
}

const partiesOf = ({ author, player }: Post): HTMLElement =>
  element(
    'span',
    { class: 'live-parties' },
    element('bdi', {}, author.username),
    element('span', { 'aria-hidden': 'true' }, ' → '),
    element('span', { class: 'visually-hidden' }, ' about '),
    element('bdi', {}, player.username),
  );

/** The ratings that are not neutral, such as "Teamplay −1". */
function flairsOf(post: Post): Child[] {
  const flairs = parseFlairs(post.flairs);
  const rated = FLAIR_CATEGORIES.filter((category) => flairs[category] !== null);
  if (rated.length === 0) return [element('span', { class: 'warning' }, 'No rating')];
  return rated.map((category) => {
    const [tone, value] = flairValue(flairs[category]) > 0 ? ['positive', '+1'] : ['negative', '−1'];
    return element(
      'span',
      { class: tone },
      `${category.replace(/^./, (first) => first.toUpperCase())} ${value}`,
    );
  });
}

const postLine = (post: Post): HTMLElement =>
  element(
    'li',
    {},
    element(
      'a',
      { class: 'live-post', href: paths.post(post.id) },
      element('span', { class: 'live-top' }, partiesOf(post), timeOf(post.createdAt)),
      element('strong', { class: 'live-title', dir: 'auto' }, postTitle(post)),
      element('span', { class: 'live-facts' }, ...flairsOf(post)),
    ),
  );

const counted = (count: number, one: string): string =>
  `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;

/** The week in one sentence, such as "1,234 posts · 567 players · 89 clans in the last 7 days". */
export const weekText = ({ posts, players, clans }: Stats): string =>
  `${counted(posts, 'post')} · ${counted(players, 'player')} · ${counted(clans, 'clan')} in the last 7 days`;

async function showPosts(section: HTMLElement): Promise<void> {
  const posts = await read(listLatestPosts, `?page=1&pageSize=${REQUESTED}`);
  const shown = posts.filter(({ modLocked }) => !modLocked).slice(0, SHOWN);
  if (shown.length === 0) throw new Error('No posts.');
  section.querySelector('ol')?.replaceChildren(...shown.map(postLine));
  section.dataset.state = 'shown';
}

/** Loads both parts and draws them. A part that cannot be loaded keeps what it shows, or is absent. */
async function refresh(): Promise<void> {
  const section = document.querySelector<HTMLElement>('[data-live-posts]');
  const week = document.querySelector<HTMLElement>('[data-week]');
  const posts = section && showPosts(section);
  const stats = week && read(getStats).then((numbers) => week.replaceChildren(weekText(numbers)));
  const [outcome] = await Promise.allSettled([posts, stats]);
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
