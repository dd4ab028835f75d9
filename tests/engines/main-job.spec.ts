import { writeFile } from 'node:fs/promises';
import { button, sendAndReload, shownText, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const TITLE = 'Smoke in the right second';
const EDITED = 'Smoke in the very right second';
const CONTENT = 'Covered our retreat through the strait with **two** smokes and still took the cap.';

/** The cooldown allows one post per author and player. */
const AUTHORS = { firefox: 'Aurora_Captain', webkit: 'Hood_Clanless' };

test('A post with a replay is published, edited and deleted', async ({
  tab: page,
  engine,
  shot,
}, testInfo) => {
  const replay = testInfo.outputPath('battle.wowsreplay');
  await writeFile(replay, replayFile());
  await signIn(page, AUTHORS[engine], '/player');
  await page.fill({ role: 'textbox', name: 'Username' }, 'Borodino');
  await page.click({ role: 'link', name: /Borodino_Gunner/ });

  await page.click(button('New Post'));
  await page.fill({ role: 'textbox', name: /^Title/ }, TITLE);
  await page.fill({ role: 'textbox', name: /^Content/ }, CONTENT);
  await page.click({ role: 'label', name: 'Positive', inside: 'Teamplay' });
  await page.click({ role: 'checkbox', name: /guidelines/ });
  await page.click(button('Publish post'));
  await expect.poll(() => shownText(page)).toContain('This field is required.');
  await page.upload({ role: 'file', name: /^Replay/ }, replay);
  await shot('editor');
  await sendAndReload(page, /^New post about/, 'Publish post');
  await page.see({ role: 'article', name: TITLE });

  await page.click(button('More actions', TITLE));
  await page.click(button('Edit', TITLE));
  await page.fill({ role: 'textbox', name: /^Title/ }, EDITED);
  await page.click({ role: 'checkbox', name: /guidelines/ });
  await sendAndReload(page, /^Edit post about/, 'Save changes');
  await page.see({ role: 'article', name: EDITED });

  await page.click(button('More actions', EDITED));
  await page.click(button('Delete', EDITED));
  await sendAndReload(page, 'Delete post', 'Delete');
  await expect.poll(() => shownText(page)).toContain('before posting again');
  expect(await page.isVisible({ role: 'article', name: EDITED })).toBe(false);
});
