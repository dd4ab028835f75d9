/** Hostile texts in every field that a stranger can fill, on the other screens that show them. */
import { expect, test } from 'playwright/test';
import { openHostile, poison } from '#tests/support/hostile-page.ts';
import { PAYLOADS } from '#tests/support/payloads.ts';
import { askRegion, screenNamed } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';

test.use({ viewport: { width: 390, height: 844 } });

for (const name of ['A profile', 'The replay of a post', 'A clan', 'The player search', 'The clan search'])
  test(`No hostile text runs or breaks this screen: ${name}`, async ({ page, request }) => {
    test.slow();
    const { address, ready } = screenNamed(name);
    const path = await address(askRegion(request, 'eu'));
    const check = await openHostile(page, async () => void (await page.goto(path)));
    await expect(ready(page)).toBeVisible();
    await check();
  });

test('No hostile text runs or breaks a moderator’s dialogs', async ({ page }) => {
  test.slow();
  const check = await openHostile(page, () => signIn(page, 'Cossack_Mod', '/player/500000006,Fuso_Banned'));
  for (const name of [/Platform bans/, /Mod actions/]) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await check();
    await page.keyboard.press('Escape');
  }
});

test('No hostile notification runs or breaks the panel', async ({ page }) => {
  let index = 0;
  await page.routeWebSocket(/\/api\/hubs\/notifications/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const records = String(message).split('\u001e').filter(Boolean);
      const next = () => PAYLOADS[index++ % PAYLOADS.length] as string;
      socket.send(
        records.map((record) => `${JSON.stringify(poison(JSON.parse(record), next))}\u001e`).join(''),
      );
    });
  });
  const check = await openHostile(page, () => signIn(page, 'Borodino_Gunner', '/guidelines'));
  await page
    .getByRole('button', { name: /notification/i })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  expect(index).toBeGreaterThan(0);
  await check();
});
