/** The settings: opting out, the personal token and its seed, and what a banned user sees. */
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatMedium } from '#lib/domain/dates.ts';
import { makeBan, makeFlags } from '#tests/support/builders.ts';
import { SITE_ORIGIN } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';
import { CHECK, FLAGS, type SignedInPage } from '#tests/support/signed-in-page.ts';
import { makeToken } from '#tests/support/token.ts';

const SAVE = 'PUT /api/Profile';
const RENEW = 'POST /api/Auth/renew-seed';
const REFRESH = 'GET /api/Auth/refresh-token';
const BANS = 'GET /api/mod/bans/500000001?currentOnly=true';
const NOW = Date.parse('2026-02-01T12:00:00Z');
const SAVED = ['Your changes have been saved.'];

const loadModules = async () => ({
  ...(await newPage(() => [
    import('#islands/settings/SettingsScreen.tsx'),
    import('#lib/stores/session/session.ts'),
    import('#tests/support/signed-in-page.ts'),
  ])),
  ...(await import('@testing-library/react')),
});
let modules: Awaited<ReturnType<typeof loadModules>>;
let page: SignedInPage;
const settle = () => modules.act(modules.settle);

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  modules.cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** Opens the settings in a new page. */
async function open(options: Parameters<typeof modules.openSignedIn>[0] = {}, bans: object[] | string = []) {
  document.body.replaceChildren();
  modules = await loadModules();
  page = await modules.openSignedIn(options);
  page.answer(BANS, bans);
  modules.render(<modules.SettingsScreen />);
  await settle();
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = async (name: string) => {
  await modules.act(async () => void fireEvent.click(button(name)));
  await settle();
};
const optOut = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Opt out of the platform' });
const text = () => document.body.textContent ?? '';
/** Chooses to opt out, and confirms. */
async function save(): Promise<void> {
  if (!optOut().checked) fireEvent.click(optOut());
  await press('Save');
  await press('Opt out');
}
const saves = () => page.requests.filter((request) => request === SAVE).length;

it('shows Loading... until the session is known, then the danger zone (Rules 12.1 and 12.8)', async () => {
  modules = await loadModules();
  page = await modules.openSignedIn();
  modules.resetSession();
  const answer = page.hold(CHECK);
  modules.render(<modules.SettingsScreen />);
  await settle();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Settings');
  expect(screen.getByText('Loading...')).toBeTruthy();
  answer();
  await modules.act(modules.loadSession);
  await settle();
  expect(screen.queryByText('Loading...')).toBeNull();
  const headings = (level: number) =>
    screen.getAllByRole('heading', { level }).map((one) => one.textContent?.trim());
  expect(headings(2)).toEqual(['Notifications', 'Keyboard', 'Danger Zone']);
  const link = screen.getByRole('link', { name: 'Decisions about you' });
  expect(link.getAttribute('href')).toBe('/decisions');
  const zone = within(screen.getByRole('region', { name: 'Danger Zone' }));
  expect(headings(3)).toEqual(['Opt Out', 'Personal Token', 'Reset Seed']);
  expect(zone.getAllByRole('heading', { level: 3 })).toHaveLength(3);
  expect(optOut().disabled).toBe(false);
  expect(document.getElementById(optOut().getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /publicly hides your metrics on this site and the posts you received, and you cannot post on other players’ profiles\. Existing posts stay\. The opt-out is independent of the visibility settings of your game account\./,
  );
});

describe.each([
  ['without an end', null, 'The ban is permanent.'],
  ['that end', '2026-03-02T12:00:00Z', formatMedium('2026-03-02T12:00:00Z')],
])('a user with bans %s', (_, bannedUntil, end) => {
  it('sees the one that ends last and its reason, and cannot opt out (Rules 12.2 and 12.9)', async () => {
    const first = makeBan({ bannedUntil: '2026-02-02T12:00:00Z', reason: 'Threats.' });
    await open({ flags: { postsBanned: true } }, [
      first,
      makeBan({ bannedUntil, reason: 'Insults.' }),
      first,
    ]);
    const notice = screen.getByRole('alert').textContent;
    for (const part of [
      'You have been banned from the platform.',
      'Account settings cannot be changed.',
      `Until${end}ReasonInsults.`,
    ])
      expect(notice).toContain(part);
    expect(notice).not.toContain('Threats.');
    expect([optOut().disabled, button('Save').disabled]).toEqual([true, true]);
    expect([button('Reset Seed').disabled, button('Copy Token').disabled]).toEqual([false, false]);
  });
});

it('flags that could not be loaded can be loaded again, and the error stays until then', async () => {
  await open();
  page.answer(FLAGS, '', { status: 500 });
  modules.resetSession();
  await modules.act(modules.loadSession);
  const error = () => screen.queryByText('Couldn’t load your settings.');
  expect([error() === null, optOut().disabled]).toEqual([false, true]);
  const answer = page.hold(FLAGS);
  await press('Try again');
  expect(error()).not.toBeNull();
  answer(makeFlags());
  await settle();
  expect([error(), optOut().disabled]).toEqual([null, false]);
});

describe('the ban in the settings', () => {
  const bans = () => page.requests.filter((request) => request === BANS).length;
  const banned = { flags: { postsBanned: true } };

  it('is not loaded for a user who is not banned', async () => {
    await open();
    expect(bans()).toBe(0);
  });

  it('can be loaded again after a failure', async () => {
    await open(banned, 'no list');
    expect(text()).toContain('Couldn’t load the ban’s end date and reason.');
    page.answer(BANS, [makeBan()]);
    await press('Try again');
    expect(text()).toContain('The ban is permanent.');
  });

  it('disappears when it ends while the page is open', async () => {
    await open(banned, [makeBan({ bannedUntil: '2026-02-02T12:00:00Z' })]);
    page.answer(FLAGS, makeFlags());
    await modules.act(() => vi.advanceTimersByTimeAsync(86_400_000 + 1000));
    await settle();
    expect([screen.queryByRole('alert'), optOut().disabled]).toEqual([null, false]);
  });

  it('is loaded once when it ends beyond the longest browser timer', async () => {
    await open(banned, [makeBan({ bannedUntil: '2099-01-01T00:00:00Z' })]);
    await modules.act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(bans()).toBe(1);
  });
});

describe('opting out', () => {
  it('asks first, and is then disabled for 7 days (Rules 12.3, 12.6 and 12.10)', async () => {
    await open();
    page.answer(SAVE, undefined, { status: 204 });
    fireEvent.click(optOut());
    button('Save').focus();
    await press('Save');
    const question = screen.getByRole('dialog', { name: 'Opt out of the platform?' }).textContent;
    for (const part of [
      'Your metrics on this site and the posts you received are hidden from other players.',
      'You cannot post on other players’ profiles.',
      'The posts you wrote stay.',
      'You cannot change this again for 7 days.',
    ])
      expect(question).toContain(part);
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect([optOut().checked, saves(), document.activeElement]).toEqual([true, 0, button('Save')]);
    await save();
    expect([page.said, saves()]).toEqual([SAVED, 1]);
    expect(text()).toContain('Opt-Out change is currently on Cooldown. You can change it again on');
    expect(document.querySelector('form time')?.getAttribute('datetime')).toBe('2026-02-08T12:00:00.000Z');
    expect([optOut().checked, optOut().disabled]).toEqual([true, true]);
    expect([...page.tab.keys()]).not.toContain('settings-opt-out:500000001');
    await modules.act(() => vi.advanceTimersByTimeAsync(7 * 86_400_000));
    expect([optOut().disabled, text().includes('on Cooldown')]).toEqual([false, false]);
    fireEvent.click(optOut());
    await press('Save');
    expect([screen.queryByRole('dialog'), saves()]).toEqual([null, 2]);
  });

  const offline = 'The server could not be reached.';
  it.each<[string, number, string]>([
    ['the cooldown', 423, 'Opt-Out change is currently on Cooldown. It was changed less than 7 days ago.'],
    ['a ban', 403, 'You have been banned from the platform. Account settings cannot be changed.'],
    ['the limit', 429, 'You are changing settings too quickly. Wait a moment and try again.'],
    ['an error', 500, 'Something went wrong on our side. Try again in a moment.'],
    ['a lost connection', 0, offline],
  ])(
    'explains a refusal by %s, and keeps the choice over a reload (Rules 12.7 and 12.10)',
    async (_, status, sentence) => {
      await open();
      if (status === 0) page.cut(SAVE);
      else page.answer(SAVE, '', { status, contentType: 'text/plain' });
      await save();
      const alert = screen.getByRole('alert').textContent;
      expect(alert).toContain('Couldn’t save your changes.');
      expect(alert).toContain(sentence);
      expect([screen.queryByRole('dialog'), optOut().checked, page.said]).toEqual([null, true, []]);
      const { tab } = page;
      await open({ tab });
      expect([optOut().checked, saves(), button('Save').disabled]).toEqual([true, 0, false]);
      page.answer(SAVE, undefined, { status: 204 });
      await save();
      expect(page.said).toEqual(SAVED);
    },
  );

  it('shows that it was saved when the answer was an error although it was done (Rule 12.7)', async () => {
    await open();
    page.answer(SAVE, '', { status: 500, contentType: 'text/plain' });
    page.answer(FLAGS, makeFlags({ optedOut: true, optOutChanged: '2026-02-01T12:00:00.000Z' }));
    await save();
    expect([page.said, screen.queryByRole('alert')]).toEqual([SAVED, null]);
  });

  it('names the cooldown after a 500 within the 7 days (Rules 12.3 and 12.7)', async () => {
    await open({ flags: { optedOut: true } });
    page.answer(SAVE, '{"title":"Serialization is not supported."}', { status: 500 });
    page.answer(FLAGS, makeFlags({ optedOut: true, optOutChanged: '2026-01-30T12:00:00.000Z' }));
    fireEvent.click(optOut());
    await press('Save');
    expect(screen.getByRole('alert').textContent).toMatch(/currently on Cooldown/);
    expect([optOut().checked, optOut().disabled]).toEqual([true, true]);
    expect(document.querySelector('form time')?.getAttribute('datetime')).toBe('2026-02-06T12:00:00.000Z');
  });

  it.each([
    ['on cooldown', { optOutChanged: '2026-01-30T12:00:00.000Z' }],
    ['banned', { postsBanned: true }],
  ])('when %s shows the saved value, not an earlier choice (Rules 12.2 and 12.3)', async (_, flags) => {
    await open();
    fireEvent.click(optOut());
    const { tab } = page;
    await open({ flags, tab });
    expect([optOut().checked, optOut().disabled]).toEqual([false, true]);
  });
});

it('the token is shown with its expiry and a warning, copied and replaced (Rule 12.4)', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open({ exp: NOW / 1000 + 3600 });
  const section = screen.getByRole('region', { name: 'Personal Token' });
  const expiry = () => section.querySelector('time')?.getAttribute('datetime');
  for (const part of ['Your key to the API', 'A token expires after 8 days', 'Never reveal your token.'])
    expect(section.textContent).toContain(part);
  expect(expiry()).toBe('2026-02-01T13:00:00.000Z');
  expect(section.querySelector('details:not([open]) code')?.textContent).toBe(page.token);
  await press('Copy Token');
  expect([writeText.mock.calls, page.said]).toEqual([[[page.token]], ['Token copied to clipboard!']]);
  writeText.mockRejectedValueOnce(new Error('not allowed'));
  await press('Copy Token');
  expect(section.textContent).toContain('Your browser did not allow copying. Show the token below');

  const newer = makeToken({ exp: NOW / 1000 + 7200 });
  page.cut(REFRESH);
  await press('Get a new token');
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t get a new token.');
  expect(section.querySelector('code')?.textContent).toBe(page.token);
  page.answer(REFRESH, JSON.stringify(newer));
  await press('Get a new token');
  expect(page.said.at(-1)).toBe('This is a new token. The earlier one stays valid until it expires.');
  expect([section.querySelector('code')?.textContent, expiry()]).toEqual([newer, '2026-02-01T14:00:00.000Z']);
});

it('renewing the seed needs a confirmation, clears the cookie and goes home (Rule 12.5)', async () => {
  await open();
  button('Reset Seed').focus();
  await press('Reset Seed');
  const question = screen.getByRole('dialog', { name: 'Confirm Seed Token Rotation' });
  for (const part of [
    'Do you want to rotate your seed token?',
    'All devices will be signed out',
    'may break until you give them a new one',
  ])
    expect(question.textContent).toContain(part);
  await press('Cancel');
  expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([null, button('Reset Seed')]);
  page.cut(RENEW);
  await press('Reset Seed');
  await press('Renew');
  expect(within(screen.getByRole('dialog')).getByRole('alert')).toBeTruthy();
  expect([page.cookie(), page.went]).toEqual([page.token, []]);
  page.answer(RENEW);
  await press('Renew');
  expect([page.cookie(), page.went]).toEqual([null, [`${SITE_ORIGIN}/`]]);
});
