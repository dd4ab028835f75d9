import { button, dialog, readApi, seeNoDialog, shownText, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';

const BORODINO = '/player/500000002,Borodino_Gunner';
const REASON = { role: 'textbox', name: /^Reason/ } as const;

interface Post {
  id: string;
  readOnly: boolean;
}

test('A moderator edits a post, removes it and bans its author', async ({ tab: page, engine, shot }) => {
  await signIn(page, 'Cossack_Mod', BORODINO);
  // Each engine moderates a post of its own.
  const posts = await readApi<(Post & { author: { id: number; username: string } })[]>(
    page,
    '/api/Post/latest?pageSize=100',
  );
  const open = posts.filter((post) => !post.readOnly && post.author.id > 500_000_010);
  const post = open[engine === 'firefox' ? 0 : 10];
  if (!post) throw new Error('There is no post to moderate.');
  await page.goto(`/posts/${post.id}`);

  await page.click(button('Mod Edit'));
  await page.fill(REASON, 'Names removed from the text.');
  await page.click(button('Save mod edit'));
  await seeNoDialog(page);
  await expect.poll(() => shownText(page)).toContain('Read-only after a moderator’s edit.');

  await page.click(button('Mod Delete'));
  await page.fill(REASON, 'Insults another player.');
  await page.click(button('Remove post'));
  await seeNoDialog(page);
  await expect.poll(() => shownText(page)).toContain('Revert');
  await shot('moderated-post');

  await page.goto(`/player/${post.author.id},${post.author.username}`);
  await page.click(button(/^Platform bans/));
  await page.click(button('Ban this player'));
  await page.fill(REASON, 'Insults other players again and again.');
  await page.click(button('Ban…'));
  await page.see(dialog(/^Ban .*\?$/));
  await shot('dialog-ban-question');
  await page.click(button('Ban'));
  await expect.poll(() => shownText(page)).toMatch(/is banned for \d+ days?\./);
  await shot('dialog-bans-after');
});
