import { readFile } from 'node:fs/promises';
import type { EnginePage, Target } from '#scripts/testing/engines/page.ts';
import { address, button, readApi, reloadPage, shownText, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';
import { translatePage } from '#tests/support/translate-page.ts';

const BORODINO = '/player/500000002,Borodino_Gunner';

test('Every screen shows its content without an error or a policy violation', async ({ tab: page, shot }) => {
  await page.goto('/');
  const [clan] = await readApi<{ id: number }[]>(page, '/api/Clan/search/a?results=1');
  // Other tests remove the newest ones meanwhile.
  const posts = await readApi<{ id: string }[]>(page, '/api/Post/latest?hasReplay=true&pageSize=100');
  const post = posts.at(-1);
  const screens: Record<string, [string, Target]> = {
    home: ['/', { role: 'link', name: 'Play battle' }],
    players: ['/player?search=silver', { role: 'link', name: /silver/i }],
    profile: [BORODINO, { role: 'article', name: /./ }],
    clans: ['/clan?search=a', { role: 'link', name: /^\[/ }],
    clan: [`/clan/${clan?.id},Any`, { role: 'table', name: /./ }],
    posts: ['/posts', { role: 'article', name: /./ }],
    post: [`/posts/${post?.id}`, { role: 'table', name: /^Team/ }],
    guidelines: ['/guidelines', { role: 'heading', name: 'Posting guidelines' }],
    privacy: ['/privacy', { role: 'heading', name: 'Privacy' }],
    missing: ['/nowhere', { role: 'heading', name: /nothing at this address/ }],
    unauthorized: ['/unauthorized', { role: 'heading', name: /Access Unauthorized/ }],
  };
  for (const [name, [path, content]] of Object.entries(screens)) {
    await page.goto(path);
    await page.see(content);
    await shot(`screen-${name}`);
    expect(await page.problems(), name).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} is wider than the window`).toBe(0);
  }
});

test('A translated page stays up to date while one searches and writes', async ({ tab: page }) => {
  await page.goto('/player?search=silver');
  await page.see({ role: 'link', name: /silver/i });
  await page.evaluate(translatePage);
  await page.fill({ role: 'textbox', name: /^Username/ }, 'borodino');
  await expect.poll(() => shownText(page)).toMatch(/\d+ players?/);
  await page.fill({ role: 'textbox', name: /^Username/ }, 'borodinozzz');
  await expect.poll(() => shownText(page)).toContain('No results found');

  await signIn(page, 'Jutland_Admin', '/player/500000007,Gneisenau_Hidden');
  await page.see({ role: 'article', name: /./ });
  await page.evaluate(translatePage);
  await page.click(button('New Post'));
  await page.fill({ role: 'textbox', name: /^Title/ }, 'Shot');
  await expect.poll(() => shownText(page)).toContain('4/60');
  await page.fill({ role: 'textbox', name: /^Title/ }, 'Shots');
  await expect.poll(() => shownText(page)).toContain('5/60');
});

test('Going back shows a page that still works', async ({ tab: page }) => {
  await signIn(page, 'Dreadnought_Admin', '/posts');
  await page.see({ role: 'article', name: /./ });
  await page.click({ role: 'link', name: 'Clans' });
  await expect.poll(() => address(page)).toBe('/clan');
  await page.see(button(/^Notifications/));
  await page.back();
  await expect.poll(() => address(page)).toBe('/posts');
  await page.see({ role: 'article', name: /./ });
  await page.click(button('Mod Edit'));
  await page.see({ role: 'dialog', name: /^Mod Edit/i });
});

test('Going back restarts work that waits for a message, like React’s scheduler', async ({ tab: page }) => {
  await page.goto('/guidelines');
  // Only the first channel of a page is woken, and visitors' pages do not load React by themselves.
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no other way to remove it
    document.cookie = `${document.documentElement.dataset.cookie}=; Path=/; Max-Age=0`;
  });
  await reloadPage(page);
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    const { dataset } = document.documentElement;
    port1.onmessage = () => {
      dataset.work = dataset.work === 'left' ? 'returned' : (dataset.work ?? 'started');
      // So a message is always under way when the page is left.
      if (dataset.work !== 'returned') port2.postMessage(null);
    };
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) dataset.work = 'left';
    });
    port2.postMessage(null);
  });
  await page.click({ role: 'link', name: 'Clans' });
  await expect.poll(() => address(page)).toBe('/clan');
  await page.back();
  await expect.poll(() => address(page)).toBe('/guidelines');
  // Firefox does not cache every page: it may load this one again.
  const work = () => page.evaluate(() => document.documentElement.dataset.work ?? 'loaded again');
  await expect.poll(work).toMatch(/^(returned|loaded again)$/);
});

/** How many of the points are near something darker than the table's cells, in a screenshot of the window. */
async function countLines(
  page: EnginePage,
  file: string,
  points: readonly { x: number; y: number }[],
): Promise<number> {
  const png = (await readFile(file)).toString('base64');
  return page.evaluate(
    async (bytes, wanted) => {
      const blob = new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], {
        type: 'image/png',
      });
      const picture = await createImageBitmap(blob);
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      context?.drawImage(picture, 0, 0);
      const isDark = (red = 255): boolean => red < 230;
      return wanted.filter(({ x, y }) =>
        [-2, -1, 0, 1, 2].some((shift) =>
          isDark(context?.getImageData(x, Math.round(y) + shift, 1, 1).data[0]),
        ),
      ).length;
    },
    png,
    points,
  );
}

test('The clan table has a line above every row, in its sticky columns too', async ({
  tab: page,
}, testInfo) => {
  await page.goto('/');
  const [clan] = await readApi<{ id: number }[]>(page, '/api/Clan/search/a?results=1');
  await page.goto(`/clan/${clan?.id},Any`);
  await page.see({ role: 'table', name: /./ });
  const file = testInfo.outputPath('clan.png');
  // WebKit may take the picture before it has scrolled, so this is repeated.
  await expect
    .poll(async () => {
      const points = await page.evaluate(() => {
        document.querySelector('table')?.scrollIntoView({ block: 'start', behavior: 'instant' });
        return [...document.querySelectorAll('tbody tr')].slice(0, 12).map((row) => {
          const { left, top } = row.getBoundingClientRect();
          return { x: Math.round(left) + 4, y: top };
        });
      });
      await page.screenshot(file);
      return countLines(page, file, points);
    })
    .toBe(12);
});

test('A tooltip opens next to what it explains', async ({ tab: page }) => {
  await page.goto('/player/500000003,Cossack_Mod');
  await page.see({ role: 'button', name: 'Community Manager' });
  const distance = await page.evaluate(() => {
    const tip = document.querySelector<HTMLElement>('main [role=tooltip]');
    const button = tip?.previousElementSibling as HTMLElement;
    button.scrollIntoView({ block: 'center' });
    button.focus();
    const [at, of] = [tip?.getBoundingClientRect(), button.getBoundingClientRect()];
    return [
      Math.round(of.top - (at?.bottom ?? 0)),
      (at?.left ?? 0) <= of.right && (at?.right ?? 0) >= of.left,
    ];
  });
  expect(distance).toEqual([4, true]);
});
