import { button, dialog, readApi, reloadPage, shownText, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';

const OPT_OUT = { role: 'checkbox', name: /^Opt out/ } as const;

test('An opt-out is saved and is still there after a reload', async ({ tab: page, engine }) => {
  await page.goto('/guidelines');
  // Each engine has a player of its own.
  const players = await readApi<{ username: string }[]>(page, '/api/Player/search/silver');
  const player = players[engine === 'firefox' ? 0 : 1];
  await signIn(page, player?.username ?? '', '/settings');
  await page.click(OPT_OUT);
  await page.click(button('Save'));
  await page.see(dialog('Opt out of the platform?'));
  await page.click(button('Opt out'));
  await expect.poll(() => shownText(page)).toContain('Your changes have been saved.');
  await reloadPage(page);
  await page.see(OPT_OUT);
  await expect
    .poll(() =>
      page.evaluate(() => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked),
    )
    .toBe(true);
});

test('Notifications are listed and dismissed', async ({ tab: page, engine, shot }) => {
  await signIn(page, engine === 'firefox' ? 'Aurora_Captain' : 'Borodino_Gunner', '/guidelines');
  await page.click(button(/^Notifications/));
  await page.see({ role: 'dialog', name: 'Notifications' });
  const count = () => page.evaluate(() => document.querySelectorAll('dialog[open] li').length);
  await expect.poll(count).toBeGreaterThan(0);
  const before = await count();
  await shot('notifications');
  await page.click(button(/^Dismiss(?! all)/));
  await expect.poll(count).toBe(before - 1);
});
