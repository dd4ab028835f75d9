/** A profile's lists: tabs, pages and filters, which are part of the address, and what is missing. */
import { beforeEach, expect, it } from 'vitest';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { guid, makeFlags, makePaging, makePlayer, makePost } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';

const PATH = '/player/500000002,Borodino_Gunner';
const PLAYER = 'GET /api/Player/500000002?includeClanInfo=true';
const received = (page: number, filter = '') =>
  `GET /api/Post/500000002/received?page=${page}&pageSize=20${filter}`;
const COOLDOWN = 'GET /api/Post/cooldown?playerId=500000002';
const COUNTED = { postCounts: { received: 1232, sent: 1 } };

const openPage = async () => ({
  ...(await newPage(() => [import('#islands/player-profile/PlayerProfile.tsx')])),
  ...(await import('@testing-library/react')),
});
let page: Awaited<ReturnType<typeof openPage>>;
let platform: FakePlatform;
let unmount: () => void;
let user: object | undefined;

beforeEach(async () => {
  page = await openPage();
  user = undefined;
  return () => unmount();
});

const settle = () => page.act(page.settle);

/** Opens the page of a player with three pages of received posts, one negative post and one sent post. */
async function open(query = '', overrides: Partial<PlayerProfile> = COUNTED, path = PATH): Promise<void> {
  platform = page.fakePlatform(path + query, { user });
  platform.answer('GET /api/Player/500000001?includeClanInfo=true', makePlayer({ id: 500_000_001 }));
  platform.answer(COOLDOWN, { until: null, postsLeft: 1 });
  platform.answer(PLAYER, makePlayer({ id: 500_000_002, username: 'Borodino_Gunner', ...overrides }));
  platform.answer('GET /api/Profile/500000002', makeFlags({ id: 500_000_002 }));
  const list = (request: string, title: string, paging = {}) =>
    platform.answer(request, [makePost({ id: guid(title.length), title })], { paging: makePaging(paging) });
  list(received(1), 'First page', { totalPages: 3 });
  list(received(2), 'Second page', { currentPage: 2, totalPages: 3 });
  list(received(1, '&sign=negative'), 'Negative', { totalItems: 7 });
  list('GET /api/Post/500000002/sent?page=1&pageSize=20', 'Sent by the player');
  list('GET /api/Post/500000002/sent?page=1&pageSize=20&sign=negative', 'Sent, negative');
  const none = { paging: makePaging({ totalItems: 0, totalPages: 0 }) };
  platform.answer(received(1, '&sign=negative&hasReplay=true'), [], none);
  ({ unmount } = page.render(<page.PlayerProfile />));
  await settle();
  await settle();
}

const titles = () => page.screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));
const follow = async (name: RegExp | string) => {
  page.fireEvent.click(page.screen.getByRole('link', { name }));
  await settle();
};
const goBack = async (href: string) => {
  await page.act(async () => platform.goBack(href));
  await settle();
};

it('shows pages of 20 in tabs with their numbers, which are part of the address (Rule 5.6)', async () => {
  await open('?page=2');
  const tabs = page.within(page.screen.getByRole('navigation', { name: 'Posts' }));
  const current = () => tabs.getByRole('link', { current: 'page' }).textContent;
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Received1232', 'Sent1']);
  expect([current(), titles()]).toEqual(['Received1232', ['Second page']]);
  await follow(/^Sent/);
  expect([current(), titles(), platform.address()]).toEqual([
    'Sent1',
    ['Sent by the player'],
    `${PATH}?tab=sent`,
  ]);
  expect(document.title).toContain('Borodino_Gunner · Sent posts');
  await goBack(`${PATH}?page=2`);
  expect(titles()).toEqual(['Second page']);
  const pages = page.screen.getByRole('navigation', { name: 'Received posts, pages' });
  const links = page.within(pages).getAllByRole('link', { name: /^Page \d/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([PATH, `${PATH}?page=2`, `${PATH}?page=3`]);
  await follow('Page 1');
  expect([titles(), platform.address()]).toEqual([['First page'], PATH]);
});

it('filters its posts by the address, counts what is left, and offers all posts (Rules 5.11, 5.15)', async () => {
  await open('?page=2');
  const current = () => page.screen.getByRole('link', { current: true }).textContent;
  expect([current(), page.screen.queryByText(/ of .* posts$/)]).toEqual(['All', null]);
  expect(page.screen.getByRole('link', { name: 'Positive' }).getAttribute('href')).toBe(
    `${PATH}?sign=positive`,
  );
  await follow('Negative');
  expect([current(), titles(), platform.address()]).toEqual([
    'Negative',
    ['Negative'],
    `${PATH}?sign=negative`,
  ]);
  expect(page.screen.getByText('7 of 1,232 posts')).toBeTruthy();
  page.fireEvent.click(page.screen.getByRole('checkbox', { name: 'Has replay' }));
  await settle();
  expect([titles(), platform.address()]).toEqual([[], `${PATH}?sign=negative&hasReplay=true`]);
  expect(page.screen.getByText('No posts found.')).toBeTruthy();
  expect(page.screen.getByText('0 of 1,232 posts')).toBeTruthy();
  await goBack(`${PATH}?sign=negative`);
  expect(titles()).toEqual(['Negative']);
  await follow(/^Sent/);
  expect([titles(), platform.address()]).toEqual([['Sent, negative'], `${PATH}?sign=negative&tab=sent`]);
  await goBack(`${PATH}?sign=negative&hasReplay=true`);
  await follow('Show all posts');
  expect([titles(), platform.address()]).toEqual([['First page'], PATH]);
});

it('has neither numbers nor filters where the API sends no numbers (Rule 5.15)', async () => {
  await open('?sign=negative&hasReplay=true', {});
  expect(titles()).toEqual(['First page']);
  expect(page.screen.queryByRole('checkbox', { name: 'Has replay' })).toBeNull();
  const tabs = page.within(page.screen.getByRole('navigation', { name: 'Posts' }));
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Received', 'Sent']);
});

it.each(['/player/abc', '/player/500000002x,Name', '/player/0,Zero'])(
  'finds no player at %s, without asking (Rule 5.10)',
  async (path) => {
    await open('', {}, path);
    expect(page.screen.getByText('Sorry, no player was found.')).toBeTruthy();
    expect(page.screen.getByRole('link', { name: 'Search players' }).getAttribute('href')).toBe('/player');
    expect(platform.requests.filter((request) => /Player|Post/.test(request))).toEqual([]);
  },
);

it('says what the bars above the received posts are where the header has none', async () => {
  await open();
  expect(page.screen.getByText(/Each bar is a post/)).toBeTruthy();
  expect(page.screen.getByText(/^Last 1:/).textContent).toBe('Last 1: 0 positive, 1 neutral, 0 negative');
});

it('finds no player that the API does not know (Rule 5.10)', async () => {
  platform = page.fakePlatform(PATH);
  platform.answer(PLAYER, { title: 'Not Found' }, { status: 404 });
  platform.answer('GET /api/Profile/500000002', undefined, { status: 404 });
  ({ unmount } = page.render(<page.PlayerProfile />));
  await settle();
  expect(page.screen.getByText('Sorry, no player was found.')).toBeTruthy();
});

it('keeps the header when its posts could not be loaded, and loads them again', async () => {
  await open('?page=2', { ...COUNTED, ribbon: [] });
  platform.answer(received(3), undefined, { status: 503 });
  await follow('Page 3');
  expect(page.screen.getByText('Couldn’t load the posts.')).toBeTruthy();
  expect(page.screen.getByRole('heading', { level: 1 }).textContent).toBe('Borodino_Gunner');
  platform.answer(received(3), [makePost({ title: 'Third page' })], {
    paging: makePaging({ currentPage: 3, totalPages: 3 }),
  });
  page.fireEvent.click(page.screen.getByRole('button', { name: 'Try again' }));
  await settle();
  expect(titles()).toEqual(['Third page']);
});

it('opens a dialog in the press on "New Post", and the editor in place of it (Rule 9.21)', async () => {
  user = {};
  await open();
  page.fireEvent.click(await page.screen.findByRole('button', { name: 'New Post' }));
  const dialog = page.screen.getByRole('dialog', { name: 'Form' });
  expect(page.screen.queryByRole('textbox', { name: /^Title/ })).toBeNull();
  expect(await page.screen.findByRole('textbox', { name: /^Title/ })).toBeTruthy();
  expect(dialog.isConnected).toBe(false);
});

it('opens the editor, which says how many posts are left, and shows when there are none', async () => {
  user = {};
  await open();
  page.fireEvent.click(await page.screen.findByRole('button', { name: 'New Post' }));
  await settle();
  expect(await page.screen.findByText('This is the last post that you can write now.')).toBeTruthy();
  platform.answer(COOLDOWN, { until: new Date(Date.now() + 3_600_000).toISOString(), postsLeft: 0 });
  page.fireEvent.click(page.screen.getByRole('button', { name: 'Cancel' }));
  await settle();
  expect(await page.screen.findByText(/^You must wait until/)).toBeTruthy();
});
