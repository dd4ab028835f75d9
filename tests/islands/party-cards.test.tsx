/** The cards of a post's author and player (Rule 30.31). */
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

async function open({
  player = {},
  status = 200,
}: {
  player?: Partial<PlayerProfile>;
  status?: number;
} = {}) {
  const { fakePlatform, PartyCards, settle } = await newPage(() => [
    import('#islands/post-view/PartyCards.tsx'),
  ]);
  const ui = await import('@testing-library/react');
  onTestFinished(ui.cleanup);
  const post = makePost({ id: ID, author: { id: AUTHOR, username: 'Aurora_Captain', clan: CLAN } });
  const platform = fakePlatform(`/posts/${ID}`);
  platform.answer(`GET /api/Post/${ID}`, { model: post });
  platform.answer(profile(AUTHOR), makePlayer({ id: AUTHOR, gameKarma: 40, siteKarma: 2 }), { status });
  platform.answer(profile(PLAYER), makePlayer({ id: PLAYER, gameKarma: -3, siteKarma: 0, ...player }));
  const newer = [2, 3].map((number) => makePost({ id: guid(number), title: `Post ${number}`, flairs: 1 }));
  platform.answer(about(AUTHOR), []);
  platform.answer(about(PLAYER), [post, ...newer]);
  ui.render(<PartyCards post={post} viewer={null} />);
  const idle = () => ui.act(settle);
  await idle();
  const card = (name: string) => ui.within(ui.screen.getByRole('region', { name: `${name} of this post` }));
  return { platform, idle, author: card('Author'), player: card('Player'), ui, newer };
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
  expect(author.getByText('Couldn’t load karma and latest posts.')).toBeTruthy();
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
