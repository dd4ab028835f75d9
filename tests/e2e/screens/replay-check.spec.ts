/** A picked replay is checked in the browser's worker, under the site's policy. */
import { expect, type Page, test } from 'playwright/test';
import { blob } from '#api/demo/seed/replay-encoder/byte-writer.ts';
import { encodeReplay } from '#api/demo/seed/replay-encoder/encode-replay.ts';
import { CURRENT_LAYOUT } from '#api/demo/seed/replay-encoder/layouts.ts';
import { entityMethod } from '#api/demo/seed/replay-encoder/packets.ts';
import { pickle } from '#api/demo/seed/replay-encoder/pickle-writer.ts';
import { makeBattle } from '#tests/support/replay-encoder/battle.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

/** Who posts nothing in other tests. */
const AUTHOR = { accountId: 500_000_008, name: 'Hood_Clanless' };
const SUBJECT = { accountId: 500_000_007, name: 'Gneisenau_Hidden' };

/** A battle that the author recorded against the given player. */
function replayOf(
  enemy: { accountId: number; name: string },
  options: Parameters<typeof encodeReplay>[2] = {},
): Uint8Array<ArrayBuffer> {
  const battle = makeBattle({ players: 4 });
  const people = [AUTHOR, enemy];
  const participants = battle.participants.map((one, index) => ({ ...one, ...people[index] }));
  return encodeReplay({ ...battle, participants }, CURRENT_LAYOUT, options);
}

const dialog = (page: Page) => page.getByRole('dialog');
const workers = (page: Page) => page.workers().filter((worker) => worker.url().includes('decode-worker'));

async function pick(page: Page, bytes: Uint8Array): Promise<void> {
  await dialog(page)
    .getByLabel(/^Replay/)
    .setInputFiles({ name: 'battle.wowsreplay', mimeType: '', buffer: Buffer.from(bytes) });
}

for (const [width, height] of [
  [1440, 1000],
  [390, 844],
] as const)
  test(`A worker checks a picked replay, with the outcome in view at ${width}×${height} (Rule 25.52)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const watch = await watchPage(page);
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (/decode-worker/.test(request.url())) loaded.push(request.url());
    });
    await signIn(page, AUTHOR.name, `/player/${SUBJECT.accountId},${SUBJECT.name}`);
    await page.getByRole('button', { name: 'New Post' }).click();
    await expect(dialog(page).getByLabel(/^Replay/)).toBeVisible();
    expect(loaded, 'the decoder loads when a file is picked').toEqual([]);
    for (const enemy of [SUBJECT, { accountId: 500_100_077, name: 'Someone_Else' }]) {
      await pick(page, replayOf(enemy));
      const outcome = dialog(page).getByRole('status').filter({ hasText: 'Tierra del Fuego' });
      await expect(outcome).toBeInViewport({ ratio: 0.99 });
      await expect.poll(() => workers(page)).toEqual([]);
    }
    await pick(page, replayOf(SUBJECT).slice(0, -300));
    await expect(dialog(page).getByText('Part of this replay is missing')).toBeInViewport({ ratio: 0.99 });
    await watch.expectClean();
  });

test('A replay with a class that the operator allows is not refused (Rule 15.9)', async ({ page }) => {
  const state = pickle({ instanceOf: 'NewModule.NewClass', state: 1 });
  const replay = replayOf(SUBJECT, { extraPackets: [entityMethod(51, blob(state))] });
  await signIn(page, AUTHOR.name, `/player/${SUBJECT.accountId},${SUBJECT.name}`);
  await page.getByRole('button', { name: 'New Post' }).click();
  await pick(page, replay);
  await expect(dialog(page).getByRole('alert').filter({ hasText: '(NewModule.NewClass)' })).toBeVisible();
  await page.locator('html').evaluate(({ dataset }) => {
    dataset.replayClasses = 'Other.Class,NewModule.NewClass';
  });
  await pick(page, replay);
  await expect(dialog(page).getByText('Both shown, on opposing teams.')).toBeVisible();
});
