/** Also covers Rules 2.1, 2.2, 2.4, 16.8. */
import { expect, type Page, test } from 'playwright/test';
import { cleanFragment } from '#lib/content/static-content-files.ts';
import { REGION_IDS, regionHost, regionOfHost, regions } from '#lib/regions.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { pickAccount, signIn } from '#tests/support/sign-in.ts';
import { editorFilesLoaded, watchPage } from '#tests/support/watch-page.ts';

const CONTENT_PAGES = ['/', '/guidelines', '/privacy', '/unauthorized', '/forbidden', '/nothing/here'];
const OTHER_PAGES = ['/clan', '/clan/1,ABC-Name', '/player', '/posts'];

/** The region of the site under test: `npm run test:deploy` runs the tests with the tag `@host` on the host of each. */
const regionAt = (baseURL: string | undefined) => regions[regionOfHost(new URL(baseURL ?? '').host)];

declare global {
  interface Window {
    /** The heading's visibility, each time it changed. */
    __seen?: string[];
  }
}

/** Records the visibility of the heading in every frame, from the start of the next page. */
const recordVisibility = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: string[] = [];
    window.__seen = seen;
    const look = (): void => {
      const heading = document.querySelector('h1');
      const now = heading === null ? null : getComputedStyle(heading).visibility;
      if (now !== null && now !== seen.at(-1)) seen.push(now);
      requestAnimationFrame(look);
    };
    look();
  });

const visibilities = (page: Page) => page.evaluate(() => window.__seen);

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('No page scrolls sideways at 320, 390, 1440 or 2560 px', async ({ page }) => {
  for (const path of [...CONTENT_PAGES, ...OTHER_PAGES]) {
    await page.goto(path);
    for (const width of [320, 390, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await scrollsSideways(page), `${path} at ${width} px`).toBe(false);
    }
  }
});

test.describe('A signed-out visitor', () => {
  test('has the complete navbar and footer without JavaScript (Rule 2.6)', { tag: '@host' }, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
    const page = await context.newPage();
    await page.goto('/guidelines');
    const navbar = page.getByRole('banner');
    for (const [name, href] of [
      ['Fleet Karma, home', '/'],
      ['Home', '/'],
      ['Players', '/player'],
      ['Clans', '/clan'],
      ['Posts', '/posts'],
      ['Login', '/login'],
    ] as const) {
      const link = navbar.getByRole('link', { name, exact: true });
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute('href', href);
    }
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(`Region ${regionAt(baseURL).label} · Version 0.18.0`);
    await expect(footer).toContainText('not affiliated with');
    await expect(footer).toContainText('Opt Out');
    for (const [name, href] of [
      ['Guidelines', /^\/guidelines$/],
      ['Privacy', /^\/privacy$/],
      ['API', /\/swagger$/],
      ['Source repository', /^https:\/\//],
      ['Chat community', /^https:\/\//],
    ] as const)
      await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    // The switch that tests have for JavaScript does not draw what is in <noscript>.
    const noscript =
      '<noscript><p class="needs-script">This page shows live data and needs JavaScript.</p></noscript>';
    expect(await (await page.request.get('/guidelines')).text()).not.toContain('<noscript>');
    for (const path of ['/posts', '/settings'])
      expect(await (await page.request.get(path)).text(), path).toContain(noscript);
    await context.close();
  });

  test('sees navbar, notices, content and footer on every page (Rule 2.3)', { tag: '@host' }, async ({
    page,
    baseURL,
  }) => {
    const others = ['/posts/1', '/player/1,A', '/settings', '/login', '/logout'];
    for (const path of [...CONTENT_PAGES, ...OTHER_PAGES, ...others]) {
      const html = await (await page.request.get(path)).text();
      expect(html, path).toMatch(
        new RegExp(
          `class="navbar"[^]*Rating someone\\? Bring the replay\\.[^]*${regionAt(baseURL).name}:[^]*id="main"[^]*class="footer"`,
        ),
      );
    }
  });

  test('is redirected from the settings to the login and back (Rule 2.13)', { tag: '@host' }, async ({
    page,
  }) => {
    await page.goto('/settings?from=here');
    await expect(page).toHaveURL('/unauthorized?redirectUri=%2Fsettings%3Ffrom%3Dhere');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Access Unauthorized.');
    expect(await page.evaluate(() => document.documentElement.dataset.session)).toBeUndefined();
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await pickAccount(page, 'Aurora_Captain');
    await expect(page).toHaveURL('/settings?from=here');
  });

  test('searches a player from the home page', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('searchbox', { name: 'Username' }).fill('Borodino');
    await page.getByRole('button', { name: 'Search players' }).click();
    await expect(page).toHaveURL('/player?search=Borodino');
    await expect(page.getByRole('searchbox', { name: 'Username' })).toHaveValue('Borodino');
  });

  test('returns to the page on which Login was clicked', async ({ page }) => {
    await page.route('**/login?**', (route) => route.fulfill({ body: 'login' }));
    await page.goto('/guidelines?from=home');
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL('/login?redirectUri=%2Fguidelines%3Ffrom%3Dhome');
  });

  test('keeps the chosen theme', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await page.getByLabel('Theme').selectOption('dark');
    await page.goto('/guidelines');
    await expect(page.getByLabel('Theme')).toHaveValue('dark');
    const drawn = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await drawn();
    await page.getByLabel('Theme').selectOption('light');
    expect(await drawn()).not.toBe(dark);
  });

  test('reaches the content with the first Tab', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test.describe('A visitor with the region’s cookie', () => {
  test.beforeEach(async ({ context, baseURL }) => {
    const claims = { nameid: '500000001', unique_name: 'Aurora_Captain', exp: 4_102_444_800 };
    const token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
    await context.addCookies([{ name: regionAt(baseURL).cookieName, value: token, url: baseURL ?? '' }]);
  });

  test('sees the page after 3 s at the latest, without a Login link yet (Rule 3.4)', async ({ page }) => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/api\/Auth$/i, (route) => answered.then(() => route.continue()));
    await recordVisibility(page);
    await page.goto('/guidelines');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await visibilities(page)).toEqual(['hidden', 'visible']);
    const banner = page.getByRole('banner');
    await expect(banner.getByText('Checking sign-in…')).toBeVisible();
    await expect(banner.getByRole('link', { name: 'Login' })).toBeHidden();
    answer();
    await expect(banner.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(banner.getByText('Checking sign-in…')).toBeHidden();
  });

  test('sees the page after 3 s even when no module loads', async ({ page }) => {
    await page.route(/\/hashed\//, (route) => route.abort());
    await page.goto('/guidelines');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  });

  test('is redirected from the settings when the session is refused (Rule 2.13)', { tag: '@host' }, async ({
    page,
  }) => {
    await page.goto('/settings?from=here');
    await expect(page).toHaveURL('/unauthorized?redirectUri=%2Fsettings%3Ffrom%3Dhere');
  });

  test('is treated as signed out when the session is refused', async ({ page }) => {
    await page.goto('/guidelines');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  });
});

test.describe('A signed-in user', () => {
  for (const width of [390, 1440]) {
    test(`sees their own links in the navbar at ${width} px, without a shift (Rule 2.5)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await signIn(page, 'Aurora_Captain');
      const watch = await watchPage(page);
      await page.goto('/guidelines');
      const banner = page.getByRole('banner');
      await banner.getByRole('button', { name: 'Account' }).click();
      await expect(banner.getByText('Welcome, Aurora_Captain.')).toBeVisible();
      await expect(banner.getByRole('link', { name: 'Profile' })).toHaveAttribute(
        'href',
        '/player/500000001,Aurora_Captain',
      );
      for (const [name, href] of [
        ['Settings', '/settings'],
        ['Logout', '/logout'],
      ] as const) {
        const link = banner.getByRole('link', { name });
        await expect(link).toBeVisible();
        await expect(link).toHaveAttribute('href', href);
      }
      await expect(banner.getByRole('link', { name: 'Login' })).toHaveCount(0);
      await expect(page.getByRole('navigation', { name: 'Staff' })).toHaveCount(0);
      await expectAccessible(page);
      expect(await watch.shift()).toBe(0);
      await watch.expectClean();
    });
  }

  test('chooses the theme in the account menu with the keyboard (Rule 2.20)', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await signIn(page, 'Aurora_Captain');
    await page.goto('/guidelines');
    const opener = page.getByRole('banner').getByRole('button', { name: 'Account' });
    await opener.press('Enter');
    await expect(page.getByRole('group', { name: 'Theme' })).toBeVisible();
    await page.getByRole('radio', { name: 'System' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });

  test('closes the account menu by tabbing out of it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'Aurora_Captain');
    await page.goto('/guidelines');
    const banner = page.getByRole('banner');
    await banner.getByRole('button', { name: 'Account' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'System' }).focus();
    await page.keyboard.press('Tab');
    await expect(banner.getByRole('link', { name: 'Logout' })).toBeHidden();
  });

  test('sees the staff links in the footer as staff (Rule 2.7)', async ({ page }) => {
    await signIn(page, 'Jutland_Admin');
    await page.goto('/');
    const staff = page.getByRole('navigation', { name: 'Staff' });
    await expect(staff.getByRole('link', { name: 'API documentation' })).toBeVisible();
    const api = await page.evaluate(() => document.documentElement.dataset.api);
    await expect(staff.getByRole('link', { name: 'Background jobs' })).toHaveAttribute(
      'href',
      `${api}/hangfire`,
    );
  });

  test('does not wait for the session check on the next page', async ({ page }) => {
    await signIn(page, 'Aurora_Captain');
    await page.goto('/guidelines');
    await expect(page.getByRole('banner').getByText('Welcome, Aurora_Captain.')).toBeVisible();
    await page.route(/\/api\/Auth$/i, () => {
      // Never answered.
    });
    await recordVisibility(page);
    await page.goto('/');
    await expect(page.getByRole('banner').getByText('Welcome, Aurora_Captain.')).toBeVisible();
    expect(await visibilities(page)).toEqual(['visible']);
  });

  test('sees the settings, and after signing out only the Login link', { tag: '@host' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await signIn(page, 'Aurora_Captain');
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    await page.goto('/guidelines');
    await page.goto('/logout');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    // Back leads to what was read before, and not to logging out once more.
    await page.goBack();
    await expect(page).toHaveURL('/guidelines');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain(regionAt(baseURL).cookieName);
  });
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the sections are a bar at the bottom that covers nothing (Rule 2.18)', async ({ page }) => {
    const watch = await watchPage(page);
    await page.goto('/posts');
    await expect(page.getByRole('article').first()).toBeVisible();
    await screenDrawn(page);
    const bar = page.getByRole('navigation', { name: 'Main' });
    const box = await bar.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
    await expect(bar.getByRole('link', { name: 'Posts' })).toHaveAttribute('aria-current', 'page');
    const first = await page.getByRole('article').first().boundingBox();
    expect(first?.y, 'the first post').toBeLessThan(480);
    await expectAccessible(page);
    for (const link of await page.getByRole('contentinfo').getByRole('link').all()) {
      await link.focus();
      const focused = await link.boundingBox();
      expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    }
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const footer = await page.getByRole('contentinfo').boundingBox();
    expect(Math.round((footer?.y ?? 0) + (footer?.height ?? 0))).toBeLessThanOrEqual(box?.y ?? 0);
    expect(await watch.shift()).toBe(0);
    await watch.expectClean();
  });

  test('nothing is pinned at 400 % zoom (Rule 2.18)', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto('/guidelines');
    await page.evaluate(() => scrollTo(0, 600));
    await expect(page.getByRole('navigation', { name: 'Main' })).not.toBeInViewport();
    await expect(page.getByRole('banner')).not.toBeInViewport();
    expect(await scrollsSideways(page)).toBe(false);
  });

  test('nor are the filters of the feed and the place to post (Rule 2.18)', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    for (const [address, pinned] of [
      ['/posts', page.getByRole('button', { name: 'Filters' })],
      ['/player/500000002,Borodino_Gunner', page.getByRole('link', { name: /login/i }).last()],
    ] as const) {
      await page.goto(address);
      await expect(pinned).toBeAttached();
      await expect(page.locator('[data-early-posts]')).toHaveCount(0);
      await page
        .getByRole('article')
        .nth(3)
        .evaluate((post) => post.scrollIntoView({ block: 'center' }));
      await expect(pinned).not.toBeInViewport();
    }
  });
});

test.describe('A notice', () => {
  test('shares one row with the other on phones (Rule 30.47)', async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/guidelines');
    const regional = page.locator('.notice').filter({ hasText: `${regionAt(baseURL).name}:` });
    const notices = page.getByRole('complementary', { name: 'Notices' });
    await expect(regional).toBeHidden();
    expect((await notices.boundingBox())?.height).toBeLessThan(40);
    const more = page.getByRole('button', { name: 'More of the notice for all regions' });
    await more.click();
    await expect(regional).toBeVisible();
    await page.getByRole('button', { name: 'Less of the notice for all regions' }).click();
    await expect(regional).toBeHidden();
    await page.getByRole('button', { name: 'Dismiss the notice for all regions' }).click();
    await expect(regional).toBeVisible();
    await page.reload();
    await expect(regional).toBeVisible();
    expect((await notices.boundingBox())?.height).toBeLessThan(40);
  });

  test('is one line, opens, and stays away once it is dismissed (Rule 2.19)', async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const watch = await watchPage(page);
    await page.goto('/guidelines');
    const { label, name } = regionAt(baseURL);
    const notice = page.locator('.notice').filter({ hasText: `${name}:` });
    await page.getByRole('button', { name: 'More of the notice for all regions' }).click();
    const folded = await notice.boundingBox();
    expect(folded?.height).toBeLessThan(40);
    await page.getByRole('button', { name: `More of the notice for ${label}` }).click();
    expect((await notice.boundingBox())?.height).toBeGreaterThan(50);
    await page.getByRole('button', { name: `Dismiss the notice for ${label}` }).click();
    await expect(notice).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    await page.goto('/privacy');
    await editorFilesLoaded(page);
    await expect(notice).toBeHidden();
    await expect(page.getByText('Bring the replay.')).toBeVisible();
    expect(await watch.shift()).toBe(0);
    await watch.expectClean();
  });

  test('returns when its text changes, and can be marked as always shown (Rule 2.19)', async ({
    page,
    baseURL,
  }) => {
    const { label, noticeFile } = regionAt(baseURL);
    await page.goto('/guidelines');
    const dismiss = page.getByRole('button', { name: `Dismiss the notice for ${label}` });
    await dismiss.click();
    let body = '<p>Servers rest on Tuesday.</p>';
    await page.route(`**/assets/${noticeFile}`, (route) => route.fulfill({ body }));
    await page.reload();
    await expect(page.getByText('Servers rest on Tuesday.')).toBeVisible();
    await dismiss.click();
    await page.reload();
    await editorFilesLoaded(page);
    await expect(page.getByText('Servers rest on Tuesday.')).toBeHidden();
    body = '<p data-always-shown>Servers are down.</p>';
    await page.reload();
    await expect(page.getByText('Servers are down.')).toBeVisible();
    await expect(dismiss).toBeHidden();
  });

  test('has no "More" for one line with a taller part (Rule 2.19)', async ({ page, baseURL }) => {
    const { label, noticeFile } = regionAt(baseURL);
    const more = page.getByRole('button', { name: `More of the notice for ${label}` });
    await page.route(`**/assets/${noticeFile}`, (route) =>
      route.fulfill({ body: '<p>Press <code>J</code>.</p>' }),
    );
    await page.goto('/guidelines');
    await page.getByText('Press J.').evaluate((line) => {
      const code = line.querySelector('code');
      if (code) code.style.fontSize = '1.5em';
    });
    // Measures again.
    await page.setViewportSize({ width: 600, height: 844 });
    await expect(page.getByText('Press J.')).toBeVisible();
    await expect(more).toBeHidden();
    await page.getByText('Press J.').evaluate((line) => line.append(' And so on.'.repeat(40)));
    await page.setViewportSize({ width: 640, height: 844 });
    await expect(more).toBeVisible();
  });

  test('can be read whole without JavaScript (Rule 2.19)', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: baseURL ?? '',
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto('/guidelines');
    const notices = page.getByRole('complementary', { name: 'Notices' });
    await expect(notices.getByRole('link', { name: 'guidelines' })).toBeInViewport();
    await expect(notices.getByRole('button')).toHaveCount(0);
    await expect(page.getByLabel('Theme')).toBeHidden();
    await context.close();
  });
});

test.describe('An editors’ file', () => {
  const noticeOf = (baseURL: string | undefined) => `**/assets/${regionAt(baseURL).noticeFile}`;

  test('newer than the build is shown without a rebuild (Rule 2.14)', async ({ page, baseURL }) => {
    const watch = await watchPage(page);
    await page.route(noticeOf(baseURL), (route) =>
      route.fulfill({ body: '<p>Servers rest on <b>Tuesday</b>.</p>' }),
    );
    await page.goto('/');
    await expect(page.getByRole('complementary', { name: 'Notices' })).toContainText(
      'Servers rest on Tuesday.',
    );
    await watch.expectClean();
  });

  for (const [path, file, baked] of [
    ['/', 'indexcontent', 'Look someone up'],
    ['/guidelines', 'guidelines', 'Say what the player did'],
    ['/privacy', 'privacy', 'stores data about players'],
  ] as const)
    test(`of ${path} is in the page and replaced by a newer one (Rule 2.14)`, async ({ page }) => {
      expect(await (await page.request.get(path)).text()).toContain(baked);
      await page.route(`**/assets/${file}.html`, (route) =>
        route.fulfill({ body: '<h2>Season two</h2><p>Everything is new.</p>' }),
      );
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { name: 'Season two' })).toBeVisible();
      await expect(page.getByRole('main').getByText(baked)).toHaveCount(0);
    });

  test('of the privacy page is followed by the configured contact (Rule 20.1)', async ({ page }) => {
    await page.route('**/assets/privacy.html', (route) => route.fulfill({ body: '<p>Newer text.</p>' }));
    await page.goto('/privacy');
    const main = page.getByRole('main');
    await expect(main.getByText('Newer text.')).toBeVisible();
    const contact = main.getByRole('region', { name: 'Contact' }).getByRole('link');
    await expect(contact).toHaveAttribute('href', /^mailto:\S+@\S+$/);
  });

  test('with a script or an event handler runs nothing', async ({ page, baseURL }) => {
    await page.route(noticeOf(baseURL), (route) =>
      route.fulfill({
        body: '<p>New<script>window.hit = 1</script><img src="/none.png" onerror="window.hit = 1"></p>',
      }),
    );
    await page.goto('/');
    await expect(page.getByRole('complementary', { name: 'Notices' })).toContainText('New');
    // An image that was loaded would fail now, and run its handler.
    await page.evaluate(() => fetch('/none.png').catch(() => undefined));
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  });

  test('is cleaned in the browser as in the build (Rule 2.49)', async ({ page, baseURL }) => {
    const parts = [
      '<meta http-equiv="refresh" content="0;url=/forbidden"><base href="/x/"><style>*{display:none}</style>',
      '<p>A<p id=b class=lead>B<ul><li>C<li>D</ul></div></main>',
      '<table><p>E</p><tr><th scope=col>F<td colspan=2>G</table>',
      '<center><font color=red>H</font></center><svg><a href="/x">I</a></svg><noscript><p>J</p></noscript>',
      '<a href="java\nscript:k()" onclick="k()">K</a><a href="/l?m=1&n=2">L</a><a href="mailto:m@example.org">M</a>',
      '<img src="//example.org/n.png" alt="N"><iframe src="/">O</iframe><!-- P --><b><i>Q</b>R</i>',
      '<details open><summary><h2>S</h2></summary>1 < 2 &amp; 3</details><p onclick=t() style="a:b">T',
    ];
    const files = [
      ...parts,
      parts.join('\n'),
      `<!doctype html><html><head><title>U</title></head><body>${parts}`,
    ];
    for (const body of files) {
      await page.unrouteAll();
      await page.route(noticeOf(baseURL), (route) =>
        route.fulfill({ body: `${body}<i>end</i>`, contentType: 'text/html; charset=utf-8' }),
      );
      await page.goto('/guidelines');
      const text = page.locator(`[data-static$="${regionAt(baseURL).noticeFile}"]`);
      await expect(text).toContainText('end');
      expect(await text.innerHTML()).toBe(cleanFragment(`${body}<i>end</i>`).html);
    }
    await expect(page).toHaveURL('/guidelines');
  });

  for (const theme of ['light', 'dark'] as const)
    test(`with wide parts scrolls these and not the page, ${theme} (Rule 2.49)`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: theme });
      const cells = (name: string) => `<${name}>Ship class</${name}>`.repeat(40);
      const wide = `<p>Season two</p><table><tr>${cells('th')}</tr><tr>${cells('td')}</tr></table><pre>${'long line '.repeat(60)}</pre><p>${'w'.repeat(300)}</p><img src="/icons/icon-512.png" alt="" width="4000" height="300">`;
      await page.route(/\/assets\/.*\.html$/, (route) => route.fulfill({ body: wide }));
      await page.goto('/');
      await expect(page.getByRole('main').getByText('Season two')).toBeVisible();
      for (const more of await page.locator('.notice-more').all()) await more.click();
      expect(await scrollsSideways(page)).toBe(false);
      const tables = page.getByRole('table');
      await expect(tables).toHaveCount(3);
      for (const table of await tables.all()) {
        await table.getByRole('cell').last().scrollIntoViewIfNeeded();
        await expect(table.getByRole('cell').last()).toBeInViewport();
      }
      expect(await scrollsSideways(page)).toBe(false);
      await expectAccessible(page);
    });

  test('that is missing keeps the text of the build', async ({ page, baseURL }) => {
    await page.route(noticeOf(baseURL), (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.goto('/');
    await editorFilesLoaded(page);
    await expect(page.getByRole('complementary', { name: 'Notices' })).toContainText(
      `${regionAt(baseURL).name}:`,
    );
  });

  test('that is answered with a page of the site keeps the text of the build', async ({ page, baseURL }) => {
    const body = await (await page.request.get('/forbidden')).text();
    const reader = page.waitForResponse(/static-fragment/);
    await page.route(noticeOf(baseURL), (route) => route.fulfill({ body }));
    await page.goto('/');
    await reader;
    // The page's own import comes first, and what follows it.
    await page.evaluate(() => import(document.documentElement.dataset.reader ?? ''));
    const notices = page.getByRole('complementary', { name: 'Notices' });
    await expect(notices).toContainText(`${regionAt(baseURL).name}:`);
    await expect(notices).not.toContainText('Access Forbidden');
  });

  test('without text hides the banner', async ({ page }) => {
    await page.route('**/assets/psa.*.html', (route) => route.fulfill({ body: '' }));
    await page.goto('/');
    await expect(page.getByRole('complementary', { name: 'Notices' })).toBeHidden();
  });
});

for (const id of REGION_IDS) {
  test(`${regions[id].label} has its own host, label, notice, cookie and policy (Rule 1.2)`, {
    tag: `@${id}`,
  }, async ({ page, baseURL }) => {
    const { port } = new URL(baseURL ?? '');
    const origin = `http://${regionHost(id, `localhost:${port}`)}`;
    const notices = Promise.all(
      ['global', id].map((name) => page.waitForRequest(`${origin}/assets/psa.${name}.html`)),
    );
    const response = await page.goto(`${origin}/`);
    await notices;
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-region', id);
    await expect(root).toHaveAttribute('data-cookie', regions[id].cookieName);
    await expect(page.getByRole('contentinfo')).toContainText(`Region ${regions[id].label}`);
    await expect(page.locator(`[data-static="/assets/${regions[id].noticeFile}"]`)).not.toBeEmpty();
    const api = (await root.getAttribute('data-api')) ?? '';
    expect(new URL(api).hostname).toBe(regionHost(id, 'localhost'));
    expect(await response?.text()).toContain(`connect-src 'self' ${api} ${api.replace('http', 'ws')};`);
  });
}

test('The Unauthorized page links to the login (Rule 2.11)', async ({ page }) => {
  await page.goto('/unauthorized');
  const main = page.getByRole('main');
  await expect(main).toContainText('401');
  await expect(main).toContainText('Access Unauthorized. Please login to view this page.');
  await expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute('href', /^\/login/);
});

test('The Forbidden page says whom to contact (Rule 2.12)', async ({ page }) => {
  await page.goto('/forbidden');
  const main = page.getByRole('main');
  await expect(main).toContainText('403');
  await expect(main).toContainText('Access Forbidden. You lack the necessary roles to access this page.');
  await expect(main).toContainText('Please contact a site administrator if you believe this is an error.');
});

test('An unknown address answers 404 with the not-found page (Rule 2.10)', { tag: '@host' }, async ({
  page,
}) => {
  const response = await page.goto('/nothing/here');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    "Sorry, there's nothing at this address.",
  );
  await expect(page.getByRole('main')).toContainText('404');
});

test('The service worker is registered 30 s after the page has loaded (Rule 2.15)', { tag: '@host' }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/guidelines');
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await registrations()).toBe(0);
  await page.clock.fastForward(30_000);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  expect(await registrations()).toBe(1);
});
