/** Who is in a battle, in Chromium: a watched folder, and one that is dropped. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { expect, type Page, test } from 'playwright/test';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { LIVE_FILE } from '#lib/client/replays-folder.ts';
import type { NamedPlayer } from '#lib/schemas/calls/lineup.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { changeAnswer } from '#tests/support/change-answers.ts';
import { arenaInfo } from '#tests/support/lineup-file.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

/** The user, an enemy, an ally and an enemy who opted out. */
const CREW = [
  { accountId: 500_000_008, name: 'Hood_Clanless' },
  { accountId: 500_000_002, name: 'Borodino_Gunner' },
  { accountId: 500_000_003, name: 'Cossack_Mod' },
  { accountId: 500_000_005, name: 'Emden_OptedOut' },
];
const REPLAY = '20250201_201500_PASB017-Montana-1945_22_tierra_del_fuego.wowsreplay';

function battleText(players = 4): string {
  const battle = makeBattle({ players });
  for (const [index, one] of CREW.entries()) Object.assign(battle.participants[index] ?? {}, one);
  return arenaInfo(battle);
}

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

/** The picker hands over a folder of the page's own storage, because no test can use the browser's dialog. */
async function openWithFolder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });
  await signIn(page, 'Hood_Clanless', '/battle');
  await page.getByRole('button', { name: 'Watch the replays folder' }).click();
  await expect(page.getByText('Watching the replays folder.')).toBeVisible();
}

/** Writes a file to that folder, or with null removes it. */
const put = (page: Page, name: string, bytes: Uint8Array | null) =>
  page.evaluate(
    async ([file, content]) => {
      const folder = await navigator.storage.getDirectory();
      if (content === null) return folder.removeEntry(file);
      const stream = await (await folder.getFileHandle(file, { create: true })).createWritable();
      await stream.write(new Uint8Array(content));
      await stream.close();
    },
    [name, bytes && [...bytes]] as const,
  );
const bytesOf = (text: string) => new TextEncoder().encode(text);

test('A watched battle shows allies, then enemies, and its replay is used', async ({ page }) => {
  const watch = await watchPage(page);
  const calls: string[] = [];
  page.on('request', (request) => request.url().endsWith('/by-names') && calls.push(request.method()));
  await openWithFolder(page);
  await put(page, LIVE_FILE, bytesOf(battleText()));
  await expect(row(page, 'Cossack_Mod')).toContainText('Performance');
  await expect(row(page, 'Borodino_Gunner')).not.toContainText('Performance');
  await expectAccessible(page, 'a running battle', { within: 'main' });
  const header = page.getByRole('banner').getByText('Hood_Clanless');
  await expect(header).toBeVisible();
  await page.getByRole('button', { name: 'Hide names' }).click();
  await expect(header).toBeHidden();
  await page.getByRole('button', { name: 'Hide names' }).click();
  await put(page, LIVE_FILE, null);
  await expect(row(page, 'Borodino_Gunner')).toContainText('Performance');
  await expect(row(page, 'Emden_OptedOut')).not.toContainText('Performance');
  await put(page, REPLAY, replayFile(...CREW));
  await expect(page.getByText('The replay of this battle is ready.')).toBeVisible();
  await expectAccessible(page, 'a battle that is over', { within: 'main' });
  await page.getByRole('button', { name: 'Rate Borodino_Gunner' }).click();
  await expect(page.getByRole('dialog', { name: 'New post about Borodino_Gunner' })).toBeVisible();
  await expect(page.getByText(REPLAY)).toBeVisible();
  // The own team at first, the other one once the battle is over.
  expect(calls).toEqual(['POST', 'POST']);
  await watch.expectClean();
});

test('Numbers of four and five digits do not overlap', async ({ page }) => {
  const numerous = { siteKarma: -23_456, performance: -2_345, teamplay: 1_234, courtesy: -1_111 };
  await page.route(/\/by-names$/, (route) =>
    changeAnswer(route, (players: NamedPlayer[]) =>
      players.map((player) => ({ ...player, ...(player.name === 'Cossack_Mod' && numerous) })),
    ),
  );
  await openWithFolder(page);
  await put(page, LIVE_FILE, bytesOf(battleText()));
  const numbers = row(page, 'Cossack_Mod')
    .getByText(/^(Total karma|Performance|Teamplay|Courtesy)/)
    .locator('..');
  await expect(numbers).toHaveCount(4);
  for (const width of [390, 1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const hidden = await numbers.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(hidden, `${width} px`).toEqual([0, 0, 0, 0]);
  }
});

/** How often the page has started to wait for its next look at the folder. */
interface Polls {
  polls: number;
}

test('Polling a folder in which nothing changes costs no layout (rule 33.5)', async ({ page }) => {
  await page.addInitScript(() => {
    const { setTimeout: set } = window;
    Object.assign(window, { polls: 0 });
    window.setTimeout = ((run: () => void, ms?: number) => {
      if (ms === 2_000) Object.assign(window, { polls: (window as unknown as Polls).polls + 1 });
      return set(run, ms);
    }) as typeof setTimeout;
  });
  await openWithFolder(page);
  await put(page, LIVE_FILE, bytesOf(battleText()));
  await expect(row(page, 'Cossack_Mod')).toContainText('Performance');
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const layouts = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value;
  };
  const polls = () => page.evaluate(() => (window as unknown as Polls).polls);
  const first = await polls();
  await expect.poll(polls).toBeGreaterThan(first);
  const before = await layouts();
  await expect.poll(polls).toBeGreaterThan(first + 2);
  expect(await layouts()).toBe(before);
});

test('A folder that is dropped shows files that are written, changed and removed later (rule 33.5)', async ({
  page,
}, testInfo) => {
  const folder = testInfo.outputPath('replays');
  const live = `${folder}/${LIVE_FILE}`;
  await mkdir(folder);
  await signIn(page, 'Hood_Clanless', '/battle');
  const zone = await page.getByRole('button', { name: 'Watch the replays folder' }).boundingBox();
  const place = { x: Number(zone?.x) + 5, y: Number(zone?.y) + 5 };
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, ...place, data });
  await expect(page.getByText('No replays here')).toBeVisible();
  await writeFile(live, battleText(6));
  await expect(row(page, 'Invented_Captain_4')).toBeVisible();
  await writeFile(live, battleText());
  await expect(row(page, 'Invented_Captain_4')).toHaveCount(0);
  await rm(live);
  await expect(page.getByRole('button', { name: 'Rate Cossack_Mod' })).toBeVisible();
  await writeFile(`${folder}/${REPLAY}`, replayFile(...CREW));
  await expect(page.getByText('The replay of this battle is ready.')).toBeVisible();
  await rename(folder, `${folder}-before`);
  await expect(page.getByText('The replays folder was renamed or removed.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Drop the replays folder here again')).toBeVisible();
});
