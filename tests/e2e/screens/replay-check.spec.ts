/** A picked replay is checked in the browser's worker, under the site's policy. */
import { expect, type Page, test } from 'playwright/test';
import { replayFile } from '#tests/support/replay-file.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

/** Who posts nothing in other tests. */
const AUTHOR = { accountId: 500_000_008, name: 'Hood_Clanless' };
const SUBJECT = { accountId: 500_000_007, name: 'Gneisenau_Hidden' };

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
      await pick(page, replayFile(AUTHOR, enemy));
      const outcome = dialog(page).getByRole('status').filter({ hasText: 'Tierra del Fuego' });
      await expect(outcome).toBeInViewport({ ratio: 0.99 });
      await expect.poll(() => workers(page)).toEqual([]);
    }
    await pick(page, replayFile(AUTHOR, SUBJECT).slice(0, -300));
    await expect(dialog(page).getByText('Part of this replay is missing')).toBeInViewport({ ratio: 0.99 });
    await watch.expectClean();
  });
