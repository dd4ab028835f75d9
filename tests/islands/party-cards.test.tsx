/** The cards of a post's author and player (Rule 30.31), and more posts about and by them (Rule 30.80). */
import { expect, it, onTestFinished } from 'vitest';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { guid, makePlayer, makePost } from '#tests/support/builders.ts';
import { newPage } from '#tests/support/new-page.ts';

const ID = guid(1);
const CLAN = { id: 7, tag: 'WAVES', name: 'Rolling Waves', leagueColor: 0xcc9966 };
const AUTHOR = 500_000_001;
const PLAYER = 500_000_002;
const about = (id: number) => `GET /api/Post/${id}/received?page=1&pageSize=3`;
const profile = (id: number) => `GET /api/Player/${id}?includeClanInfo=true`;

const more = (id: number, list: string) => `GET /api/Post/${id}/${list}?page=1&pageSize=6`;

async function open({
  player = {},
  status = 200,
  replayId = guid(70),
}: {
  player?: Partial<PlayerProfile>;
  status?: number;
  replayId?: string | null;
} = {}) {
  const { fakePlatform, MorePosts, PartyCards, settle } = await newPage(() => [
    import('#islands/post-view/PartyCards.tsx'),
  ]);
  const ui = await import('@testing-library/react');
  onTestFinished(ui.cleanup);
  const post = makePost({ id: ID, replayId, author: { id: AUTHOR, username: 'Aurora_Captain', clan: CLAN } });
  const platform = fakePlatform(`/posts/${ID}`);
  platform.answer(`GET /api/Post/${ID}`, { model: post });
  platform.answer(profile(AUTHOR), makePlayer({ id: AUTHOR, gameKarma: 40, siteKarma: 2 }), { status });
  platform.answer(profile(PLAYER), makePlayer({ id: PLAYER, gameKarma: -3, siteKarma: 0, ...player }));
  const newer = [2, 3].map((number) => makePost({ id: guid(number), title: `Post ${number}`, flairs: 1 }));
  platform.answer(about(AUTHOR), []);
  platform.answer(about(PLAYER), [post, ...newer]);
  platform.answer(`GET /api/Replay/${replayId}`, '', { status: 404 });
  platform.answer(more(AUTHOR, 'sent'), []);
  platform.answer(more(PLAYER, 'received'), [post, ...newer]);
  ui.render(<PartyCards post={post} viewer={null} />);
  if (replayId === null) ui.render(<MorePosts post={post} viewer={null} />);
  const idle = () => ui.act(settle);
  await idle();
  const card = (name: string) => ui.within(ui.screen.getByRole('region', { name: `${name} of this post` }));
  const list = (title: string) => ui.within(ui.screen.getByRole('region', { name: title }));
  return { platform, idle, list, author: card('Author'), player: card('Player'), ui, newer };
}

it('show name, clan, total karma and ribbon of both', async () => {
  const ribbon = [1, 1, -1].map((sign, index) => ({ id: guid(50 + index), sign: sign as 1 | -1 }));
  const { author, player } = await open({ player: { ribbon } });
  expect(author.getByRole('link', { name: '[WAVES]' }).getAttribute('href')).toBe(
    '/clan/7,WAVES-Rolling%20Waves',
  );
  expect(author.getByText('Total karma:').parentElement?.textContent).toBe('Total karma: +42');
  expect(player.getByRole('link', { name: 'Borodino_Gunner' }).getAttribute('href')).toBe(
    '/player/500000002,Borodino_Gunner',
  );
  expect(player.getByRole('img').getAttribute('aria-label')).toBe(
    'Recent posts: 2 positive, 0 neutral, 1 negative',
  );
});

it('list the two latest other posts about each', async () => {
  const { author, player } = await open();
  const list = player.getByRole('list', { name: 'Latest posts about Borodino_Gunner' });
  expect([...list.querySelectorAll('a')].map(({ textContent, pathname }) => [textContent, pathname])).toEqual(
    [
      ['Post 2', `/posts/${guid(2)}`],
      ['Post 3', `/posts/${guid(3)}`],
    ],
  );
  expect(author.getByText('No other posts about this player.')).toBeTruthy();
});

it('show neither karma nor posts of a player who opted out', async () => {
  const { player } = await open({ player: { optedOut: true, siteKarma: null } });
  expect(player.getByText('Player has opted out.')).toBeTruthy();
  expect(player.getByText('Total karma:').parentElement?.textContent).toBe('Total karma: N/A');
  expect(player.queryByRole('list')).toBeNull();
});

it('keep the names when the rest could not be loaded', async () => {
  const { author, player } = await open({ status: 500 });
  expect(author.getByText('Couldn’t load karma and posts.')).toBeTruthy();
  expect(author.getByRole('link', { name: 'Aurora_Captain' })).toBeTruthy();
  expect(player.getByText('Post 2')).toBeTruthy();
});

it('follow a live post about the player', async () => {
  const { platform, idle, player, newer } = await open();
  const live = makePost({ id: guid(9), title: 'Live post' });
  platform.answer(about(PLAYER), [live, ...newer]);
  platform.hubs.at(-1)?.emit('NewPost', live);
  await idle();
  expect(player.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Live post'),
    expect.stringContaining('Post 2'),
  ]);
});

it('without a replay list more about the player and by the author instead, with as many requests', async () => {
  const { platform, author, player, list } = await open({ replayId: null });
  const rows = list('More about Borodino_Gunner').getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^\+1Post 2/),
    expect.stringMatching(/^\+1Post 3/),
  ]);
  expect(list('More by Aurora_Captain').getByText('No other posts by this player.')).toBeTruthy();
  for (const card of [author, player]) expect(card.queryByText(/Post 2|No other posts/)).toBeNull();
  expect(platform.requests.filter((request) => request.includes('/50000000'))).toHaveLength(4);
});

it('without a replay show no posts about a player who opted out', async () => {
  const { list } = await open({ replayId: null, player: { optedOut: true, siteKarma: null } });
  expect(list('More about Borodino_Gunner').getByText('Player has opted out.')).toBeTruthy();
});

it('without a replay offer to load a list again', async () => {
  const { platform, idle, list, ui } = await open({ replayId: null, status: 500 });
  platform.answer(profile(AUTHOR), makePlayer({ id: AUTHOR }));
  ui.fireEvent.click(list('More by Aurora_Captain').getByRole('button', { name: 'Try again' }));
  await idle();
  expect(list('More by Aurora_Captain').getByText('No other posts by this player.')).toBeTruthy();
});
