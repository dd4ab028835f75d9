/** The built site in front of the original API's recorded answers: reading, signing in and live events. */
import { expect, type Locator, type Page, test } from 'playwright/test';
import { liveFrames } from '#tests/support/original-api.ts';
import { type Account, ANNA, openOriginal } from '#tests/support/original-site.ts';

// It would answer instead of the recordings, 30 s after a page has loaded.
test.use({ serviceWorkers: 'block' });

const POST = '/posts/3d1971f2-6e43-4c3f-b8cc-e6d20800e101';

const main = (page: Page): Locator => page.getByRole('main');
const cards = (page: Page): Locator => main(page).getByRole('article');

test('A visitor reads every page of the original', async ({ page }) => {
  test.slow();
  const api = await openOriginal(page);

  api.now('latest');
  await api.open('/posts');
  await expect(cards(page)).toHaveCount(3);
  await expect(main(page)).not.toContainText(/edited/);
  await api.expectSound();

  api.now('latest with replay');
  await api.open('/posts?hasReplay=true');
  await expect(cards(page)).toHaveCount(1);
  await api.expectSound();

  api.now('latest page beyond');
  api.nowAs({ at: '/api/post/latest?page=3' }, 'latest');
  await api.open('/posts?page=99');
  await expect(page).toHaveURL('/posts?page=3');
  await expect(cards(page)).toHaveCount(3);
  await api.expectSound();

  api.now('latest next after last');
  await api.open('/posts?page=2');
  await expect(page).toHaveURL('/posts');
  await expect(cards(page)).toHaveCount(3);
  await api.expectSound();

  api.now('post');
  await api.open(POST);
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Teams' })).toContainText('Invented_Ajax');
  await api.expectSound();

  api.now('post unknown');
  await api.open('/posts/00000000-0000-4000-8000-000000000000');
  await expect(main(page)).toContainText('Sorry, no post was found.');
  await api.open('/posts/abc');
  await expect(main(page)).toContainText('Sorry, no post was found.');
  await api.expectSound();

  api.now('player');
  api.nowAs({ id: 500000005 }, 'profile visitor', 'received', 'sent');
  await api.open('/player/500000005,Player_5');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Player_5');
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByText('Picture', { exact: true })).toBeHidden();
  await expect(main(page)).toContainText('Each bar is a post');
  await api.expectSound();
  await page.getByRole('link', { name: /^Sent/ }).click();
  await expect(cards(page)).toHaveCount(1);
  await api.expectSound();

  api.now('player without clan');
  api.nowAs({ id: 500000040 }, 'profile visitor');
  api.nowAs({ at: '/api/post/500000040/received' }, 'received unknown');
  await api.open('/player/500000040,Player_40');
  await expect(main(page)).toContainText('No posts found.');
  await api.expectSound();

  api.now('opted out player');
  api.nowAs({ id: 500000030 }, 'profile of opted out', 'received', 'sent');
  await api.open('/player/500000030,Player_30');
  await expect(main(page)).toContainText('Player has opted out.');
  await expect(main(page)).not.toContainText('Replay 15.4');
  const karma = page.getByText('Platform Karma', { exact: true }).locator('xpath=following-sibling::dd[1]');
  await expect(karma).toHaveText('N/A');
  await api.expectSound();

  api.now('player unknown');
  api.nowAs({ at: '/api/profile/999' }, 'player unknown');
  api.now('received unknown');
  await api.open('/player/999,Unknown');
  await expect(main(page)).toContainText('Sorry, no player was found.');
  await api.expectSound();

  api.now('clan members');
  await api.open('/clan/77,TEST-Testers-of-the-Sea');
  await expect(page.getByRole('rowheader')).toHaveText(/Anna_Ahoy/);
  await api.expectSound();
  api.now('clan unknown');
  await api.open('/clan/4,NONE');
  await expect(main(page)).toContainText('Sorry, no clan was found.');
  await api.expectSound();

  api.now('player search', 'player search none', 'player search letters');
  await api.open('/player?search=Anna');
  await expect(main(page)).toContainText('1 player');
  await api.open('/player?search=zzz');
  await expect(main(page)).toContainText('No results found');
  await api.open('/player?search=zz');
  await expect(main(page)).toContainText(/at least 3/);
  await api.expectSound();
  await api.open('/player?search=%D0%9F%D1%91%D1%82%D1%80');
  await expect(main(page)).toContainText(/letters/);
  await api.expectSound();

  api.now('clan search', 'clan search one letter');
  await api.open('/clan?search=TES');
  await expect(main(page)).toContainText('Found 1 Clan(s) :');
  await api.open('/clan?search=T');
  await expect(main(page)).toContainText(/2 to 50 characters/);
  await api.expectSound();

  // It criticises, so home has its invitation.
  api.now('latest with replay');
  await api.open('/');
  const praise = page.getByRole('region', { name: 'Latest praise' });
  await expect(praise.getByRole('link', { name: 'Read posts' })).toBeVisible();
  await expect(praise.getByRole('article')).toHaveCount(0);
  await api.expectSound();
});

const PLAYER_26: Account = { id: 500000026, username: 'Player_26' };

test('Every live event of the original reaches the feed and the notifications', async ({ page }) => {
  const api = await openOriginal(page, PLAYER_26);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const post = (title: string) => main(page).getByRole('article', { name: title });
  const events = liveFrames('post');
  const notifications = liveFrames('notifications');

  api.now('latest');
  await api.open('/posts');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // Pending since before: the removal of a post, and a ban.
  await expect(bell).toHaveAccessibleName('Notifications, 2 new');

  await api.send('post', ...events.slice(0, 1));
  await expect(post('Hub mwtwgron')).toBeVisible();
  await api.send('notifications', ...notifications.slice(0, 1));
  await expect(bell).toHaveAccessibleName('Notifications, 3 new');
  await api.send('post', ...events.slice(1, 2));
  await expect(post('Edited by author')).toContainText('edited');
  await api.send('notifications', ...notifications.slice(1, 2));
  await expect(bell).toHaveAccessibleName('Notifications, 3 new');

  await api.send('post', ...events.slice(2, 4));
  await expect(post('By a moderator')).toContainText('Read-only after a moderator’s edit.');
  // The notification comes before the event, and again although it is known.
  await api.send('notifications', ...notifications.slice(2, 3));
  await api.send('post', ...events.slice(4, 5));
  await expect(post('By a moderator')).toHaveCount(0);
  await api.send('notifications', ...notifications.slice(3));
  await api.send('post', ...events.slice(5));
  await expect(post('Edited by author')).toHaveCount(0);
  await expect(cards(page)).toHaveCount(3);

  await bell.click();
  await expect(panel.getByRole('article')).toHaveText([
    /Post edited.*Edited by author/,
    /Post mod deleted.*Rule 1/,
    /banned from posting permanently.*Insults/,
  ]);
  await api.expectSound();

  await page.keyboard.press('Escape');
  await api.send('auth', { type: 1, target: 'SeedTokenInvalidated', arguments: [ANNA.id] });
  await expect(page.getByText(`Welcome, ${PLAYER_26.username}.`)).toBeAttached();
  await api.expectSound();
  await api.send('auth', ...liveFrames('auth'));
  await expect(page.getByText('You were signed out on all devices')).toBeVisible();
  await api.expectClean();
});
