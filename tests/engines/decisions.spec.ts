import { button, readApi, shownText, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';

interface Post {
  id: string;
  author: { username: string };
  player: { id: number; username: string };
  reply?: object;
}

test('A player answers a post, and objects to the removal of the reply', async ({
  tab: page,
  engine,
  shot,
}) => {
  await signIn(page, 'Cossack_Mod', '/guidelines');
  const posts = await readApi<Post[]>(page, '/api/Post/latest?pageSize=100&hideModActions=true');
  const others = posts.filter(({ player, reply }) => player.id > 500_000_100 && !reply);
  // Each engine has a post of its own.
  const post = others[engine === 'firefox' ? 0 : 1];
  if (!post) throw new Error('The seed lacks posts about invented players.');
  await signIn(page, post.player.username, `/posts/${post.id}`);
  await page.click(button('Reply'));
  await page.fill({ role: 'textbox', name: /^Your reply/ }, 'I was out of torpedoes.');
  await page.click(button('Publish reply'));
  await page.see(button('Change reply'));
  await shot('reply');

  await signIn(page, 'Cossack_Mod', `/moderation?post=${post.id}`);
  await page.click(button(/^Remove reply/));
  await page.see({ role: 'heading', name: /^Remove reply by/ });
  await page.fill({ role: 'textbox', name: /^Reason/ }, 'No excuses.');
  await shot('dialog-remove-reply');
  await page.click(button('Remove reply'));
  await expect.poll(() => shownText(page)).not.toContain('Remove reply by');
  await page.goto('/moderation?tab=decided');
  await expect.poll(() => shownText(page)).toContain('Reply removed');
  await shot('queue-decided');

  await signIn(page, post.player.username, '/guidelines');
  await page.click(button(/^Notifications/));
  await page.click({ role: 'link', name: 'Why, and how to object' });
  await page.click(button('Object to this decision'));
  await page.fill({ role: 'textbox', name: /^Why it is wrong/ }, 'It is true.');
  await page.click(button('Send objection'));
  await expect.poll(() => shownText(page)).toContain('Moderators have not decided about it yet.');
  await shot('statement');

  await signIn(page, 'Dreadnought_Admin', '/moderation?tab=objections');
  await page.click(button(/^Reverse/));
  await page.fill({ role: 'textbox', name: /^Reason/ }, 'It is allowed.');
  await shot('queue-objection');
  await page.click(button('Reverse'));
  await expect.poll(() => shownText(page)).toContain('No open objections.');
});
