/** The tabs of the moderators' queue without posts: objections, and what was decided. */
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { guid, makePost } from '#tests/support/builders.ts';
import { openQueue, type QueuePage } from '#tests/support/review-page.tsx';

// Loading the modules takes longer than a test may.
beforeAll(async () => {
  await import('#islands/review-queue/Queue.tsx');
  await import('#islands/review-queue/Objections.tsx');
  await import('#islands/review-queue/Decided.tsx');
}, 120_000);

const AT = '2026-01-10T12:00:00.000Z';
const SUBJECT = { id: 500_000_002, username: 'Borodino_Gunner' };
const counts = { reported: 0, advised: 0, new: 3, objections: 2 };

let page: QueuePage;
const open = async (address: string, script: (platform: QueuePage['platform']) => void) => {
  page = await openQueue({
    address,
    script: (platform) => {
      platform.answer('GET /api/mod/reviews/counts', counts);
      script(platform);
    },
  });
};
afterEach(() => page.cleanup());
const button = (name: string) => userEvent.click(page.screen.getByRole('button', { name }));
const link = async (name: string | RegExp) => {
  await userEvent.click(page.screen.getByRole('link', { name }));
  await page.idle();
};

describe('objections', () => {
  const LIST = 'GET /api/mod/objections?page=1';
  const itemOf = (number: number) => `GET /api/mod/objections/${guid(number)}`;
  const DECISION = `POST /api/mod/objections/${guid(1)}/decision`;
  const entry = (number: number) => ({ id: guid(number), kind: 'removed', createdAt: AT });
  const objection = { createdAt: AT, verdict: null, reason: null, decidedAt: null };
  const statement = {
    id: guid(70),
    kind: 'removed',
    person: SUBJECT,
    postId: guid(5),
    rules: [],
    reason: 'An insult.',
    former: null,
    present: null,
    advice: [],
    until: null,
    createdAt: AT,
    revertedAt: null,
    isUnread: false,
    objection: null,
    objectUntil: null,
  };
  const item = (number: number, refusal: string | null = null) => ({
    objection: { ...objection, id: guid(number), words: `Objection number ${number}` },
    statement,
    post: makePost({ id: guid(5), title: 'A good title' }),
    refusal,
  });
  const openTab = (query = '', refusal: string | null = null) =>
    open(`/moderation?tab=objections${query}`, (platform) => {
      platform.answer(LIST, { entries: [entry(1), entry(2)], hasMore: false });
      platform.answer(itemOf(1), item(1, refusal));
      platform.answer(itemOf(2), item(2, refusal));
    });
  const sees = (text: string) => page.screen.findByText(text);
  const reason = () => page.screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
  const decide = async (typed: string) => {
    await userEvent.type(reason(), typed);
    page.platform.answer(LIST, { entries: [entry(2)], hasMore: false });
    await page.press('{Control>}{Enter}{/Control}');
  };

  it('are shown with statement and post, and their tab with the count', async () => {
    await openTab();
    await sees('Objection number 1');
    expect(page.screen.getByText('An insult.')).toBeTruthy();
    expect(page.screen.getByRole('heading', { name: 'A good title' })).toBeTruthy();
    expect(page.screen.getByRole('link', { name: /^Objections/ }).textContent).toBe('Objections2');
    expect(page.platform.requests).not.toContain('GET /api/mod/reviews?tab=reported&page=1');
    page.platform.goBack(`/moderation?tab=objections&objection=${guid(2)}`);
    await sees('Objection number 2');
  });

  it('are decided with a reason, whose draft survives a failure, and the next one opens', async () => {
    await openTab();
    await sees('Objection number 1');
    await button('Reverse…');
    expect(document.activeElement).toBe(reason());
    page.platform.cut(DECISION);
    await decide('It was fair.');
    expect(reason().value).toBe('It was fair.');
    await button('Reverse…');
    await button('Uphold…');
    expect(reason().value).toBe('It was fair.');
    page.platform.answer(DECISION, undefined, { status: 204 });
    await decide(' ');
    await sees('Objection number 2');
    expect(page.platform.said).toContain('The decision was upheld.');
    expect(page.device.size).toBe(0);
    expect(document.activeElement?.id).toBe('objection-title');
  });

  it('cannot be decided by who made the decision', async () => {
    await openTab('', 'You made this decision. Another moderator decides about the objection.');
    await sees('You made this decision. Another moderator decides about the objection.');
    expect(page.screen.queryByRole('button', { name: 'Uphold…' })).toBeNull();
  });

  it('are passed over with a sentence when another moderator was faster', async () => {
    await openTab();
    await sees('Objection number 1');
    await button('Uphold…');
    page.platform.answer(DECISION, 'Gone', { status: 410, contentType: 'text/plain' });
    await decide('It was not fair.');
    await sees('Objection number 2');
    expect(page.platform.said).toContain('This objection no longer waits for a decision.');
    page.platform.answer(itemOf(3), 'Gone', { status: 410, contentType: 'text/plain' });
    page.platform.goBack(`/moderation?tab=objections&objection=${guid(3)}`);
    await expect.poll(() => page.platform.address()).toBe('/moderation?tab=objections');
    await sees('Objection number 2');
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

  it('lists decisions that open their statement, filtered by the address', async () => {
    await open('/moderation?tab=decided', (platform) => {
      platform.answer(RECORD, value);
      for (const filter of ['mod=7', `player=${SUBJECT.id}&mod=7`, `mod=7&player=${SUBJECT.id}`])
        platform.answer(`${RECORD}&${filter}`, value);
      platform.answer('GET /api/mod/decisions?page=2', { ...value, entries: [] });
    });
    const ban = await page.screen.findByRole('link', { name: 'Ban' });
    expect(ban.getAttribute('href')).toBe(`/decisions/${guid(80)}`);
    expect(ban.closest('li')?.textContent).toMatch(/Reverted.*Borodino_Gunner.*respect.*by Hood_Mod/);
    await userEvent.selectOptions(page.screen.getByLabelText('Moderator'), 'Hood_Mod');
    await page.idle();
    await link('Borodino_Gunner');
    expect(page.platform.address()).toBe(`/moderation?tab=decided&mod=7&player=${SUBJECT.id}`);
    await link(/^About Borodino_Gunner only/);
    await userEvent.selectOptions(page.screen.getByLabelText('Moderator'), 'All');
    await page.idle();
    await link('Next page');
    expect(await page.screen.findByText('No such decisions in the last 90 days.')).toBeTruthy();
    await link(/^Unreviewed/);
    await page.shows(1);
    expect(page.platform.address()).toBe(`/moderation?tab=new&post=${guid(1)}`);
  });

  it('can be loaded again after a failure', async () => {
    await open('/moderation?tab=decided&kind=nonsense', (platform) => platform.cut(RECORD));
    expect(await page.screen.findByText('Couldn’t load the decisions.')).toBeTruthy();
    page.platform.answer(RECORD, value);
    await button('Try again');
    expect(await page.screen.findByRole('link', { name: 'Ban' })).toBeTruthy();
  });
});
