/** Decisions about posts of the queue. */
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FEATURES } from '#lib/schemas/calls/features.ts';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import { guid, makeBan, makeModAction } from '#tests/support/builders.ts';
import { openQueue, type QueuePage } from '#tests/support/review-page.tsx';
import { claimOf, MOD, makeReport, titleOf } from '#tests/support/reviews.ts';

// Loading the modules takes longer than a test may.
beforeAll(() => import('#islands/review-queue/Queue.tsx'), 120_000);

let page: QueuePage;
const open = async (...setup: Parameters<typeof openQueue>) => {
  page = await openQueue(...setup);
  await page.shows(1);
};
afterEach(() => page.cleanup());

const reported = { reports: [makeReport(1)], tab: 'reported' as const };
const requestsSince = (count: number) => page.platform.requests.slice(count);
const waiting = () => page.screen.getByRole('link', { name: /Unreviewed/ }).textContent;
const CTRL_ENTER = '{Control>}{Enter}{/Control}';
const KEEP = `POST /api/mod/reviews/${guid(1)}/keep`;
const forbidden = { status: 403, contentType: 'text/plain' };

const GUIDELINES = `<h2 id="respect">Be fair</h2><h2 class="no-rule">In English</h2><h2 id="respectful">Be kind</h2>
  <ul id="replies"><li>It is fair.</li><li>The replay shows it.</li></ul>`;
const withGuidelines = {
  items: [[1, reported] as [number, typeof reported], [2, reported] as [number, typeof reported]],
  script: (platform: QueuePage['platform']) => platform.answer('GET /assets/guidelines.html', GUIDELINES),
};

describe('keeping a post (Rules 28.46, 28.47)', () => {
  it('takes one key and two requests, and moves the focus to the next post', async () => {
    await open();
    const before = page.platform.requests.length;
    await page.press('a');
    await page.shows(2);
    expect(requestsSince(before)).toEqual([KEEP, claimOf(2)]);
    expect(document.activeElement).toBe(page.heading());
    expect(page.screen.queryByRole('link', { name: new RegExp(titleOf(1)) })).toBeNull();
    expect(waiting()).toContain('2');
  });

  it('asks for a sentence when it was reported, which survives failures, reloads and undoing', async () => {
    await open({ items: [[1, reported]] });
    await page.press('a');
    expect(document.activeElement).toBe(page.sentence());
    await page.press(CTRL_ENTER);
    expect(page.screen.getByRole('alert').textContent).toContain('This field is required.');
    const typed = 'Keys such as aersbu are text.';
    await userEvent.type(page.sentence(), typed);
    expect(page.screen.queryByRole('dialog')).toBeNull();
    for (const fail of [
      () => page.platform.cut(KEEP),
      () => page.platform.answer(KEEP, undefined, { status: 500 }),
    ]) {
      fail();
      await page.press(CTRL_ENTER);
      expect(await page.screen.findByText('Couldn’t save.')).toBeTruthy();
      expect(page.sentence().value).toBe(typed);
    }
    page.cleanup();
    await open({ items: [[1, reported]], device: page.device });
    expect(page.sentence().value).toBe(typed);
    page.sentence().focus();
    await page.press(CTRL_ENTER);
    await page.shows(2);
    expect([...page.device.keys()]).toEqual([`recent-replies:${MOD}`]);
    await page.press('u');
    await page.shows(1);
    expect(page.platform.requests).toContain(`DELETE /api/mod/reviews/${guid(1)}/keep`);
    expect(page.sentence().value).toBe(typed);
    expect(waiting()).toContain('3');
  });

  it('takes a digit for a sentence of the editors, or one of the last, in the empty field (Rule 28.53)', async () => {
    await open(withGuidelines);
    await page.press('a');
    await userEvent.keyboard('3 salvos are fair.');
    expect(page.sentence().value).toBe('3 salvos are fair.');
    await page.press(CTRL_ENTER);
    await page.shows(2);
    await page.press('a');
    const offered = page.screen.getByRole('list', { name: 'Sentences to choose' });
    expect([...offered.children].map(({ textContent }) => textContent)).toEqual([
      '1It is fair.',
      '2The replay shows it.',
      '33 salvos are fair.',
    ]);
    await page.press('2');
    expect(page.sentence().value).toBe('The replay shows it.');
    expect(document.activeElement).toBe(page.sentence());
    await userEvent.keyboard('3');
    expect(page.sentence().value).toBe('The replay shows it.3');
  });

  it.each(['e', 'r', 'b'])(
    'ticks the reported guideline at first in the form that %s opens (Rule 28.54)',
    async (key) => {
      await open(withGuidelines);
      await page.press(key);
      const box = async (name: string) =>
        page.within(await page.form()).findByRole<HTMLInputElement>('checkbox', { name });
      const ticked = async () => [(await box('Be fair')).checked, (await box('Be kind')).checked];
      expect(await ticked()).toEqual([true, false]);
      expect((await page.form()).textContent).toContain('Visible to everyone, with your name');
      const name = { e: 'content', r: 'modReason', b: 'reason' }[key];
      expect(document.activeElement?.getAttribute('name')).toBe(name);
      (await reasonField()).focus();
      await userEvent.keyboard('12');
      expect(await ticked()).toEqual([false, true]);
      expect(page.screen.getByText('Ticked: Be kind').role).toBe('status');
      await userEvent.keyboard('9 shells, 1 hit');
      expect(await ticked()).toEqual([false, true]);
      expect((await reasonField()).value).toBe('Be kind.\n9 shells, 1 hit');
    },
  );

  it('has no key but u while a form is open, wherever the focus is (Rule 28.46)', async () => {
    await open(withGuidelines);
    const keydown = (key: string) => page.fireEvent.keyDown(document.body, { key });
    // The code of the form is not loaded yet when the second key is pressed.
    for (const key of ['b', 's']) keydown(key);
    await userEvent.type(await reasonField(), 'Half a rea');
    await userEvent.click(page.heading() as HTMLElement);
    await page.press('aercsx');
    expect((await reasonField()).value).toContain('Half a rea');
    await leave();
    await page.press('s');
    await page.shows(2);
    await removeFirst();
    await page.shows(3);
    await page.press('r');
    page.screen.getByRole('checkbox', { name: 'Be fair' }).focus();
    page.platform.answer(REVERT, undefined, { status: 205 });
    await page.press('u');
    await page.shows(2);
  });

  it('lets the keys of the frame rest while a form is open, but for ?, also on its boxes (Rule 28.46)', async () => {
    await open(withGuidelines);
    const list = document.createElement('button');
    list.dataset.shortcutList = '';
    const onList = vi.fn();
    list.addEventListener('click', onList);
    document.body.append(list);
    const isLeft = (key: string, target: Element = document.body) => page.fireEvent.keyDown(target, { key });
    expect(['/', 'j'].map((key) => isLeft(key))).toEqual([true, true]);
    await page.press('r');
    const box = await page.screen.findByRole('checkbox', { name: 'Be fair' });
    expect(['/', 'j', 'c'].map((key) => isLeft(key))).toEqual([false, false, false]);
    expect([isLeft('?', box), isLeft('?', await reasonField())]).toEqual([false, true]);
    expect(onList).toHaveBeenCalledOnce();
    list.remove();
  });

  it.each(['Add note', 'Ask a colleague'])(
    'has no keys while the form of %s is open (Rule 28.46)',
    async (name) => {
      await open({ items: [[1, { askedBy: null, notes: [] }]] });
      await userEvent.click(page.screen.getAllByRole('button', { name })[0] as HTMLElement);
      await userEvent.click(page.heading() as HTMLElement);
      const before = page.platform.requests.length;
      await page.press('aers');
      expect(requestsSince(before)).toEqual([]);
      expect(document.querySelector('[data-form]')).toBeNull();
    },
  );

  it('says so and offers only the next post when it was decided in the meantime', async () => {
    await open();
    page.platform.answer(KEEP, undefined, { status: 410 });
    await page.press('a');
    expect(await page.screen.findByText('This post no longer waits for a decision.')).toBeTruthy();
    expect(page.screen.queryByRole('button', { name: 'Keep' })).toBeNull();
    expect(page.screen.getByRole('navigation', { name: 'Items' }).textContent).not.toContain(titleOf(1));
    await userEvent.click(page.screen.getByRole('button', { name: 'Next' }));
    await page.shows(2);
  });

  it('shows its failure with that post only', async () => {
    await open();
    page.platform.cut(KEEP);
    await page.press('a');
    expect(await page.screen.findByText('Couldn’t keep the post.')).toBeTruthy();
    await page.press('s');
    await page.shows(2);
    expect(page.screen.queryByText('Couldn’t keep the post.')).toBeNull();
  });

  it('does not wait for the one before, whose failure is named', async () => {
    await open();
    const answer = page.platform.hold(KEEP);
    await page.press('a');
    await page.press('s');
    await page.shows(2);
    await page.press('a');
    await page.shows(3);
    answer('Slow down.', forbidden);
    await page.idle();
    expect(page.platform.said.at(-1)).toBe(`Couldn’t keep “${titleOf(1)}”. Slow down.`);
    await page.shows(3);
  });

  it('has no key when shortcuts are turned off', async () => {
    await open({ device: new Map([['shortcuts', 'off']]) });
    await page.press('a');
    await page.shows(1);
  });
});

describe('undoing decisions (Rule 28.48)', () => {
  const canUndo = () => page.screen.queryByRole('button', { name: 'Undo' }) !== null;
  const REOPEN = `DELETE /api/mod/reviews/${guid(1)}/keep`;

  it('is offered while there is something to undo', async () => {
    await open();
    expect(canUndo()).toBe(false);
    await page.press('a');
    await page.shows(2);
    expect(canUndo()).toBe(true);
    await page.press('uu');
    await page.shows(1);
    expect(canUndo()).toBe(false);
    expect(page.platform.said.at(-1)).toBe('The decision was undone.');
  });

  it('works with the key while the decision is being sent', async () => {
    await open();
    const answer = page.platform.hold(KEEP);
    await page.press('a');
    await page.press('u');
    expect(page.platform.requests).not.toContain(REOPEN);
    answer(undefined, { status: 204 });
    await page.idle();
    expect(page.platform.requests).toContain(REOPEN);
    await page.shows(1);
  });

  it('works with the key while the next post loads', async () => {
    await open();
    page.platform.hold(claimOf(2));
    await page.press('a');
    await page.press('u');
    expect(page.platform.requests).toContain(REOPEN);
    await page.shows(1);
  });

  it('leaves the decision before alone when the one that is being sent fails', async () => {
    await open();
    await page.press('a');
    await page.shows(2);
    const answer = page.platform.hold(`POST /api/mod/reviews/${guid(2)}/keep`);
    await page.press('a');
    await page.press('u');
    answer('Slow down.', forbidden);
    await page.idle();
    expect(page.platform.requests).not.toContain(REOPEN);
    await page.shows(2);
  });

  it('does not type a second u into the sentence that is a draft again', async () => {
    await open({ items: [[1, reported]] });
    await page.press('a');
    await userEvent.type(page.sentence(), 'It is fair.');
    await page.press(CTRL_ENTER);
    await page.shows(2);
    await page.press('u');
    await page.shows(1);
    await page.press('u');
    expect(page.sentence().value).toBe('It is fair.');
    await page.shows(1);
  });

  it('selects the draft with a, so that the next digit chooses a sentence in its place (Rule 28.53)', async () => {
    await open(withGuidelines);
    await page.press('a');
    await userEvent.type(page.sentence(), 'Half a sentence');
    await page.press(CTRL_ENTER);
    await page.shows(2);
    await page.press('u');
    await page.shows(1);
    await page.press('a11');
    expect(page.sentence().value).toBe('It is fair.1');
  });

  it.each([[403], [404], [409], [410]])(
    'drops one that is refused with %s, and goes on with the one before it',
    async (status) => {
      await open();
      await page.press('a');
      await page.shows(2);
      await page.press('a');
      await page.shows(3);
      page.platform.answer(`DELETE /api/mod/reviews/${guid(2)}/keep`, undefined, { status });
      await page.press('u');
      expect(page.platform.said.at(-1)).toContain('Couldn’t undo it.');
      await page.press('u');
      await page.shows(1);
    },
  );

  it('leaves one decided that gets no answer', async () => {
    await open();
    await page.press('a');
    await page.shows(2);
    page.platform.cut(`DELETE /api/mod/reviews/${guid(1)}/keep`);
    await page.press('u');
    expect(page.platform.said.at(-1)).toContain('Couldn’t undo it.');
    await page.shows(2);
  });
});

const ACTION = 'POST /api/mod/action';
const LISTED = `GET /api/mod/action/list?postId=${guid(1)}`;
const REVERT = `DELETE /api/mod/action/${guid(11)}`;
const reasonField = async () =>
  page.within(await page.form()).findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
const listRemoval = (modId = MOD) =>
  page.platform.answer(LISTED, [makeModAction({ postId: guid(1), modId, reason: 'Insults.' })]);

const leave = async () =>
  userEvent.click(page.within(await page.form()).getByRole('button', { name: 'Cancel' }));

async function removeFirst(stored: unknown = { id: guid(11) }): Promise<void> {
  page.platform.answer(ACTION, stored, { status: 202 });
  await page.press('r');
  await userEvent.type(await reasonField(), 'Insults.');
  await page.press(CTRL_ENTER);
}

describe('removing and editing a post', () => {
  it('opens the form with r, shows the next post without reloading, and is undone with u', async () => {
    await open();
    await page.press('r');
    await leave();
    const before = page.platform.requests.length;
    await removeFirst();
    await page.shows(2);
    expect(requestsSince(before).toSorted()).toEqual([ACTION, claimOf(2)].toSorted());
    expect(document.querySelector('[data-form]')).toBeNull();
    page.platform.answer(REVERT, undefined, { status: 205 });
    await page.press('u');
    await page.shows(1);
    expect(page.platform.requests).toContain(REVERT);
  });

  it('has its form in place of the buttons, without their keys, and returns the focus (Rule 30.77)', async () => {
    await open();
    const remove = page.screen.getByRole('button', { name: 'Remove' });
    await userEvent.click(remove);
    await userEvent.type(await reasonField(), 'Insults.');
    await userEvent.click(page.within(await page.form()).getByRole('heading'));
    await page.press('s');
    expect(page.screen.queryByRole('dialog')).toBeNull();
    (await reasonField()).focus();
    await page.press('{Escape}');
    expect(document.activeElement).toBe(remove);
    await page.press('r');
    expect((await reasonField()).value).toBe('Insults.');
    await userEvent.click(page.screen.getByRole('link', { name: /number 2/ }));
    await page.shows(2);
    expect(document.querySelector('[data-form]')).toBeNull();
  });

  it('is undone before the keeping of an earlier post that is still being sent', async () => {
    await open();
    page.platform.hold(KEEP);
    await page.press('a');
    await page.press('s');
    await page.shows(2);
    await removeFirst();
    await page.shows(3);
    page.platform.answer(REVERT, undefined, { status: 205 });
    await page.press('u');
    await page.shows(2);
    expect(page.platform.requests).toContain(REVERT);
  });

  it('opens the editor with e, and keeps the reason of a removal that fails', async () => {
    await open();
    await page.press('e');
    expect(await page.within(await page.form()).findByText(/Mod Edit/)).toBeTruthy();
    await leave();
    page.platform.answer(ACTION, 'Slow down.', forbidden);
    await page.press('r');
    await userEvent.type(await reasonField(), 'Insults.');
    await page.press(CTRL_ENTER);
    expect((await page.form()).textContent).toContain('Slow down.');
    expect((await reasonField()).value).toBe('Insults.');
    await page.shows(1);
  });

  it('is not offered to administrators who are no moderators', async () => {
    await open({ roles: ['admin'] });
    expect(page.screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(page.screen.getByRole('button', { name: 'Keep' })).toBeTruthy();
  });
});

describe('removing a post and banning its author', () => {
  const DECISION = `/api/mod/reviews/${guid(1)}/decision`;
  const UNDO = `DELETE ${DECISION}?actionId=${guid(11)}&banId=${guid(50)}`;

  it('asks for the length, is one call with one reason, and one more undoes it', async () => {
    await open();
    await page.press('b');
    await userEvent.type(await reasonField(), 'Insults.');
    const before = page.platform.requests.length;
    await page.press(CTRL_ENTER);
    expect(document.activeElement).toBe(page.screen.getByRole('radio', { name: '1 day' }));
    expect(page.screen.getByText('This field is required.')).toBeTruthy();
    expect(requestsSince(before)).toEqual([]);
    await userEvent.click(page.screen.getByRole('radio', { name: '7 days' }));
    page.platform.answer(`POST ${DECISION}`, 'Only an administrator can.', forbidden);
    await page.press(CTRL_ENTER);
    expect((await page.form()).textContent).toContain('Only an administrator can.');
    page.platform.answer(`POST ${DECISION}`, { actionId: guid(11), banId: guid(50) }, { status: 202 });
    await page.press(CTRL_ENTER);
    await page.shows(2);
    expect(page.platform.said.at(-1)).toBe('Removed, and Aurora_Captain is banned.');
    page.platform.answer(UNDO, undefined, { status: 205 });
    await page.press('u');
    await page.shows(1);
    expect(requestsSince(before)).toEqual([
      `POST ${DECISION}`,
      `POST ${DECISION}`,
      claimOf(2),
      UNDO,
      expect.any(String),
      claimOf(1),
    ]);
  });
});

describe('in front of an API that returns no ids', () => {
  const withoutIds = {
    script: (platform: QueuePage['platform']) =>
      platform.answer('GET /api/features', { features: FEATURES.filter((name) => name !== 'decisions') }),
  };

  const AUTHOR = 500_000_001;
  const BAN = 'POST /api/mod/bans?days=7';
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
  const sendBan = () => page.press(CTRL_ENTER);

  it('finds a removal by its reason to undo it, unless someone else has reverted it', async () => {
    await open(withoutIds);
    listRemoval();
    await removeFirst(null);
    await page.shows(2);
    page.platform.cut(LISTED);
    await page.press('u');
    expect(page.platform.said.at(-1)).toContain('Couldn’t undo it.');
    await page.shows(2);
    listRemoval(9);
    await page.press('u');
    await page.shows(1);
    expect(page.platform.said).toContain('The decision was undone.');
    expect(page.platform.requests).not.toContain(REVERT);
  });

  async function fillBan(): Promise<void> {
    await open(withoutIds);
    await page.press('b');
    await userEvent.click(await page.within(await page.form()).findByRole('radio', { name: '7 days' }));
    await userEvent.type(await reasonField(), 'Insults.');
  }
  async function removeAndBanFirst(): Promise<void> {
    await fillBan();
    page.platform.answer(BAN, undefined, { status: 204 });
    page.platform.answer(ACTION, undefined, { status: 202 });
    page.platform.answer(REVERT, undefined, { status: 205 });
    for (const ban of [50, 51]) page.platform.answer(revertOf(ban), undefined, { status: 204 });
    await sendBan();
    await page.shows(2);
  }

  it('sends the ban first and once, then the removal, with one reason', async () => {
    await fillBan();
    const before = page.platform.requests.length;
    page.platform.answer(BAN, 'Only an administrator can.', forbidden);
    await sendBan();
    expect((await page.form()).textContent).toContain('Only an administrator can.');
    page.platform.answer(BAN, undefined, { status: 204 });
    page.platform.answer(ACTION, undefined, { status: 403 });
    await sendBan();
    expect((await page.form()).textContent).toContain('The ban was issued');
    page.platform.answer(ACTION, undefined, { status: 202 });
    await sendBan();
    await page.shows(2);
    expect(requestsSince(before).filter((request) => request.startsWith('POST'))).toEqual([
      ...[BAN, BAN, ACTION, ACTION],
      claimOf(2),
    ]);
    expect(page.platform.said.at(-1)).toBe('Removed, and Aurora_Captain is banned.');
  });

  it('bans once when the ban was issued without an answer', async () => {
    await fillBan();
    page.platform.cut(BAN);
    await sendBan();
    page.platform.answer(BANS, [issued(50)]);
    page.platform.answer(ACTION, undefined, { status: 202 });
    await sendBan();
    await page.shows(2);
    expect(page.platform.requests.filter((request) => request === BAN)).toHaveLength(1);
  });

  it('is undone with all bans that were issued for the post, and no others, also by a second try', async () => {
    await removeAndBanFirst();
    listRemoval();
    page.platform.cut(BANS);
    await page.press('u');
    expect(page.platform.said.at(-1)).toContain('Couldn’t undo it.');
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

  it('is undone when someone reverts the removal at the same moment', async () => {
    await removeAndBanFirst();
    listRemoval();
    page.platform.answer(REVERT, undefined, { status: 404 });
    page.platform.answer(BANS, [issued(50)]);
    await page.press('u');
    await page.shows(1);
    expect(page.platform.requests).toContain(revertOf(50));
  });
});
