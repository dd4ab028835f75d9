/** The statement of a decision, objecting to it and confirming a warning. */
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { Statement as StatementPart } from '#islands/moderation/Statement.tsx';
import { formatDateTime } from '#lib/domain/dates.ts';
import type { Objection, Statement } from '#lib/schemas/decision.ts';
import { guid, makeFlags, makeStatement } from '#tests/support/builders.ts';
import { type FakePlatform, fakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';

afterEach(cleanup);

const AT = '2026-01-10T12:00:00+00:00';
const LATER = '2126-07-10T12:00:00+00:00';
const DECIDED = { id: guid(41), verdict: 'upheld', reason: 'After another look.', decidedAt: AT } as const;
const CONFIRM = 'I have read this';
const text = () => document.body.textContent ?? '';
const heading = () => screen.getByRole('heading').textContent;

describe('a statement (Rule 31.11)', () => {
  const show = (overrides: Partial<Statement>, isOwn = true) => {
    cleanup();
    fakePlatform('/');
    render(<StatementPart statement={makeStatement(overrides)} isOwn={isOwn} />);
  };

  it('names the person to staff', () => {
    show({}, false);
    expect(heading()).toBe('Post removed: Aurora_Captain');
  });

  it('shows staff the objections that were decided, with who decided them (Rule 31.28)', () => {
    const open = {
      id: guid(90),
      words: 'Not me.',
      createdAt: AT,
      verdict: null,
      reason: null,
      decidedAt: null,
    };
    const decided = {
      ...open,
      ...DECIDED,
      words: 'Read it again.',
      decider: { id: 8, username: 'Fair_Mod' },
    };
    show({ objections: [decided, { ...open, decider: null }] }, false);
    expect(text()).toMatch(/Read it again\..*Objection refused.*by Fair_Mod.*After another look\./);
    expect(text()).not.toContain('Not me.');
  });

  it('has the words, the former text, what the replay lacks, and the post', () => {
    const about = { player: { id: 7, username: 'Kirov' }, createdAt: LATER };
    show({ advice: ['author-not-shown', 'old-battle'], about });
    for (const part of [
      `About Kirov, written ${formatDateTime(LATER)}`,
      `${formatDateTime(AT)}. A moderator decided this, not a program.`,
      ...['An insult.', 'Rammed me', 'This idiot rammed me.', 'The replay does not show you.'],
    ])
      expect(text()).toContain(part);
    expect(text()).not.toContain('old-battle');
    expect(screen.getByRole('link', { name: 'Show the post' }).getAttribute('href')).toBe(
      `/posts/${guid(21)}`,
    );
  });

  it('shows the changes of an edit by words', () => {
    const present = { title: 'Rammed me', content: 'This player rammed me.', flairs: 0 };
    show({ kind: 'edited', present });
    expect(text()).toContain('This  [removed: idiot]  [added: player]  rammed me.');
  });

  it('shows a removed reply without a title', () => {
    show({ kind: 'reply-removed', former: { title: '', content: 'You lie.', flairs: 0 } });
    expect(text()).toContain('You lie.');
    expect(text()).not.toContain('Untitled');
  });

  it('says that the text was not kept', () => {
    show({ former: null });
    expect(text()).toContain('The former text was not kept.');
  });

  it.each([
    [null, 'Permanently'],
    [LATER, formatDateTime(LATER)],
  ])('says until when a ban lasts: %s', (until, words) => {
    show({ kind: 'banned', former: null, until });
    expect(screen.getByText('Until').nextSibling?.textContent).toBe(words);
    expect(text()).not.toContain('not kept');
  });

  it('of a kept post has no guidelines, which are those of reports', () => {
    show({ kind: 'kept', person: null, former: null, rules: ['provoke'], reason: 'It is fair.' });
    expect(screen.getByText('Reason').nextSibling?.textContent).toBe('It is fair.');
  });

  it('of a removal that warns says both', () => {
    show({ isWarning: true });
    expect(heading()).toBe('Your post was removed, and you were warned');
    show({ kind: 'reply-removed', isWarning: true }, false);
    expect(heading()).toBe('Reply removed, with a warning: Aurora_Captain');
  });

  it('of a kept reply has the words of its reporter', () => {
    const reports = [{ rule: 'other', words: 'It names my street.', ofReply: true }];
    show({ kind: 'kept', person: null, former: null, rules: [], reports });
    expect(heading()).toBe('The reply that you reported was kept');
    expect(screen.getByText('Your report of the reply').nextSibling?.textContent).toBe('It names my street.');
  });

  it('says that it was reverted, and no longer that an objection was upheld', () => {
    const objection = { id: guid(7), words: 'No.', createdAt: AT, decidedAt: AT, reason: 'It is fair.' };
    show({ revertedAt: AT, objection: { ...objection, verdict: 'upheld' } });
    expect(text()).toContain('This decision was reverted on');
    expect(text()).not.toMatch(/the decision stays|It is fair/);
  });

  it('has one form of dates (Rule 31.11)', () => {
    const objection = { ...DECIDED, verdict: 'reversed' as const, words: 'No.', createdAt: AT };
    show({ kind: 'banned', former: null, until: LATER, revertedAt: AT, objection });
    const shown = [...document.querySelectorAll('time')].map((time) => time.textContent);
    expect(shown.toSorted()).toEqual([AT, AT, AT, AT, LATER].map(formatDateTime).toSorted());
  });
});

const ID = makeStatement().id;
const DECISION = `GET /api/decisions/${ID}`;

/** The user must confirm the warning before the next post. */
async function open(
  statement: Statement | number,
  device = new Map<string, string>(),
  { features, warning }: { features?: string; warning?: Statement } = {},
) {
  cleanup();
  const page = await newPage(() => [
    import('#islands/statement/StatementScreen.tsx'),
    import('#islands/frame/AccountMenu.tsx'),
    import('#lib/stores/notifications/notifications.ts'),
    import('#lib/stores/posts/post-dialog.ts'),
    import('#lib/stores/session/session.ts'),
  ]);
  const platform: FakePlatform = page.fakePlatform(`/decisions/${ID}`, {
    user: { id: 500_000_001, roles: [] },
    localStorage: storageOf(device),
    sessionStorage: storageOf(new Map(features === undefined ? [] : [['features', features]])),
  });
  if (typeof statement === 'number') platform.answer(DECISION, { title: 'No.' }, { status: statement });
  else platform.answer(DECISION, statement);
  const unreadWarning = warning?.id ?? null;
  platform.answer('GET /api/Profile/500000001', makeFlags({ unreadWarning }));
  if (warning) platform.answer(`GET /api/decisions/${warning.id}`, warning);
  await page.loadSession();
  onTestFinished(page.startNotifications());
  render(
    <>
      <page.StatementScreen />
      <page.FirstWarning />
    </>,
  );
  const idle = async () => {
    for (let round = 0; round < 4; round += 1) await act(page.settle);
  };
  await idle();
  const press = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name }));
    await idle();
  };
  const hub = () => platform.hubs.find(({ url }) => url.includes('notifications'));
  const receive = async (name: string, value: unknown) => {
    hub()?.emit(name, value);
    await idle();
  };
  const write = async () => {
    page.openWriting(null);
    await idle();
  };
  return { platform, idle, press, hub, receive, write };
}

describe('the page of a decision', () => {
  it('is not found and not requested without the feature', async () => {
    const { platform } = await open(makeStatement(), new Map(), { features: 'replies' });
    expect(text()).toContain('Sorry, no decision was found.');
    expect(platform.requests).not.toContain(DECISION);
  });

  it('that cannot be loaded says so, and loads on request', async () => {
    const { platform, press } = await open(500);
    platform.answer(DECISION, makeStatement());
    await press('Try again');
    expect(heading()).toBe('Your post was removed');
    expect(document.title).toContain('Post removed');
  });

  it('follows notifications, the item of its post and reconnects (Rule 31.11)', async () => {
    const { platform, receive, hub } = await open(makeStatement());
    const decided = { ...DECIDED, words: 'He began.', createdAt: AT } satisfies Objection;
    platform.answer(DECISION, makeStatement({ objection: decided }));
    const common = { id: guid(51), accountId: 500_000_001, emittedAt: AT, acknowledgedAt: null };
    await receive('newNotification', { ...common, type: 12, decisionId: ID, verdict: 'upheld', reason: '' });
    expect(text()).toContain('After another look.');
    platform.answer(DECISION, makeStatement({ revertedAt: AT }));
    await receive('deletedNotification', guid(52));
    expect(text()).toContain('This decision was reverted on');
    platform.answer(DECISION, makeStatement({ reason: 'Spam.' }));
    await receive('reviewChanged', { postId: guid(21), change: 'opened', claim: null, by: null });
    expect(text()).toContain('Spam.');
    platform.answer(DECISION, makeStatement({ postId: null }));
    hub()?.drop();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Show the post' })).toBeNull());
  });

  it('stays while the editor’s dialog shows a warning, unless it is the same (Rule 31.11)', async () => {
    const own = makeStatement({ kind: 'warned', former: null, isUnread: true });
    const warning = { ...own, id: guid(32), reason: 'Spam.' };
    const { platform, idle, write } = await open(own, new Map(), { warning });
    await write();
    for (const reason of ['An insult.', 'Spam.']) expect(screen.getByText(reason)).toBeTruthy();
    const confirm = async (id: string, unreadWarning: string | null) => {
      platform.answer(`PUT /api/decisions/${id}/read`, undefined, { status: 204 });
      platform.answer('GET /api/Profile/500000001', makeFlags({ unreadWarning }));
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: CONFIRM }));
      await idle();
    };
    await confirm(guid(32), ID);
    expect(screen.getAllByText('An insult.')).toHaveLength(2);
    expect(document.activeElement?.closest('dialog')?.textContent).toContain('An insult.');
    await confirm(ID, null);
    expect(screen.queryByRole('button', { name: CONFIRM, hidden: true })).toBeNull();
  });
});

describe('an objection (Rule 31.20)', () => {
  const SEND = `POST /api/decisions/${ID}/objection`;
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');

  it('is kept until it is sent, and is then part of the statement', async () => {
    const device = new Map<string, string>();
    const statement = makeStatement({ objectUntil: LATER });
    let { platform, press } = await open(statement, device);
    expect(text()).toContain(`until ${formatDateTime(LATER)}`);
    await press('Object to this decision');
    await userEvent.type(field(), ' He began. ');
    platform.answer(SEND, 'Slow down.', { status: 403, contentType: 'text/plain' });
    await press('Send objection');
    expect([text().includes('Slow down.'), field().value]).toEqual([true, ' He began. ']);

    ({ platform, press } = await open(statement, device));
    await press('Object to this decision');
    expect(field().value).toBe(' He began. ');
    const sent = { id: guid(41), words: 'He began.', createdAt: AT, verdict: null };
    platform.answer(SEND, { ...sent, reason: null, decidedAt: null } satisfies Objection, { status: 201 });
    await press('Send objection');
    expect(platform.said).toEqual(['Objection sent']);
    expect(text()).toContain('Moderators have not decided about it yet.');
    expect(screen.queryByRole('button')).toBeNull();
    expect(document.activeElement?.textContent).toContain('Your post was removed');
    expect([...device.values()].join()).not.toContain('He began.');
  });
});

it('confirms a warning, and keeps the button when that fails', async () => {
  const { platform, press } = await open(makeStatement({ kind: 'warned', former: null, isUnread: true }));
  const READ = `PUT /api/decisions/${ID}/read`;
  platform.answer(READ, { title: 'No.' }, { status: 500 });
  await press(CONFIRM);
  expect(text()).toContain('Couldn’t save.');
  platform.answer(READ, undefined, { status: 204 });
  platform.answer('GET /api/Profile/500000001', makeFlags());
  await press(CONFIRM);
  expect(platform.said).toEqual(['Warning confirmed']);
  expect(screen.queryByRole('button')).toBeNull();
});
