/** Profiles of all kinds, on phones and wide screens. */
import { expect, test } from 'playwright/test';
import { expectAccessibleInBothViews } from '#tests/support/axe.ts';
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

test('A clan’s name has room or is not shown, on phones and wide screens', async ({ page }) => {
  await page.goto('/player/500000003,Cossack_Mod');
  const api = await page.evaluate(() => document.documentElement.dataset.api);
  const answer = await page.request.get(`${api}/api/Player/500000003?includeClanInfo=true`);
  const player = (await answer.json()) as { clan: { clanInfo: { name: string } } };
  const header = page.getByRole('region', { name: 'Cossack_Mod' });
  const clan = header.getByText(player.clan.clanInfo.name, { exact: true });
  await expect(header.getByRole('button', { name: 'Community Manager' })).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [room, opacity] = await clan.evaluate((name) => [
      name.getBoundingClientRect().width,
      getComputedStyle(name).opacity,
    ]);
    expect(room > 64 || opacity === '0', `${room} px at opacity ${opacity}`).toBe(true);
  }
});
