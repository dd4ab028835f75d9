/** The tabs of the moderators' queue without posts: objections, and what was decided. */
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectionEntry, ObjectionItem } from '#lib/schemas/review.ts';
import { guid, makePost, makeRecorded, makeStatement } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { openQueue, type QueuePage } from '#tests/support/review-page.tsx';

// Loading the modules takes longer than a test may.
beforeAll(async () => {
  await import('#islands/review-queue/Queue.tsx');
  await import('#islands/review-queue/Objections.tsx');
  await import('#islands/review-queue/Decided.tsx');
}, 120_000);

const AT = '2026-01-10T12:00:00.000Z';
const SUBJECT = { id: 500_000_002, username: 'Borodino_Gunner' };
let page: QueuePage;
const open = async (address: string, script: (platform: QueuePage['platform']) => void) => {
  page = await openQueue({ address, script });
};
afterEach(() => page.cleanup());
const button = (name: string) => userEvent.click(page.screen.getByRole('button', { name }));
const link = (name: string | RegExp) => page.screen.getByRole('link', { name });

describe('objections (Rule 31.21)', () => {
  const LIST = 'GET /api/mod/objections';
  const claimOf = (number: number) => `POST /api/mod/objections/${guid(number)}/claim`;
  const DECISION = `POST /api/mod/objections/${guid(1)}/decision`;
  const person = { id: 9, username: 'Aurora_Captain' };
  const entry = (number: number, fields: Partial<ObjectionEntry> = {}) => ({
    ...{ id: guid(number), kind: 'removed', createdAt: AT, person, claim: null },
    ...fields,
  });
  const objection = { createdAt: AT, verdict: null, reason: null, decidedAt: null };
  const item = (number: number, fields: Partial<ObjectionItem> = {}) => ({
    objection: { ...objection, id: guid(number), words: `Objection number ${number}` },
    statement: makeStatement({ reason: 'An insult.' }),
    post: makePost({ id: guid(5), title: 'A good title' }),
    refusal: null,
    moderator: { id: 7, username: 'Hood_Mod' },
    ...fields,
  });
  const openTab = async (
    query = '',
    entries = [entry(1), entry(2)],
    prepare = (_platform: FakePlatform) => {},
  ) => {
    await open(`/moderation?tab=objections${query}`, (platform) => {
      platform.answer('GET /api/mod/reviews/counts', { reported: 0, advised: 0, new: 3, objections: 2 });
      platform.answer(LIST, entries);
      platform.answer(claimOf(1), item(1));
      platform.answer(claimOf(2), item(2));
      for (const number of [1, 2])
        platform.answer(`DELETE /api/mod/objections/${guid(number)}/claim`, undefined, { status: 204 });
      prepare(platform);
    });
  };
  const sees = (text: string | RegExp) => page.screen.findByText(text);
  const reason = () => page.screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
  const send = () => page.press('{Control>}{Enter}{/Control}');

  it('are listed next to the oldest, which is claimed, with the first decision', async () => {
    await openTab();
    await sees('Objection number 1');
    expect(page.screen.getByText('An insult.')).toBeTruthy();
    expect(page.screen.getByText(/^Decided by/).textContent).toBe('Decided by Hood_Mod');
    // The statement has the text of a removed post.
    expect(page.screen.queryByRole('heading', { name: 'A good title' })).toBeNull();
    expect(page.screen.getByRole('link', { name: /^Objections/ }).textContent).toBe('Objections2');
    expect(page.platform.requests).not.toContain('GET /api/mod/reviews?tab=reported&page=1');
    await page.press('s');
    await sees('Objection number 2');
    expect(document.activeElement?.id).toBe('item-title');
    expect(page.platform.requests).toContain(`DELETE /api/mod/objections/${guid(1)}/claim`);
    await userEvent.click(page.screen.getAllByRole('link', { name: /Aurora_Captain/ })[0] as HTMLElement);
    await sees('Objection number 1');
  });

  it('say before the form why the viewer cannot decide', async () => {
    await openTab(`&objection=${guid(3)}`, [entry(2), entry(3, { isBlocked: true })], (platform) =>
      platform.answer(claimOf(3), item(3, { refusal: 'You made this decision.' })),
    );
    await sees('You made this decision.');
    expect(page.screen.queryByRole('button', { name: /Uphold/ })).toBeNull();
    await button('Next');
    await sees('Objection number 2');
  });

  it('are decided by keys with a reason, whose draft survives a failure, and the next one opens', async () => {
    await openTab();
    await sees('Objection number 1');
    await page.press('h');
    page.platform.cut(DECISION);
    await userEvent.type(reason(), 'It was fair.');
    await send();
    await button('Cancel');
    await page.press('h');
    expect(reason().value).toBe('It was fair.');
    page.platform.answer(DECISION, undefined, { status: 204 });
    page.platform.answer(LIST, [entry(2)]);
    await send();
    await sees('Objection number 2');
    expect(page.platform.said).toContain('The decision was upheld.');
    expect(document.activeElement?.id).toBe('item-title');
  });

  it('are let go when another tab opens, and Escape closes the form', async () => {
    await openTab();
    await sees('Objection number 1');
    await page.press('v');
    await userEvent.keyboard('{Escape}');
    expect(page.screen.getByRole('button', { name: /Reverse/ })).toBeTruthy();
    page.platform.answer('GET /api/mod/decisions?page=1', { entries: [], hasMore: false, moderators: [] });
    await userEvent.click(page.screen.getByRole('link', { name: 'Decided' }));
    expect(page.platform.requests).toContain(`DELETE /api/mod/objections/${guid(1)}/claim`);
  });

  it('stay with what was typed when another moderator was faster (Rule 31.24)', async () => {
    await openTab();
    await sees('Objection number 1');
    await page.press('v');
    page.platform.answer(DECISION, 'Gone', { status: 410, contentType: 'text/plain' });
    await userEvent.type(reason(), 'It was not fair.');
    await send();
    await sees('This objection no longer waits for a decision.');
    expect(reason().value).toBe('It was not fair.');
    await button('Next');
    await sees('Objection number 2');
  });
});

describe('the team’s record (Rule 31.40)', () => {
  const RECORD = 'GET /api/mod/decisions?page=1';
  const decision = makeRecorded({ person: SUBJECT });
  const value = { entries: [decision], hasMore: true, moderators: [decision.moderator] };

  it('lists decisions that open their statement, filtered by the address, also after a failure', async () => {
    await open(`/moderation?tab=decided&player=${SUBJECT.id}`, (platform) => {
      platform.cut(`${RECORD}&player=${SUBJECT.id}`);
      platform.answer(`${RECORD}&player=${SUBJECT.id}&objection=reversed`, value);
      platform.answer(`${RECORD}&mod=7&player=${SUBJECT.id}&objection=reversed`, value);
    });
    expect(await page.screen.findByText('Couldn’t load the decisions.')).toBeTruthy();
    page.platform.answer(`${RECORD}&player=${SUBJECT.id}`, value);
    await button('Try again');
    const ban = await page.screen.findByRole('link', { name: 'Ban' });
    expect(ban.getAttribute('href')).toBe(`/decisions/${guid(80)}`);
    expect(ban.closest('tr')?.textContent).toMatch(
      /Ban.*respect.*Borodino_Gunner.*A good title.*Hood_Mod.*Reverted.*Objection accepted by Fair_Mod.*A mistake\./,
    );
    await userEvent.selectOptions(page.screen.getByLabelText('Objection'), 'Objection accepted');
    await userEvent.selectOptions(page.screen.getByLabelText('Moderator'), 'Hood_Mod');
    await page.idle();
    const address = `/moderation?tab=decided&player=${SUBJECT.id}&objection=reversed&mod=7`;
    expect(page.platform.address()).toBe(address);
    expect(link('Borodino_Gunner').getAttribute('href')).toBe(address);
    expect(link('Show all players').getAttribute('href')).toBe(
      '/moderation?tab=decided&objection=reversed&mod=7',
    );
    expect(link('Next page').getAttribute('href')).toBe(`${address}&page=2`);
    await userEvent.click(link(/^Unreviewed/));
    await page.shows(1);
    expect(page.platform.address()).toBe(`/moderation?tab=new&post=${guid(1)}`);
  });
});
