/** What moderators write for each other, warnings, and removing replies in the queue. */
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '#lib/schemas/post.ts';
import { guid, makePost, makeRecorded } from '#tests/support/builders.ts';
import { openQueue, type QueuePage } from '#tests/support/review-page.tsx';
import { claimOf, MOD, makeEntry, makeItem, makeReport, titleOf } from '#tests/support/reviews.ts';

// Loading the modules takes longer than a test may.
beforeAll(() => import('#islands/review-queue/Queue.tsx'), 120_000);

let page: QueuePage;
const open = async (...setup: Parameters<typeof openQueue>) => {
  page = await openQueue(...setup);
  await page.shows(1);
};
afterEach(() => page.cleanup());
const button = async (name: string | RegExp, within: HTMLElement = document.body) => {
  await userEvent.click(page.within(within).getByRole('button', { name }));
  await page.idle();
};
const send = () => page.press('{Control>}{Enter}{/Control}');
const count = (request: string) => page.platform.requests.filter((sent) => sent === request).length;

const AT = '2026-01-10T12:00:00.000Z';
const RECORD = makeItem(1).author;
const note = (number: number, authorId: number, words: string) => ({
  id: guid(60 + number),
  author: { id: authorId, username: `Moderator_${number}` },
  words,
  createdAt: AT,
});
const ladder = { decisions: 12, warnings: 1 };
const item = { askedBy: null, notes: [], author: { ...RECORD, ladder, notes: [] } };

describe('records', () => {
  it('have the ladder in a line, and the form of a ban proposes the step', async () => {
    await open({ items: [[1, item]] });
    expect(
      page.screen.getByText(/12 removed or edited, 1 warning in 12 months: a suspension, next step is a ban/),
    ).toBeTruthy();
    await page.press('b');
    const length = await page
      .within(await page.form())
      .findByRole<HTMLInputElement>('radio', { name: '30 days (proposed)' });
    expect(length.checked).toBe(false);
  });

  it('say how objections ended, and the item why others decide about it (Rule 31.27)', async () => {
    const author = { ...item.author, objections: { made: 2, accepted: 1 } };
    const refusal = 'Others decide about it for 30 days.';
    await open({ items: [[1, { ...item, author, objected: [makeRecorded()], refusal }]] });
    expect(page.screen.getByText(/· 2 objections, 1 accepted$/)).toBeTruthy();
    expect(page.screen.getByRole('region', { name: 'Objections' }).textContent).toMatch(
      /Ban.*Objection accepted by Fair_Mod.*A mistake\./,
    );
    expect(page.screen.getByText(refusal)).toBeTruthy();
    const left = page.within(page.screen.getByRole('region', { name: 'Decision' })).getAllByRole('button');
    expect(left.map(({ textContent }) => textContent)).toEqual(['Ask a colleaguec', 'Skips']);
    await page.press('r');
    expect(document.querySelector('[data-form]')).toBeNull();
  });

  it('get notes, which only their authors delete (Rule 31.33)', async () => {
    const notes = [note(1, MOD, 'Mine.'), note(2, 7, 'Another’s.')];
    await open({ items: [[1, { ...item, notes }]] });
    const onPost = () => page.screen.getByRole('region', { name: 'Notes on this post' });
    expect(page.within(onPost()).getAllByRole('button', { name: 'Delete note' })).toHaveLength(1);
    expect(onPost().textContent).toContain('Moderator_2');
    await button('Add note', onPost());
    const field = () => page.within(onPost()).getByRole<HTMLTextAreaElement>('textbox');
    expect(document.activeElement).toBe(field());
    await userEvent.keyboard('A second one.');
    page.platform.cut('POST /api/mod/notes');
    await send();
    expect(field().value).toBe('A second one.');
    expect([...page.device.keys()].some((key) => key.includes(`note:${guid(1)}`))).toBe(true);
    page.platform.answer('POST /api/mod/notes', note(3, MOD, 'A second one.'), { status: 201 });
    page.platform.answer(
      claimOf(1),
      makeItem(1, { ...item, notes: [...notes, note(3, MOD, 'A second one.')] }),
    );
    await send();
    expect(page.within(onPost()).queryByRole('textbox')).toBeNull();
    expect(onPost().textContent).toContain('A second one.');
    expect(onPost().contains(document.activeElement)).toBe(true);
    expect(page.device.size).toBe(0);
    expect(page.platform.said).toEqual(['The note was saved.']);
    page.platform.answer(`DELETE /api/mod/notes/${guid(61)}`, undefined, { status: 204 });
    page.platform.answer(claimOf(1), makeItem(1, { ...item, notes: notes.slice(1) }));
    await userEvent.click(
      page.within(onPost()).getAllByRole('button', { name: 'Delete note' })[0] as Element,
    );
    await page.idle();
    expect(onPost().textContent).not.toContain('Mine.');
    expect(page.platform.said.at(-1)).toBe('The note was deleted.');
  });
});

describe('a second opinion (Rule 31.34)', () => {
  const ASK = `PUT /api/mod/reviews/${guid(1)}/ask`;

  it('is asked with c and a note; the next post opens, and this one comes last', async () => {
    await open({
      entries: [makeEntry(1), makeEntry(2, { asked: true }), makeEntry(3)],
      items: [
        [1, item],
        [2, { ...item, askedBy: { id: 7, username: 'Hood_Mod' } }],
      ],
    });
    expect(page.screen.getAllByText('Second opinion asked')).toHaveLength(1);
    await page.press('c');
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
    await userEvent.keyboard('Is this an insult?');
    page.platform.answer(ASK, 'Slow down.', { status: 429, contentType: 'text/plain' });
    await send();
    expect(page.screen.getByText('You are acting too quickly. Wait a moment and try again.')).toBeTruthy();
    page.platform.answer(ASK, undefined, { status: 204 });
    await send();
    await page.shows(2);
    expect(page.platform.said).toContain('Your colleagues get this post first.');
    expect(page.heading()?.parentElement?.textContent).toContain('Hood_Mod asks for a second opinion');
    await page.press('s');
    await page.shows(3);
  });
});

it('shows a question at the top of the item; its asker withdraws it (Rule 31.34)', async () => {
  const question = note(1, MOD, 'Is this banter?');
  const asked = { ...item, question, notes: [question], askedBy: { id: MOD, username: 'Cossack_Mod' } };
  await open({ items: [[1, asked]] });
  const shown = () => page.screen.queryByRole('region', { name: 'Question' });
  expect(shown()?.textContent).toContain('Is this banter?');
  expect(page.screen.getAllByText('Is this banter?')).toHaveLength(1);
  page.platform.cut(`DELETE /api/mod/notes/${question.id}`);
  await button('Withdraw question');
  expect(page.platform.said.at(-1)).toMatch(/^Couldn’t delete it\./);
  page.platform.answer(`DELETE /api/mod/notes/${question.id}`, undefined, { status: 204 });
  page.platform.answer(claimOf(1), makeItem(1, { ...item, question: null }));
  await button('Withdraw question');
  expect([shown(), page.platform.said.at(-1)]).toEqual([null, 'The question was withdrawn.']);
  expect(document.activeElement).not.toBe(document.body);
});

describe('a removal with a warning (Rule 31.30)', () => {
  it('is one call, and undoing it reverts the removal', async () => {
    await open();
    const WARNING = 'POST /api/mod/warnings';
    const REVERT = `DELETE /api/mod/action/${guid(11)}`;
    page.platform.answer(WARNING, { id: guid(70), actionId: guid(11) }, { status: 202 });
    page.platform.answer(REVERT, undefined, { status: 205 });
    await page.press('r');
    const form = page.within(await page.form());
    await userEvent.type(await form.findByRole('textbox', { name: /Reason/ }), 'Insults.');
    await userEvent.click(await form.findByRole('checkbox', { name: 'Also warn Aurora_Captain' }));
    await send();
    await page.shows(2);
    expect(page.platform.said.at(-1)).toBe('Removed, and Aurora_Captain was warned.');
    expect(page.platform.requests).not.toContain('POST /api/mod/action');
    await page.press('u');
    await page.shows(1);
    expect(count(REVERT)).toBe(1);
    await page.press('r');
    const box = async () =>
      page.within(await page.form()).findByRole<HTMLInputElement>('checkbox', { name: /Also warn/ });
    expect((await box()).checked).toBe(true);
  });
});

describe('a reply in the queue', () => {
  const REMOVAL = `/api/mod/reviews/${guid(1)}/reply/removal`;
  const reply = { content: 'I was not there.', createdAt: AT, updatedAt: null };
  const post: Post = makePost({ id: guid(1), title: titleOf(1), reply });
  const ofReply = makeReport(2, { words: 'The reply lies.', ofReply: true });
  const removeReply = async () => {
    page.platform.answer(`POST ${REMOVAL}`, { id: guid(70) }, { status: 202 });
    page.platform.answer(`DELETE ${REMOVAL}`, undefined, { status: 205 });
    await page.press('x');
    await userEvent.type(
      await page.within(await page.form()).findByRole('textbox', { name: /Reason/ }),
      'Lies.',
    );
    await send();
  };

  it('that was changed or deleted shows that by words, and can be removed', async () => {
    const replyVersions = [
      { content: 'You liar.', replacedAt: AT },
      { content: 'You are right.', replacedAt: '2026-01-11T12:00:00.000Z' },
    ];
    const changed = { reports: [ofReply], replyVersions, isReplyChanged: true };
    await open({ items: [[1, { post, ...changed }]] });
    expect(page.heading()?.parentElement?.textContent).toContain('Reply changed since the decision');
    const part = () => page.screen.findByRole('region', { name: 'The reply since the first report' });
    const shown = async (tag: string) =>
      [...(await part()).querySelectorAll(tag)].map((mark) => mark.textContent);
    await expect.poll(() => shown('del')).toContain(' [removed: liar] ');
    expect(await shown('ins')).toContain(' [added: are right] ');
    page.cleanup();
    const withdrawn = makePost({ id: guid(1), title: titleOf(1) });
    await open({ items: [[1, { post: withdrawn, ...changed }]], roles: ['admin'] });
    await expect.poll(async () => (await part()).textContent).toMatch(/Deleted.*, was:You are right\.$/);
    await removeReply();
    await page.shows(2);
  });

  it('is shown with the post, and removed with x; the post stays open for its own reports', async () => {
    await open({ items: [[1, { post, reports: [makeReport(1), ofReply] }]] });
    expect(page.screen.getByText('I was not there.')).toBeTruthy();
    expect(page.screen.getByText('The reply lies.').closest('li')?.textContent).toContain('About the reply');
    expect(page.screen.getAllByText('About the reply')).toHaveLength(1);
    const removed = { ...post, reply: { ...reply, removed: true } };
    page.platform.answer(claimOf(1), makeItem(1, { post: removed, reports: [makeReport(1)] }));
    await removeReply();
    await expect.poll(() => page.screen.queryByText('The reply lies.')).toBeNull();
    expect(document.activeElement).toBe(page.heading());
    expect(page.screen.queryByRole('button', { name: 'Remove reply' })).toBeNull();
    page.platform.answer(claimOf(1), makeItem(1, { post, reports: [makeReport(1), ofReply] }));
    await page.press('u');
    expect(await page.screen.findByText('The reply lies.')).toBeTruthy();
    expect(count(`DELETE ${REMOVAL}`)).toBe(1);
  });

  it('ends the work on a post that has no other report, until that is undone', async () => {
    await open({ items: [[1, { post, reports: [ofReply] }]] });
    await removeReply();
    await page.shows(2);
    expect(page.platform.said.at(-1)).toBe('Reply removed.');
    await page.press('u');
    await page.shows(1);
  });
});
