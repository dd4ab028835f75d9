/** The frame of every page: visitors, users, phones, notices and editors' files. */
import { expect, type Page, test } from 'playwright/test';
import { cleanFragment } from '#lib/content/static-content-files.ts';
import { regions } from '#lib/regions.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { holdPosts } from '#tests/support/gate.ts';
import { overflow } from '#tests/support/hostile-page.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { pickAccount, signIn } from '#tests/support/sign-in.ts';
import { editorFilesLoaded, watchPage } from '#tests/support/watch-page.ts';

const NOTICE = `**/assets/${regions.eu.noticeFile}`;
const PHONE = { width: 390, height: 844 };
/** A window at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };

const banner = (page: Page) => page.getByRole('banner');
const notices = (page: Page) => page.getByRole('complementary', { name: 'Notices' });
const regional = (page: Page) => page.locator('.notice').last();
const headingIsVisible = (page: Page) =>
  page.evaluate(() => {
    const heading = document.querySelector('h1');
    return heading !== null && getComputedStyle(heading).visibility === 'visible';
  });
const height = async (page: Page, part: 'notices' | 'regional'): Promise<number> =>
  (await (part === 'notices' ? notices : regional)(page).boundingBox())?.height ?? 0;

test('Without JavaScript, navbar, notices, texts and searches are complete', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL ?? '',
    viewport: PHONE,
  });
  const page = await context.newPage();
  await page.goto('/');
  for (const name of ['Fleet Karma, home', 'Home', 'Players', 'Clans', 'Posts', 'Login'])
    await expect(banner(page).getByRole('link', { name, exact: true })).toBeVisible();
  await expect(notices(page).getByRole('link', { name: 'guidelines' })).toBeInViewport();
  await expect(notices(page).getByRole('button')).toHaveCount(0);
  await expect(page.getByLabel('Theme')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Read posts' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Find the player' })).toBeVisible();
  await page.getByPlaceholder('Username').fill('Borodino');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/player?search=Borodino');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('combobox', { name: 'Search players and clans' }).fill('boro');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/player?search=boro');
  await context.close();
});

test('A visitor is sent from the settings to the login, and back (Rule 2.13)', async ({ page }) => {
  await page.goto('/settings?from=here');
  await expect(page).toHaveURL('/unauthorized?redirectUri=%2Fsettings%3Ffrom%3Dhere');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Access Unauthorized.');
  expect(await page.evaluate(() => document.documentElement.dataset.session)).toBeUndefined();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await pickAccount(page, 'Aurora_Captain');
  await expect(page).toHaveURL('/settings?from=here');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await page.goto('/unauthorized?redirectUri=%2Fsettings');
  await expect(page.getByText('Sign in to see who is in your battle.')).toBeHidden();
  await page.goto('/unauthorized?redirectUri=%2Fbattle');
  await expect(page.getByText('Sign in to see who is in your battle.')).toBeVisible();
});

test('The page shows after 3 s without session or modules (Rules 2.2 and 3.4)', async ({
  page,
  context,
  baseURL,
}) => {
  const claims = { nameid: '500000001', unique_name: 'Aurora_Captain', exp: 4_102_444_800 };
  const token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  await context.addCookies([{ name: regions.eu.cookieName, value: token, url: baseURL ?? '' }]);
  const login = banner(page).getByRole('link', { name: 'Login' });
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/api\/Auth$/i, (route) => answered.then(() => route.continue()));
  await page.goto('/guidelines', { waitUntil: 'commit' });
  await page.locator('#end').waitFor({ state: 'attached' });
  expect(await headingIsVisible(page)).toBe(false);
  const alone = page.locator('.checking-page');
  await expect(alone).toHaveText('Fleet Karma EUChecking sign-in…');
  await expect(alone).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(alone).toBeHidden();
  await expect(banner(page).getByText('Checking sign-in…')).toBeVisible();
  await expect(login).toBeHidden();
  answer();
  await expect(login).toBeVisible();
  await expect(banner(page).getByText('Checking sign-in…')).toBeHidden();
  await page.route('**/login?**', (route) => route.fulfill({ body: 'login' }));
  await login.click();
  await expect(page).toHaveURL('/login?redirectUri=%2Fguidelines');
  await test.step('without a module', async () => {
    await context.addCookies([{ name: regions.eu.cookieName, value: token, url: baseURL ?? '' }]);
    await page.route(/\/hashed\//, (route) => route.abort());
    await page.goto('/guidelines');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(login).toBeVisible();
  });
});

test('The account menu has the user’s links and the theme (Rules 2.5, 2.20)', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  const watch = await watchPage(page);
  await signIn(page, 'Aurora_Captain', '/guidelines');
  const opener = banner(page).getByRole('button', { name: 'Account' });
  const welcome = banner(page).getByText('Welcome, Aurora_Captain.');
  await opener.press('Enter');
  await expect(welcome).toBeVisible();
  await expect(banner(page).getByRole('button', { name: 'Notifications' })).toBeVisible();
  for (const [name, href] of [
    ['Profile', '/player/500000001,Aurora_Captain'],
    ['Settings', '/settings'],
    ['Logout', '/logout'],
  ] as const)
    await expect(banner(page).getByRole('link', { name })).toHaveAttribute('href', href);
  await expect(banner(page).getByRole('link', { name: 'Login' })).toHaveCount(0);

  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  await expect.poll(background).not.toBe(light);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Dark' }).focus();
  await page.keyboard.press('Tab');
  await expect(banner(page).getByRole('link', { name: 'Logout' }), 'after tabbing out of it').toBeHidden();
  expect(await watch.shift()).toBe(0);

  await test.step('The next page waits for no check of the session', async () => {
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.route(/\/api\/Auth$/i, () => {
      // Never answered.
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('#end').waitFor({ state: 'attached' });
    expect(await headingIsVisible(page)).toBe(true);
    await expect(welcome).toBeVisible();
    await expect(page.getByLabel('Theme').last(), 'kept on the device').toHaveValue('dark');
    expect(await watch.shift()).toBe(0);
    await page.unrouteAll();
  });

  await test.step('After signing out, back leads to what was read before', async () => {
    await page.goto('/guidelines');
    await page.goto('/logout');
    await expect(page).toHaveURL('/');
    await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/guidelines');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain(regions.eu.cookieName);
  });
  await watch.expectClean();
});

test('The bar of phones covers nothing; zoomed, nothing is pinned (Rule 2.18)', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const watch = await watchPage(page);
  await holdPosts(page);
  await page.goto('/posts');
  await expect(page.getByRole('article').nth(3)).toBeVisible();
  await screenDrawn(page);
  const bar = page.getByRole('navigation', { name: 'Main' });
  const box = await bar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(PHONE.height);
  await expect(bar.getByRole('link', { name: 'Posts' })).toHaveAttribute('aria-current', 'page');
  expect((await page.getByRole('article').first().boundingBox())?.y, 'the first post').toBeLessThan(480);
  await expectAccessible(page);
  for (const link of await page.getByRole('contentinfo').getByRole('link').all()) {
    await link.focus();
    const focused = await link.boundingBox();
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect(Math.round((footer?.y ?? 0) + (footer?.height ?? 0))).toBeLessThanOrEqual(box?.y ?? 0);
  await watch.expectSteady();
  await watch.expectClean();

  await page.setViewportSize(ZOOMED);
  for (const [address, pinned] of [
    ['/posts', page.getByRole('button', { name: 'Filters' })],
    ['/player/500000002,Borodino_Gunner', page.getByRole('link', { name: /login/i }).last()],
  ] as const) {
    await page.goto(address);
    await expect(pinned).toBeAttached();
    await screenDrawn(page);
    await page
      .getByRole('article')
      .nth(3)
      .evaluate((post) => post.scrollIntoView({ block: 'center' }));
    for (const part of [pinned, bar, banner(page)]) await expect(part).not.toBeInViewport();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
});

test('Hit areas on phones are 44 px, and apart (Rule 2.18)', async ({ page }) => {
  await signIn(page, 'Cossack_Mod', '/guidelines');
  await holdPosts(page);
  const parts = '.navbar, .notice, article > footer, [aria-label="Decision"], [aria-label$="pages"]';
  const outside = '[popover] *, .notice-text *, [aria-hidden] *';
  const controls = page.locator(`:is(${parts}) :is(a, button):not(${outside})`).filter({ visible: true });
  for (const address of [
    '/posts',
    '/player/500000002,Borodino_Gunner',
    '/moderation?tab=reported',
    '/moderation?tab=decided',
  ]) {
    await page.setViewportSize(PHONE);
    await page.goto(address);
    await expect(page.locator('article, tbody tr').nth(1)).toBeVisible();
    await screenDrawn(page);
    const missed = await controls.evaluateAll(async (all) => {
      const found: string[] = [];
      for (const control of all) {
        control.scrollIntoView({ block: 'center' });
        // Cards that were far away are drawn now.
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const { x, y, width, height } = control.getBoundingClientRect();
        const least = control.closest('[aria-label$="pages"]') ? 18 : 22;
        /** The middle, and the first and last whole pixel: browsers find what is at any part of a pixel. */
        const points = (from: number, size: number, half: number, inset = 0) => [
          from + size / 2,
          Math.ceil(from + size / 2 - Math.max(half, size / 2)) + inset,
          Math.floor(from + size / 2 + Math.max(half, size / 2)) - 1 - inset,
        ];
        const isMissed = points(y, height, 22).some((down, row) =>
          points(x, width, least, row && 6).some(
            (across) => document.elementFromPoint(across, down)?.closest('a, button') !== control,
          ),
        );
        if (isMissed) found.push(control.outerHTML);
      }
      return found;
    });
    expect(missed, address).toEqual([]);
    // So high that no pinned bar covers a part of a control.
    await page.setViewportSize({ ...PHONE, height: 8000 });
    await expectAccessible(page, address, { only: ['target-size'] });
  }
});

test('Notices are one line, open, and stay dismissed until changed (Rules 2.19, 30.47)', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const watch = await watchPage(page);
  const button = (name: string) => page.getByRole('button', { name });
  await page.goto('/guidelines');
  await expect(regional(page)).toBeHidden();
  expect(await height(page, 'notices')).toBeLessThan(40);
  await button('More of the notice for all regions').click();
  await expect(regional(page)).toBeVisible();
  expect(await height(page, 'regional')).toBeLessThan(40);
  await button('More of the notice for EU').click();
  expect(await height(page, 'regional')).toBeGreaterThan(50);
  await button('Less of the notice for all regions').click();
  await expect(regional(page)).toBeHidden();
  await button('Dismiss the notice for all regions').click();
  await expect(regional(page)).toBeVisible();
  await button('Dismiss the notice for EU').click();
  await expect(notices(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto('/privacy');
  await editorFilesLoaded(page);
  await expect(notices(page)).toBeHidden();
  expect(await watch.shift()).toBe(0);

  await page.route(NOTICE, (route) => route.fulfill({ body: '<p>Press <code>J</code>.</p>' }));
  await page.reload();
  const line = page.getByText('Press J.');
  await expect(line).toBeVisible();
  await line.evaluate((text) => {
    const code = text.querySelector('code');
    if (code) code.style.fontSize = '1.5em';
  });
  // Measures again.
  await page.setViewportSize({ ...PHONE, width: 600 });
  await expect(button('More of the notice for EU'), 'of one line with a taller part').toBeHidden();
  await line.evaluate((text) => text.append(' And so on.'.repeat(40)));
  await page.setViewportSize({ ...PHONE, width: 640 });
  await expect(button('More of the notice for EU')).toBeVisible();

  await page.unroute(NOTICE);
  await page.route(NOTICE, (route) => route.fulfill({ body: '<p data-always-shown>Servers are down.</p>' }));
  await page.reload();
  await expect(page.getByText('Servers are down.')).toBeVisible();
  await expect(button('Dismiss the notice for EU')).toBeHidden();
});

test('Notices share a row from 1,024 px, and one opens without the other (Rule 30.72)', async ({ page }) => {
  const watch = await watchPage(page);
  const button = (name: string) => page.getByRole('button', { name });
  for (const width of [1024, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/guidelines');
    await editorFilesLoaded(page);
    expect(await height(page, 'notices')).toBeLessThanOrEqual(44);
    const boxes = await Promise.all(
      (await page.locator('.notice').all()).map((notice) => notice.boundingBox()),
    );
    expect(boxes[0]?.y).toBe(boxes[1]?.y);
    expect(await watch.shift()).toBe(0);
    await button('More of the notice for EU').click();
    expect(await height(page, 'regional')).toBeGreaterThan(50);
    await expect(button('More of the notice for all regions')).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
  await button('Dismiss the notice for all regions').click();
  await button('Less of the notice for EU').click();
  expect((await regional(page).boundingBox())?.width, 'alone').toBeGreaterThan(1200);
  await watch.expectClean();
});

test('Newer editors’ files are cleaned as in the build, and run nothing (Rules 2.14, 2.49)', async ({
  page,
}) => {
  const parts = [
    '<meta http-equiv="refresh" content="0;url=/forbidden"><base href="/x/"><style>*{display:none}</style>',
    '<p>A<p id=b class=lead>B<ul><li>C<li>D</ul></div></main>',
    '<table><p>E</p><tr><th scope=col>F<td colspan=2>G</table>',
    '<center><font color=red>H</font></center><svg><a href="/x">I</a></svg><noscript><p>J</p></noscript>',
    '<a href="java\nscript:k()" onclick="k()">K</a><a href="/l?m=1&n=2">L</a><a href="mailto:m@example.org">M</a>',
    '<img src="//example.org/n.png" alt="N"><iframe src="/">O</iframe><!-- P --><b><i>Q</b>R</i>',
    '<details open><summary><h2>S</h2></summary>1 < 2 &amp; 3</details><p onclick=t() style="a:b">T',
    '<script>window.hit = 1</script><img src="/none.png" onerror="window.hit = 1">',
  ];
  const all = parts.join('\n');
  await page.route(NOTICE, (route) =>
    route.fulfill({ body: `${all}<i>end</i>`, contentType: 'text/html; charset=utf-8' }),
  );
  await page.goto('/guidelines');
  const text = page.locator(`[data-static$="${regions.eu.noticeFile}"]`);
  await expect(text).toContainText('end');
  expect(await text.innerHTML()).toBe(cleanFragment(`${all}<i>end</i>`).html);
  for (const body of [
    ...parts,
    `<!doctype html><html><head><title>U</title></head><body>${parts.join('')}`,
  ]) {
    const read = await page.evaluate(async (file) => {
      const { readFragment } = await import(document.documentElement.dataset.reader ?? '');
      const box = document.createElement('div');
      box.append(...readFragment(file));
      return box.innerHTML;
    }, body);
    expect(read, body).toBe(cleanFragment(body).html);
  }
  // An image that was loaded would fail now, and run its handler.
  await page.evaluate(() => fetch('/none.png').catch(() => undefined));
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  await expect(page).toHaveURL('/guidelines');
});

test('Wide tables and code in editors’ files scroll, and not the page (Rule 2.49)', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'light' });
  const cells = (name: string) => `<${name}>Ship class</${name}>`.repeat(40);
  const wide = `<p>Season two</p><table><tr>${cells('th')}</tr><tr>${cells('td')}</tr></table><pre>${'long line '.repeat(60)}</pre><p>${'w'.repeat(300)}</p><img src="/icons/icon-512.png" alt="" width="4000" height="300">`;
  await page.route(/\/assets\/.*\.html$/, (route) => route.fulfill({ body: wide }));
  await page.goto('/');
  await expect(page.getByRole('main').getByText('Season two')).toBeVisible();
  for (const more of await page.locator('.notice-more').all()) await more.click();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const tables = page.getByRole('table');
  await expect(tables).toHaveCount(3);
  for (const table of await tables.all()) {
    await table.getByRole('cell').last().scrollIntoViewIfNeeded();
    await expect(table.getByRole('cell').last()).toBeInViewport();
  }
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'dark');
});
