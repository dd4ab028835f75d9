import { button, dialog, readApi, seeNoDialog, shownText, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';

interface Post {
  id: string;
  replayId: string;
  author: { id: number };
  player: { id: number };
}

/** Posts by and about fixed accounts, one of which reports. */
const FIXED_BELOW = 500_000_100;
const battle = () => Number(document.querySelector<HTMLInputElement>('input[type=range]')?.value);

test('A player reports a post, and a moderator plays its battle in the queue', async ({
  tab: page,
  engine,
  shot,
}) => {
  const isFirefox = engine === 'firefox';
  await signIn(page, isFirefox ? 'Iowa_CS' : 'Hood_Clanless', '/guidelines');
  const posts = await readApi<Post[]>(page, '/api/Post/latest?hasReplay=true&pageSize=100');
  const withBattle: Post[] = [];
  for (const post of posts.filter(({ author, player }) => Math.min(author.id, player.id) > FIXED_BELOW)) {
    const replay = await readApi<{ timelineUri?: string | null }>(page, `/api/Replay/${post.replayId}`);
    if (replay.timelineUri) withBattle.push(post);
    if (withBattle.length === 2) break;
  }
  // Each engine reports a post of its own.
  const post = withBattle[isFirefox ? 0 : 1];
  if (!post) throw new Error('The seed lacks battles with a timeline.');
  await page.goto(`/posts/${post.id}`);
  await page.click(button('More actions'));
  await page.click(button('Report'));
  await page.see(dialog('Report this post'));
  await page.click({ role: 'label', name: 'Something else' });
  await shot('dialog-report');
  await page.click(button('Report'));
  await seeNoDialog(page);
  await expect.poll(() => shownText(page)).toContain('You reported this post.');

  await signIn(page, 'Cossack_Mod', `/moderation?post=${post.id}`);
  await page.click(button('Watch the battle'));
  await page.see(button(/^(Play|Pause)$/));
  // It starts once the map is in view.
  await page.evaluate(() => document.querySelector('canvas')?.scrollIntoView({ block: 'center' }));
  await expect.poll(() => page.evaluate(battle)).toBeGreaterThan(0);
  await shot('queue-battle');
  await page.click(button(/^Remove and ban/));
  await page.see({ role: 'textbox', name: /^Reason/ });
  await shot('queue-ban');
  await page.press('Escape');
  await page.see(button(/^Remove and ban/));
});
