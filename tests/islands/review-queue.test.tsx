import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTimeline } from 'wows-replay/encode/sample-timelines';
import { guid, makeFacts, makePost } from '#tests/support/builders.ts';
import { FakeWorker } from '#tests/support/decoder-worker.ts';
import type { AnswerOptions } from '#tests/support/fake-platform.ts';
import { openQueue, type QueuePage } from '#tests/support/review-page.tsx';
import { claimOf, makeEntry, makeItem, makeReport, scriptQueue, titleOf } from '#tests/support/reviews.ts';

// Loading the modules takes longer than a test may.
beforeAll(() => import('#islands/review-queue/Queue.tsx'), 120_000);

let page: QueuePage;
const open = async (...setup: Parameters<typeof openQueue>) => {
  page = await openQueue(...setup);
};
/** Opens a queue whose first post loads. */
const openFirst = async (...setup: Parameters<typeof openQueue>) => {
  await open(...setup);
  await page.shows(1);
};
afterEach(() => {
  page.cleanup();
  vi.unstubAllGlobals();
});

const reported = { reports: [makeReport(1)], tab: 'reported' as const };

describe('a post of the queue (Rule 28.45)', () => {
  it('shows marks, reports without names, advice, records and what its author changed', async () => {
    const post = makePost({ id: guid(1), title: titleOf(1), content: 'You fool.', advice: ['old-battle'] });
    const former = { title: titleOf(1), content: 'You idiot.', flairs: 0 };
    const marks = { isClanMate: true, isEveryoneInvolved: true, held: true };
    await openFirst({ items: [[1, { ...reported, ...marks, post, former }]] });
    for (const text of [
      'Clan mate',
      'Everyone is involved',
      'Does not count until a moderator keeps it',
      'The battle was more than seven days before the post.',
      'This is an insult.',
    ])
      expect(page.screen.getByText(text)).toBeTruthy();
    await expect.poll(() => document.querySelector('del')?.textContent ?? '').toContain('idiot');
    expect(document.querySelector('ins')?.textContent).toContain('fool');
    const subject = page.screen.getByRole('rowheader', { name: 'Subject Borodino_Gunner' });
    expect(subject.closest('tbody')?.textContent).toContain('−7');
    expect(document.body.textContent).not.toContain('Reported by');
  });

  it('says that files of the CIS client can’t be read, and offers no battle', async () => {
    const facts = makeFacts({ source: 'none', map: null });
    const files = { downloadUri: null, minimapUri: null, timelineUri: null };
    const replay = { ...files, id: guid(31), postId: guid(1), facts, players: [], chatMessages: [] };
    const post = makePost({
      id: guid(1),
      title: titleOf(1),
      replayId: guid(31),
      replay,
      advice: ['not-read'],
    });
    await openFirst({ items: [[1, { post }]] });
    expect(page.screen.getByText('This client’s replays can’t be read yet.')).toBeTruthy();
    expect(page.screen.queryByRole('button', { name: 'Watch the battle' })).toBeNull();
    expect(page.screen.queryByText('Unknown map')).toBeNull();
  });

  it('passes the focus from the button that opens the battle to the battle player', async () => {
    vi.stubGlobal('Worker', FakeWorker);
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    const timeline = `/api/Replay/${guid(31)}/timeline`;
    const files = { downloadUri: null, minimapUri: null, timelineUri: timeline };
    const replay = { ...files, id: guid(31), postId: guid(1), facts: null, players: [], chatMessages: [] };
    const post = makePost({ id: guid(1), title: titleOf(1), replayId: guid(31), replay });
    await openFirst({ items: [[1, { post }]] });
    const answer = page.platform.hold(`GET ${timeline}`);
    page.platform.answer(`GET /api/mod/action/list?postId=${guid(1)}`, []);
    page.platform.answer('GET /api/Map/53_Shoreside', 'Not Found', { status: 404 });
    await userEvent.click(page.screen.getByRole('button', { name: 'Watch the battle' }));
    expect(await page.screen.findByText('Loading the battle...')).toBeTruthy();
    answer(makeTimeline());
    await page.screen.findByRole('slider', { name: 'Position in the battle' });
    await userEvent.keyboard('{End}');
    expect(page.screen.getByRole<HTMLInputElement>('slider').value).toBe('9000');
  });

  it('is the one of the address after a reload, claimed again when shown, and released when left', async () => {
    await open({ address: `/moderation?tab=new&post=${guid(2)}` });
    await page.shows(2);
    page.platform.happen('visible');
    await page.idle();
    expect(page.platform.requests.filter((request) => request === claimOf(2))).toHaveLength(2);
    page.platform.happen('pagehide');
    expect(page.platform.requests.at(-1)).toBe(`DELETE /api/mod/reviews/${guid(2)}/claim`);
  });
});

describe('the author of a report (Rule 28.49)', () => {
  const path = `/api/mod/reviews/${guid(1)}/reports/${guid(901)}`;
  const reporter = { id: 7, username: 'Aurora_Captain', decided: 9, kept: 8, mutedUntil: null };
  const ask = () => userEvent.click(page.screen.getByRole('button', { name: /logged/ }));
  beforeEach(() => openFirst({ items: [[1, reported]] }));

  it('is shown only when asked, and further reports of that player are refused for 1 to 365 days', async () => {
    page.platform.answer(`POST ${path}/reporter`, reporter);
    page.platform.answer(`POST ${path}/mute`, undefined, { status: 204 });
    await ask();
    expect((await page.screen.findByText(/Reported by/)).textContent).toContain('Of 9 decided reports');
    expect(document.activeElement?.textContent).toMatch(/^Reported by Aurora_Captain/);
    const refuse = () => userEvent.click(page.screen.getByRole('button', { name: 'Refuse reports' }));
    const field = page.screen.getByLabelText(/Refuse this player/);
    for (const typed of ['0', '366', 'soon', '365']) {
      await userEvent.clear(field);
      await userEvent.type(field, typed);
      await refuse();
      if (typed !== '365') expect(page.screen.getByRole('alert').textContent).toContain('from 1 to 365');
    }
    await page.idle();
    expect(page.platform.said).toEqual(['Reports of this player are refused for 365 days.']);
  });

  it('does not take the focus that the user moved while it loads', async () => {
    const answer = page.platform.hold(`POST ${path}/reporter`);
    await ask();
    page.heading()?.focus();
    answer(reporter);
    expect(await page.screen.findByText(/Reported by/)).toBeTruthy();
    expect(document.activeElement).toBe(page.heading());
  });
});

const claimedBy = (username: string): AnswerOptions & { body: object } => ({
  status: 423,
  contentType: 'application/problem+json',
  body: { title: `${username} is deciding about this post.`, status: 423, until: '2126-01-10T12:00:00Z' },
});

describe('other moderators (Rule 28.50)', () => {
  it('are named when they have the post, and the next one is shown', async () => {
    const { body, ...options } = claimedBy('Hood_Mod');
    await open({ script: (scripted) => scripted.answer(claimOf(1), body, options) });
    await page.shows(2);
    expect(page.platform.said).toContain('Hood_Mod is deciding about this post.');
    expect(page.screen.getByRole('link', { name: /number 1/ }).textContent).toContain('is deciding');
  });

  it.each([
    ['address', async () => {}],
    [
      'link in the list',
      async () => userEvent.click(await page.screen.findByRole('link', { name: /number 2/ })),
    ],
  ])('are named in place of a post that is opened by its %s, until they release it', async (way, follow) => {
    const { body, ...options } = claimedBy('Hood_Mod');
    const address = way === 'address' ? `/moderation?tab=new&post=${guid(2)}` : '/moderation?tab=new';
    await open({ address, script: (scripted) => scripted.answer(claimOf(2), body, options) });
    await follow();
    await page.shows(2);
    expect(await page.screen.findByText('Hood_Mod is deciding about this post.')).toBeTruthy();
    expect(page.platform.address()).toContain(guid(2));
    page.platform.answer(claimOf(2), makeItem(2));
    await page.live({ postId: guid(2), change: 'released', claim: null });
    expect(await page.screen.findByRole('button', { name: 'Keep' })).toBeTruthy();
  });

  const until = '2126-01-10T12:00:00Z';

  it('are shown live in the list, and their decisions take posts out of it', async () => {
    await openFirst();
    const claim = { id: 9, username: 'Hood_Mod', until };
    await page.live({ postId: guid(2), change: 'claimed', claim });
    expect(page.screen.getByRole('link', { name: /number 2/ }).textContent).toContain('Hood_Mod is deciding');
    await page.press('a');
    await page.shows(3);
    await page.live({ postId: guid(2), change: 'decided', claim: null, by: 9 });
    expect(page.screen.queryByRole('link', { name: /number 2/ })).toBeNull();
  });

  it('do not take away what is being typed when it is claimed again, or when they decide first', async () => {
    await openFirst({ items: [[1, reported]] });
    await page.press('a');
    await userEvent.type(page.sentence(), 'It is fair.');
    const post = makePost({ id: guid(1), title: titleOf(1), content: 'Edited meanwhile.' });
    page.platform.answer(claimOf(1), makeItem(1, { ...reported, post }));
    page.platform.happen('visible');
    expect(await page.screen.findByText('Edited meanwhile.')).toBeTruthy();
    expect(page.sentence().value).toBe('It is fair.');
    await page.live({ postId: guid(1), change: 'decided', claim: null, by: 9 });
    expect(page.screen.getByText('Another moderator has decided about this post.')).toBeTruthy();
    expect([...page.device.values()].join()).toContain('It is fair.');
  });

  it('leave nothing when they work on all other posts', async () => {
    const claim = { id: 9, username: 'Hood_Mod', until };
    await openFirst({ entries: [makeEntry(1), makeEntry(2, { claim })] });
    await page.press('a');
    expect(await page.screen.findByText('Others are deciding about the rest.')).toBeTruthy();
    await page.live({ postId: guid(2), change: 'released', claim: null });
    await page.shows(2);
  });

  it('may open new posts in an empty tab', async () => {
    await open({ entries: [] });
    expect(await page.screen.findByText('Nothing to decide.')).toBeTruthy();
    scriptQueue(page.platform, [makeEntry(4)]);
    await page.live({ postId: guid(4), change: 'opened', claim: null });
    await page.shows(4);
  });
});

describe('the screen (Rule 28.45)', () => {
  it('skips with s: the post comes again after the others', async () => {
    await openFirst();
    for (const next of [2, 3, 1]) {
      await page.press('s');
      await page.shows(next);
    }
    expect(page.platform.requests).toContain(`DELETE /api/mod/reviews/${guid(1)}/claim`);
  });

  it('shows nothing to decide after the last post, and still undoes', async () => {
    await openFirst({ entries: [makeEntry(1)] });
    await page.press('a');
    expect(await page.screen.findByText('Nothing to decide.')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('Nothing to decide.');
    await page.press('u');
    await page.shows(1);
  });

  it('goes to a post of the list, and to another tab', async () => {
    await openFirst();
    await userEvent.click(page.screen.getByRole('link', { name: /number 3/ }));
    await page.shows(3);
    page.platform.answer('GET /api/mod/reviews?tab=advised&page=1', {
      counts: { reported: 0, advised: 0, new: 3 },
      entries: [],
    });
    await userEvent.click(page.screen.getByRole('link', { name: /Advised/ }));
    expect(await page.screen.findByText('Nothing to decide.')).toBeTruthy();
    expect(page.platform.address()).toBe('/moderation?tab=advised');
    await userEvent.click(page.screen.getByRole('link', { name: 'Unreviewed (3)' }));
    await page.shows(1);
  });

  it('offers to load list and post again after a failure', async () => {
    const LIST = 'GET /api/mod/reviews?tab=new&page=1';
    await open({ script: (scripted) => scripted.cut(LIST) });
    expect(await page.screen.findByText('Couldn’t load the queue.')).toBeTruthy();
    scriptQueue(page.platform, [makeEntry(1)]);
    page.platform.cut(claimOf(1));
    await userEvent.click(page.screen.getByRole('button', { name: 'Try again' }));
    expect(await page.screen.findByText('Couldn’t load this post.')).toBeTruthy();
    page.platform.answer(claimOf(1), makeItem(1));
    await userEvent.click(page.screen.getByRole('button', { name: 'Try again' }));
    expect(await page.screen.findByRole('button', { name: 'Keep' })).toBeTruthy();
  });

  it.each<[string, number]>([
    ['decided', 410],
    ['claimed', 423],
  ])('shows the next post when the one to load again was %s in the meantime', async (_, status) => {
    const claim = { id: 9, username: 'Hood_Mod', until: '2026-01-10T12:00:00Z' };
    const entries = [makeEntry(1, { claim }), makeEntry(2)];
    await open({ entries, script: (scripted) => scripted.cut(claimOf(1)) });
    expect(await page.screen.findByText('Couldn’t load this post.')).toBeTruthy();
    page.platform.answer(claimOf(1), claimedBy('Hood_Mod').body, { ...claimedBy('Hood_Mod'), status });
    await userEvent.click(page.screen.getByRole('button', { name: 'Try again' }));
    await page.shows(2);
    expect(await page.screen.findByRole('button', { name: 'Keep' })).toBeTruthy();
  });

  it('offers the next post when the one that is loaded again by itself is gone', async () => {
    await open({ script: (scripted) => scripted.cut(claimOf(1)) });
    expect(await page.screen.findByText('Couldn’t load this post.')).toBeTruthy();
    page.platform.answer(claimOf(1), undefined, { status: 410 });
    page.platform.happen('online');
    expect(await page.screen.findByText('This post no longer waits for a decision.')).toBeTruthy();
    await page.press('s');
    await page.shows(2);
    expect(await page.screen.findByRole('button', { name: 'Keep' })).toBeTruthy();
  });

  it('says what the page of a wrong address says in front of an API without the queue', async () => {
    await open({ script: (scripted) => scripted.answer('GET /api/features', { features: [] }) });
    expect(await page.screen.findByText(/there's nothing at this address/)).toBeTruthy();
    expect(page.platform.requests.filter((request) => request.includes('reviews'))).toEqual([]);
  });
});
