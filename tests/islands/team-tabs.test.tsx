/** The tabs of the moderators' queue without posts: objections, and what was decided. */
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { guid, makePost, makeStatement } from '#tests/support/builders.ts';
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

describe('objections', () => {
  const LIST = 'GET /api/mod/objections';
  const itemOf = (number: number) => `GET /api/mod/objections/${guid(number)}`;
  const DECISION = `POST /api/mod/objections/${guid(1)}/decision`;
  const entry = (number: number) => ({ id: guid(number), kind: 'removed', createdAt: AT });
  const objection = { createdAt: AT, verdict: null, reason: null, decidedAt: null };
  const item = (number: number, refusal: string | null) => ({
    objection: { ...objection, id: guid(number), words: `Objection number ${number}` },
    statement: makeStatement({ reason: 'An insult.' }),
    post: makePost({ id: guid(5), title: 'A good title' }),
    refusal,
  });
  const openTab = async (query = '') => {
    await open(`/moderation?tab=objections${query}`, (platform) => {
      platform.answer('GET /api/mod/reviews/counts', { reported: 0, advised: 0, new: 3, objections: 2 });
      platform.answer(LIST, [entry(1), entry(2)]);
      platform.answer(itemOf(1), item(1, null));
      platform.answer(itemOf(2), item(2, 'You made this decision.'));
    });
    await sees('Objection number 1');
  };
  const sees = (text: string) => page.screen.findByText(text);
  const reason = () => page.screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
  const decide = async (typed: string, left = [entry(2)]) => {
    await userEvent.type(reason(), typed);
    page.platform.answer(LIST, left);
    await page.press('{Control>}{Enter}{/Control}');
  };

  it('are shown with statement and post, the oldest first, and not decided by who made the decision', async () => {
    await openTab('&page=3');
    expect(page.screen.getByText('An insult.')).toBeTruthy();
    expect(page.screen.getByRole('heading', { name: 'A good title' })).toBeTruthy();
    expect(page.screen.getByRole('link', { name: /^Objections/ }).textContent).toBe('Objections2');
    expect(page.platform.requests).not.toContain('GET /api/mod/reviews?tab=reported&page=1');
    const next = () => page.screen.getByRole('link', { name: 'Next objection' }).getAttribute('href');
    page.platform.goBack('/moderation?tab=objections');
    await expect.poll(next).toBe('/moderation?tab=objections&page=2');
    page.platform.goBack('/moderation?tab=objections&page=2');
    await sees('You made this decision.');
    expect(page.screen.queryByRole('button', { name: 'Uphold…' })).toBeNull();
    expect(next()).toBe('/moderation?tab=objections&page=1');
  });

  it('are decided with a reason, whose draft survives a failure, and the next one opens', async () => {
    await openTab();
    await button('Uphold…');
    expect(document.activeElement).toBe(reason());
    page.platform.cut(DECISION);
    await decide('It was fair.');
    await button('Uphold…');
    await button('Uphold…');
    expect(reason().value).toBe('It was fair.');
    page.platform.answer(DECISION, undefined, { status: 204 });
    await decide(' ');
    await sees('Objection number 2');
    expect(page.platform.said).toContain('The decision was upheld.');
    expect(page.device.size).toBe(0);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Open objection');
    expect(page.screen.queryByRole('link', { name: 'Next objection' })).toBeNull();
  });

  it('are passed over with a sentence when another moderator was faster', async () => {
    await openTab();
    await button('Reverse…');
    page.platform.answer(DECISION, 'Gone', { status: 410, contentType: 'text/plain' });
    await decide('It was not fair.', []);
    await sees('No open objections.');
    expect(page.platform.said).toContain('This objection no longer waits for a decision.');
  });
});

describe('the team’s record (Rule 31.40)', () => {
  const RECORD = 'GET /api/mod/decisions?page=1';
  const decision = {
    id: guid(80),
    kind: 'banned',
    moderator: { id: 7, username: 'Hood_Mod' },
    person: SUBJECT,
    rules: ['respect'],
    createdAt: AT,
    revertedAt: AT,
  };
  const value = { entries: [decision], hasMore: true, moderators: [decision.moderator] };

  it('lists decisions that open their statement, filtered by the address, also after a failure', async () => {
    await open(`/moderation?tab=decided&player=${SUBJECT.id}`, (platform) => {
      platform.cut(`${RECORD}&player=${SUBJECT.id}`);
      platform.answer(`${RECORD}&mod=7&player=${SUBJECT.id}`, value);
    });
    expect(await page.screen.findByText('Couldn’t load the decisions.')).toBeTruthy();
    page.platform.answer(`${RECORD}&player=${SUBJECT.id}`, value);
    await button('Try again');
    const ban = await page.screen.findByRole('link', { name: 'Ban' });
    expect(ban.getAttribute('href')).toBe(`/decisions/${guid(80)}`);
    expect(ban.closest('li')?.textContent).toMatch(/Reverted.*Borodino_Gunner.*respect.*by Hood_Mod/);
    await userEvent.selectOptions(page.screen.getByLabelText('Moderator'), 'Hood_Mod');
    await page.idle();
    const address = `/moderation?tab=decided&player=${SUBJECT.id}&mod=7`;
    expect(page.platform.address()).toBe(address);
    expect(link('Borodino_Gunner').getAttribute('href')).toBe(address);
    expect(link('Show all players').getAttribute('href')).toBe('/moderation?tab=decided&mod=7');
    expect(link('Next page').getAttribute('href')).toBe(`${address}&page=2`);
    await userEvent.click(link(/^Unreviewed/));
    await page.shows(1);
    expect(page.platform.address()).toBe(`/moderation?tab=new&post=${guid(1)}`);
  });
});
