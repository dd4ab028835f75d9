import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import { guid, makeBan, makeModAction } from '#tests/support/builders.ts';
import { openQueue, type QueuePage } from '#tests/support/review-page.tsx';
import { claimOf, MOD, makeReport, titleOf } from '#tests/support/reviews.ts';

// Loading the modules takes longer than a test may.
beforeAll(() => import('#islands/review-queue/Queue.tsx'), 120_000);

let page: QueuePage;
const open = async (...setup: Parameters<typeof openQueue>) => {
  page = await openQueue(...setup);
};
afterEach(() => page.cleanup());

const reported = { reports: [makeReport(1)], tab: 'reported' as const };
const requestsSince = (count: number) => page.platform.requests.slice(count);

describe('keeping a post (Rules 28.46, 28.47)', () => {
  it('takes one key and two requests, and moves the focus to the next post', async () => {
    await open();
    await page.shows(1);
    const before = page.platform.requests.length;
    await page.press('k');
    await page.shows(2);
    expect(requestsSince(before)).toEqual([`POST /api/mod/reviews/${guid(1)}/keep`, claimOf(2)]);
    expect(document.activeElement).toBe(page.heading());
    expect(page.screen.queryByRole('link', { name: new RegExp(titleOf(1)) })).toBeNull();
    expect(page.screen.getByRole('link', { name: /Unreviewed/ }).textContent).toContain('2');
  });

  it('asks for a sentence when it was reported, which Ctrl+Enter sends', async () => {
    await open({ items: [[1, reported]] });
    await page.shows(1);
    await page.press('k');
    expect(document.activeElement).toBe(page.sentence());
    await page.press('{Control>}{Enter}{/Control}');
    expect(page.screen.getByRole('alert').textContent).toContain('Write a sentence');
    await userEvent.type(page.sentence(), 'Skills are fair game.');
    await page.press('{Control>}{Enter}{/Control}');
    await page.shows(2);
    expect(page.device.size).toBe(0);
  });

  it('lets keys be text in the field', async () => {
    await open({ items: [[1, reported]] });
    await page.shows(1);
    await page.press('k');
    await userEvent.type(page.sentence(), 'kersbu');
    await page.shows(1);
    expect(page.sentence().value).toBe('kersbu');
    expect(page.screen.queryByRole('dialog')).toBeNull();
  });

  it.each<[string, (request: string) => void]>([
    ['the connection is lost', (request) => page.platform.cut(request)],
    ['the API fails', (request) => page.platform.answer(request, undefined, { status: 500 })],
  ])('keeps the sentence when %s, also over a reload', async (_, fail) => {
    await open({ items: [[1, reported]] });
    await page.shows(1);
    await page.press('k');
    await userEvent.type(page.sentence(), 'It is fair.');
    fail(`POST /api/mod/reviews/${guid(1)}/keep`);
    await page.press('{Control>}{Enter}{/Control}');
    expect(await page.screen.findByText('Couldn’t keep the post.')).toBeTruthy();
    expect(page.sentence().value).toBe('It is fair.');
    page.cleanup();
    await open({ items: [[1, reported]], device: page.device });
    await page.shows(1);
    expect(page.sentence().value).toBe('It is fair.');
  });

  it('says so and offers only the next post when it was decided in the meantime', async () => {
    await open();
    await page.shows(1);
    page.platform.answer(`POST /api/mod/reviews/${guid(1)}/keep`, undefined, { status: 410 });
    await page.press('k');
    expect(await page.screen.findByText('This post no longer waits for a decision.')).toBeTruthy();
    expect(page.screen.queryByRole('button', { name: 'Keep' })).toBeNull();
    expect(page.screen.getByRole('navigation', { name: 'Items' }).textContent).not.toContain(titleOf(1));
    await userEvent.click(page.screen.getByRole('button', { name: 'Next' }));
    await page.shows(2);
  });

  const KEEP = `POST /api/mod/reviews/${guid(1)}/keep`;

  it('shows its failure with that post only', async () => {
    await open();
    await page.shows(1);
    page.platform.cut(KEEP);
    await page.press('k');
    expect(await page.screen.findByText('Couldn’t keep the post.')).toBeTruthy();
    await page.press('s');
    await page.shows(2);
    expect(page.screen.queryByText('Couldn’t keep the post.')).toBeNull();
  });

  it('does not wait for the one before, whose failure is named', async () => {
    await open();
    await page.shows(1);
    const answer = page.platform.hold(KEEP);
    await page.press('k');
    await page.press('s');
    await page.shows(2);
    await page.press('k');
    await page.shows(3);
    answer('Slow down.', { status: 403, contentType: 'text/plain' });
    await page.idle();
    expect(page.platform.said.at(-1)).toBe(`Couldn’t keep “${titleOf(1)}”. Slow down.`);
    await page.shows(3);
  });

  it('is undone with u, and the sentence is a draft again', async () => {
    await open({ items: [[1, reported]] });
    await page.shows(1);
    await page.press('k');
    await userEvent.type(page.sentence(), 'It is fair.');
    await page.press('{Control>}{Enter}{/Control}');
    await page.shows(2);
    await page.press('u');
    await page.shows(1);
    expect(page.platform.requests).toContain(`DELETE /api/mod/reviews/${guid(1)}/keep`);
    expect(page.sentence().value).toBe('It is fair.');
    expect(page.screen.getByRole('link', { name: /Unreviewed/ }).textContent).toContain('3');
  });

  it('stays decided when it cannot be undone', async () => {
    await open();
    await page.shows(1);
    await page.press('k');
    await page.shows(2);
    page.platform.cut(`DELETE /api/mod/reviews/${guid(1)}/keep`);
    await page.press('u');
    expect(page.platform.said.at(-1)).toContain('Couldn’t undo it.');
    await page.shows(2);
  });
});

it.each([[403], [404], [409], [410]])(
  'a decision whose undoing is refused with %s leaves the one before it to undo (Rule 28.48)',
  async (status) => {
    await open();
    for (const number of [1, 2]) {
      await page.shows(number);
      await page.press('k');
    }
    await page.shows(3);
    page.platform.answer(`DELETE /api/mod/reviews/${guid(2)}/keep`, undefined, { status });
    await page.press('u');
    expect(page.platform.said.at(-1)).toContain('Couldn’t undo it.');
    await page.press('u');
    await page.shows(1);
  },
);

const ACTION = 'POST /api/mod/action';
const LISTED = `GET /api/mod/action/list?postId=${guid(1)}`;

async function removeFirst(reason = 'Insults.'): Promise<void> {
  page.platform.answer(ACTION, undefined, { status: 202 });
  page.platform.answer(LISTED, [makeModAction({ postId: guid(1), modId: MOD, reason })]);
  await page.press('r');
  await userEvent.type(await page.within(page.dialog()).findByRole('textbox', { name: /Reason/ }), reason);
  await page.press('{Control>}{Enter}{/Control}');
}

describe('removing and editing a post (Rules 28.46, 28.48)', () => {
  it('opens the form with r and shows the next post without reloading', async () => {
    await open();
    await page.shows(1);
    await page.press('r');
    await page.press('{Escape}');
    const before = page.platform.requests.length;
    await removeFirst();
    await page.shows(2);
    expect(requestsSince(before).toSorted()).toEqual([LISTED, ACTION, claimOf(2)].toSorted());
    expect(page.screen.queryByRole('dialog')).toBeNull();
  });

  it('is undone with u', async () => {
    await open();
    await page.shows(1);
    await removeFirst();
    await page.shows(2);
    page.platform.answer(`DELETE /api/mod/action/${guid(11)}`, undefined, { status: 205 });
    await page.press('u');
    await page.shows(1);
    expect(page.platform.requests).toContain(`DELETE /api/mod/action/${guid(11)}`);
  });

  it('is undone with u when someone else has reverted it', async () => {
    await open();
    await page.shows(1);
    await removeFirst();
    await page.shows(2);
    page.platform.answer(LISTED, [makeModAction({ postId: guid(1), modId: 9, reason: 'Insults.' })]);
    await page.press('u');
    await page.shows(1);
    expect(page.platform.said).toContain('The decision was undone.');
  });

  it('stays decided when its action could not be loaded', async () => {
    await open();
    await page.shows(1);
    await removeFirst();
    await page.shows(2);
    page.platform.cut(LISTED);
    await page.press('u');
    expect(page.platform.said.at(-1)).toContain('Couldn’t undo it.');
    await page.shows(2);
  });

  it('opens the editor with e', async () => {
    await open();
    await page.shows(1);
    await page.press('e');
    expect(await page.within(page.dialog()).findByText(/Mod Edit/)).toBeTruthy();
  });

  it('keeps the reason when it fails', async () => {
    await open();
    await page.shows(1);
    page.platform.answer(ACTION, 'Slow down.', { status: 403, contentType: 'text/plain' });
    await page.press('r');
    const field = await page
      .within(page.dialog())
      .findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
    await userEvent.type(field, 'Insults.');
    await page.press('{Control>}{Enter}{/Control}');
    expect(page.dialog().textContent).toContain('Slow down.');
    expect(field.value).toBe('Insults.');
    await page.shows(1);
  });

  it('is not offered to administrators who are no moderators', async () => {
    await open({ roles: ['admin'] });
    await page.shows(1);
    expect(page.screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(page.screen.getByRole('button', { name: 'Keep' })).toBeTruthy();
  });
});

const AUTHOR = 500_000_001;
const BAN = 'POST /api/mod/bans?days=7';

async function fillBan(): Promise<void> {
  await page.press('b');
  await userEvent.click(await page.within(page.dialog()).findByRole('radio', { name: '7 days' }));
  await userEvent.type(page.within(page.dialog()).getByRole('textbox', { name: /Reason/ }), 'Insults.');
}
const sendBan = () => page.press('{Control>}{Enter}{/Control}');

const BANS = `GET /api/mod/bans/${AUTHOR}?currentOnly=true`;
const revertOf = (ban: number) => `DELETE /api/mod/bans/${guid(ban)}?id=${guid(ban)}`;
const issued = (ban: number, overrides: Partial<PlatformBan> = {}) =>
  makeBan({
    id: guid(ban),
    userId: AUTHOR,
    modId: MOD,
    reason: 'Insults.',
    postIds: [guid(1)],
    ...overrides,
  });

async function removeAndBanFirst(): Promise<void> {
  await open();
  await page.shows(1);
  page.platform.answer(BAN, undefined, { status: 204 });
  page.platform.answer(ACTION, undefined, { status: 202 });
  page.platform.answer(`DELETE /api/mod/action/${guid(11)}`, undefined, { status: 205 });
  for (const ban of [50, 51]) page.platform.answer(revertOf(ban), undefined, { status: 204 });
  await fillBan();
  await sendBan();
  await page.shows(2);
}

describe('removing a post and banning its author (Rule 28.47)', () => {
  it('sends both with one reason, and the ban refers to the post', async () => {
    await open();
    await page.shows(1);
    page.platform.answer(BAN, undefined, { status: 204 });
    page.platform.answer(ACTION, undefined, { status: 202 });
    await fillBan();
    const before = page.platform.requests.length;
    await sendBan();
    await page.shows(2);
    expect(requestsSince(before)).toEqual([BAN, ACTION, claimOf(2)]);
    expect(page.platform.said.at(-1)).toBe('Removed, and Aurora_Captain is banned.');
  });

  it('removes nothing when the ban is refused', async () => {
    await open();
    await page.shows(1);
    page.platform.answer(BAN, 'Only an administrator can.', { status: 403, contentType: 'text/plain' });
    await fillBan();
    await sendBan();
    expect(page.dialog().textContent).toContain('Only an administrator can.');
    expect(page.platform.requests).not.toContain(ACTION);
  });

  it('bans once when the removal fails and is tried again', async () => {
    await open();
    await page.shows(1);
    page.platform.answer(BAN, undefined, { status: 204 });
    page.platform.answer(ACTION, undefined, { status: 403 });
    await fillBan();
    await sendBan();
    expect(page.dialog().textContent).toContain('The ban was issued');
    page.platform.answer(ACTION, undefined, { status: 202 });
    await sendBan();
    await page.shows(2);
    expect(page.platform.requests.filter((request) => request === BAN)).toHaveLength(1);
  });

  it('bans once when the ban was issued without an answer', async () => {
    await open();
    await page.shows(1);
    page.platform.cut(BAN);
    await fillBan();
    await sendBan();
    page.platform.answer(BANS, [issued(50)]);
    page.platform.answer(ACTION, undefined, { status: 202 });
    await sendBan();
    await page.shows(2);
    expect(page.platform.requests.filter((request) => request === BAN)).toHaveLength(1);
  });

  it('is undone as a whole', async () => {
    await removeAndBanFirst();
    page.platform.answer(LISTED, [makeModAction({ postId: guid(1), modId: MOD, reason: 'Insults.' })]);
    page.platform.answer(BANS, [issued(50)]);
    await page.press('u');
    await page.shows(1);
    expect(page.platform.requests).toContain(revertOf(50));
  });

  it('is undone with all bans that were issued for the post, and no others', async () => {
    await removeAndBanFirst();
    page.platform.answer(LISTED, []);
    const others = [
      issued(52, { modId: 9 }),
      issued(53, { postIds: [guid(1), guid(2)] }),
      issued(54, { postIds: [] }),
    ];
    page.platform.answer(BANS, [issued(50), issued(51, { reason: 'Insult.' }), ...others]);
    const before = page.platform.requests.length;
    await page.press('u');
    await page.shows(1);
    expect(requestsSince(before).filter((request) => request.startsWith('DELETE /api/mod/bans'))).toEqual([
      revertOf(50),
      revertOf(51),
    ]);
  });

  it('is undone by a second try when the ban could not be reverted at first', async () => {
    await removeAndBanFirst();
    page.platform.answer(LISTED, [makeModAction({ postId: guid(1), modId: MOD, reason: 'Insults.' })]);
    page.platform.cut(BANS);
    await page.press('u');
    expect(page.platform.said.at(-1)).toContain('Couldn’t undo it.');
    page.platform.answer(LISTED, []);
    page.platform.answer(BANS, [issued(50)]);
    await page.press('u');
    await page.shows(1);
    expect(page.platform.requests).toContain(revertOf(50));
  });

  it('is undone when someone reverts the removal at the same moment', async () => {
    await removeAndBanFirst();
    page.platform.answer(LISTED, [makeModAction({ postId: guid(1), modId: MOD, reason: 'Insults.' })]);
    page.platform.answer(`DELETE /api/mod/action/${guid(11)}`, undefined, { status: 404 });
    page.platform.answer(BANS, [issued(50)]);
    await page.press('u');
    await page.shows(1);
    expect(page.platform.requests).toContain(revertOf(50));
  });
});
