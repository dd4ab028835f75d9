/** Profiles of all kinds, on phones and wide screens. */
import { expect, test } from 'playwright/test';
import { expectAccessibleInBothViews } from '#tests/support/axe.ts';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { overflow } from '#tests/support/hostile-page.ts';
import { signIn } from '#tests/support/sign-in.ts';

for (const [profile, query = ''] of [
  ['500000002,Borodino_Gunner', '?sign=negative'],
  ['500000005,Emden_OptedOut'],
  ['500000006,Fuso_Banned'],
  ['500000007,Gneisenau_Hidden'],
  ['500000008,Hood_Clanless'],
  ['500000003,Cossack_Mod'],
] as const)
  test(`The profile of ${profile.slice(10)} is accessible, and fits on phones and wide screens`, async ({
    page,
  }) => {
    await signIn(page, 'Cossack_Mod', `/player/${profile}${query}`);
    const posts = page.getByRole('region', { name: 'Posts', exact: true });
    await expect(posts.getByRole('article').or(page.getByText('No posts found.')).first()).toBeVisible();
    await expectAccessibleInBothViews(page, page.locator('html'), { within: 'main' });
    await page.setViewportSize({ width: 320, height: 568 });
    expect(await overflow(page)).toBe(0);
  });

test('A role’s name is whole, a clan’s has room or is not shown, at all widths', async ({ page }) => {
  await changeAnswers(page, /\/Player\/500000010\?/, (player) => {
    Object.assign(player.clan.clanInfo, { name: 'The Silver Fleet', tag: 'WWWWW' });
    return player;
  });
  await page.goto('/player/500000010,Jutland_Admin');
  const header = page.getByRole('region', { name: 'Jutland_Admin' });
  const clan = header.getByText('The Silver Fleet');
  for (const width of [360, 390, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(header.getByRole('button', { name: 'Platform Administrator' })).toBeInViewport({ ratio: 1 });
    const [room, opacity] = await clan.evaluate((name) => [
      name.getBoundingClientRect().width,
      getComputedStyle(name).opacity,
    ]);
    expect(room > 64 || opacity === '0', `${room} px at opacity ${opacity}`).toBe(true);
  }
});
