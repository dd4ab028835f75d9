/** The reply to a post: on its page, on cards, and what its author and others may do with it. */
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PostCard } from '#islands/ui/post/PostCard.tsx';
import { formatDateTime } from '#lib/domain/dates.ts';
import { changeLimitSentence } from '#lib/domain/posting.ts';
import type { Post } from '#lib/schemas/post.ts';
import { guid, makeFlags, makePlayer, makePost, makeStatement } from '#tests/support/builders.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';

afterEach(cleanup);

const ID = guid(1);
const POST = `GET /api/Post/${ID}`;
const SAVE = `PUT /api/Post/${ID}/reply`;
const SUBJECT = 500_000_002;
const OTHER = 500_000_009;
const AT = '2026-01-10T12:00:00+00:00';
const LATER = '2026-01-11T12:00:00+00:00';
const REPLY = { content: 'I was sunk.\nSee https://example.org/a.', createdAt: AT, updatedAt: null };
const withReply = (reply: Partial<NonNullable<Post['reply']>> = {}, post: Partial<Post> = {}) =>
  makePost({ id: ID, reply: { ...REPLY, ...reply }, ...post });

/** The viewer has reported the post. */
const REPORT = { id: guid(5), postId: ID, rule: 'other', words: '', moment: null, createdAt: AT };
const REPORTER = {
  viewer: OTHER,
  reports: [{ ...REPORT, outcome: 'open', sentence: null, decidedAt: null }],
};

interface Scene {
  /** The viewer's own reports of the post. */
  reports?: object[];
  viewer?: number;
  roles?: string[];
  features?: string;
  device?: Map<string, string>;
}

async function open(
  post: Post,
  { viewer, roles = [], features, device = new Map(), reports = [] }: Scene = {},
) {
  cleanup();
  const page = await newPage(() => [
    import('#islands/post-view/PostView.tsx'),
    import('#lib/runtime.ts'),
    import('#lib/stores/session/session.ts'),
  ]);
  const platform = page.fakePlatform(`/posts/${ID}`, {
    localStorage: storageOf(device),
    sessionStorage: storageOf(new Map(features === undefined ? [] : [['features', features]])),
    user: viewer === undefined ? undefined : { id: viewer, roles },
  });
  for (const id of [500_000_001, SUBJECT, OTHER]) {
    platform.answer(`GET /api/Player/${id}?includeClanInfo=true`, makePlayer({ id }));
    platform.answer(`GET /api/Post/${id}/received?page=1&pageSize=6`, []);
    platform.answer(`GET /api/Post/${id}/sent?page=1&pageSize=6`, []);
  }
  platform.answer(`GET /api/report?postId=${ID}`, reports);
  platform.answer(`GET /api/mod/action/list?postId=${ID}`, []);
  platform.answer(POST, { model: post });
  await page.loadSession();
  render(<page.PostView />);
  const idle = async () => {
    for (let round = 0; round < 4; round += 1) await act(page.settle);
  };
  await idle();
  const press = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name }));
    await idle();
  };
  return { platform, idle, press, runtime: page.runtime };
}

const reply = () => screen.queryByRole('region', { name: 'Reply by Borodino_Gunner' });
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Your reply/ });
const buttons = () =>
  ['Reply', 'Change reply', 'Delete reply', 'Report reply', 'Remove reply'].filter((name) =>
    screen.queryByRole('button', { name }),
  );

describe('a reply (Rule 31.3)', () => {
  it('is under the text with its lines, and addresses are links as in posts', async () => {
    await open(withReply());
    expect(reply()?.textContent).toContain(REPLY.content);
    const link = within(reply() as HTMLElement).getByRole('link', { name: 'https://example.org/a' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://example.org/a',
      'nofollow noopener ugc',
    ]);
  });

  it.each([
    ['later', LATER, null, true],
    ['earlier', AT, null, false],
    ['before the reply was changed', LATER, LATER, false],
  ])('says that the post was edited %s', async (_, edited, changed, isOlder) => {
    await open(withReply({ updatedAt: changed as null }, { updatedAt: edited }));
    const sentence = `Written before the post was edited on ${formatDateTime(LATER)}.`;
    expect(reply()?.textContent?.includes(sentence)).toBe(isOlder);
  });

  it('is one word on a card, which leads to the post', () => {
    render(<PostCard post={withReply()} context="feed" viewer={null} />);
    expect(screen.getByRole('link', { name: 'Answered' }).getAttribute('href')).toBe(`/posts/${ID}`);
    cleanup();
    render(<PostCard post={withReply({ removed: true })} context="feed" viewer={null} />);
    expect(screen.queryByText('Answered')).toBeNull();
  });

  it('that moderators removed says so, and that there is no second one', async () => {
    await open(withReply({ removed: true, decisionId: guid(7) }), { viewer: SUBJECT });
    expect(screen.getByRole('link', { name: /^Why/ }).getAttribute('href')).toBe(`/decisions/${guid(7)}`);
    expect(reply()?.textContent).toContain('Removed by a moderator');
    expect(document.body.textContent).toContain('you can neither change it nor write another one');
  });
});

describe('answering (Rule 31.4)', () => {
  it.each([
    ['a visitor', withReply(), {}, []],
    ['the author of the post', withReply(), { viewer: 500_000_001 }, ['Report reply']],
    ['another player', withReply(), { viewer: OTHER }, ['Report reply']],
    ['a moderator', withReply(), { viewer: OTHER, roles: ['mod'] }, ['Remove reply']],
    ['an administrator', withReply(), { viewer: OTHER, roles: ['admin'] }, ['Report reply', 'Remove reply']],
    ['the author who is a moderator', withReply(), { viewer: 500_000_001, roles: ['mod'] }, []],
    ['a moderator who waits for a decision', withReply(), { ...REPORTER, roles: ['mod'] }, []],
    [
      'an administrator where all are involved',
      withReply({}, { reports: 1 }),
      { ...REPORTER, roles: ['admin'] },
      ['Report reply', 'Remove reply'],
    ],
    ['the player', makePost({ id: ID }), { viewer: SUBJECT }, ['Reply']],
    ['the player who did', withReply(), { viewer: SUBJECT }, ['Change reply', 'Delete reply']],
    ['the player whose reply was removed', withReply({ removed: true }), { viewer: SUBJECT }, []],
    ['the player without the feature', makePost({ id: ID }), { viewer: SUBJECT, features: 'reports' }, []],
  ])('offers %s what they may do', async (_, post, scene, offered) => {
    await open(post, scene);
    expect(buttons()).toEqual(offered);
  });

  it('keeps the text until it is sent, and then shows it', async () => {
    const device = new Map<string, string>();
    let { platform, press } = await open(makePost({ id: ID }), { viewer: SUBJECT, device });
    await press('Reply');
    await userEvent.type(field(), 'I was sunk.');
    const until = '2126-01-10T12:00:00Z';
    platform.answer(SAVE, { title: 'Too many.', until }, { status: 429 });
    await press('Publish reply');
    expect(document.body.textContent).toContain(`You can write the next answer on ${formatDateTime(until)}.`);
    const detail = changeLimitSentence(until);
    platform.answer(SAVE, { title: 'Too Many Requests', detail, until }, { status: 429 });
    await press('Publish reply');
    expect(document.body.textContent).toContain(changeLimitSentence(formatDateTime(until)));

    ({ platform, press } = await open(makePost({ id: ID }), { viewer: SUBJECT, device }));
    await press('Reply');
    expect(field().value).toBe('I was sunk.');
    platform.answer(SAVE, undefined, { status: 204 });
    platform.answer(POST, { model: withReply() });
    await press('Publish reply');
    expect(reply()?.textContent).toContain(REPLY.content);
    expect(platform.said).toEqual(['Reply published']);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect([...device.values()].join()).not.toContain('I was sunk.');
  });

  it('keeps the form while the post changes', async () => {
    const { platform, idle, press } = await open(makePost({ id: ID }), { viewer: SUBJECT });
    await press('Reply');
    await userEvent.type(field(), 'I was');
    const edited = makePost({ id: ID, title: 'Edited meanwhile' });
    platform.answer(POST, { model: edited });
    platform.hubs[0]?.emit('editedPost', edited);
    await idle();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edited meanwhile');
    await userEvent.keyboard(' sunk.');
    expect(field().value).toBe('I was sunk.');
  });

  it('follows a change from elsewhere while nothing was typed', async () => {
    const { platform, idle, press } = await open(withReply(), { viewer: SUBJECT });
    await press('Change reply');
    const changed = withReply({ content: 'I was alone.', updatedAt: LATER });
    platform.answer(POST, { model: changed });
    platform.hubs[0]?.emit('editedPost', changed);
    await idle();
    expect(field().value).toBe('I was alone.');
  });

  it('is cancelled, which keeps the draft and returns the focus', async () => {
    const { press } = await open(makePost({ id: ID }), { viewer: SUBJECT });
    await press('Reply');
    await userEvent.type(field(), 'I was');
    expect(buttons()).toEqual([]);
    await press('Cancel');
    expect(document.activeElement?.textContent).toBe('Reply');
    await press('Reply');
    expect(field().value).toBe('I was');
  });

  it('shows a warning for which the API refused it first, and then the form again', async () => {
    const { platform, press } = await open(makePost({ id: ID }), { viewer: SUBJECT });
    await press('Reply');
    await userEvent.type(field(), 'I was sunk.');
    const warning = makeStatement({
      kind: 'warned',
      isUnread: true,
      postId: null,
      person: { id: SUBJECT, username: 'Me' },
    });
    const flags = makeFlags({ id: SUBJECT });
    platform.answer(SAVE, 'Read the warning.', { status: 403, contentType: 'text/plain' });
    platform.answer(`GET /api/Profile/${SUBJECT}`, { ...flags, unreadWarning: warning.id });
    platform.answer(`GET /api/decisions/${warning.id}`, warning);
    await press('Publish reply');
    expect([screen.queryByRole('textbox'), await screen.findByText('You were warned')]).toMatchObject([
      null,
      {},
    ]);
    platform.answer(`PUT /api/decisions/${warning.id}/read`, undefined, { status: 204 });
    platform.answer(`GET /api/Profile/${SUBJECT}`, flags);
    await press('I have read this');
    expect(field().value).toBe('I was sunk.');
  });

  it('says before a deletion when the next answer is possible', async () => {
    const { platform, press } = await open(withReply(), { viewer: SUBJECT });
    const nextReplyAt = '2126-01-10T12:00:00Z';
    platform.answer(`GET /api/Profile/${SUBJECT}`, { ...makeFlags({ id: SUBJECT }), nextReplyAt });
    await press('Delete reply');
    const question = screen.getByRole('dialog').textContent;
    expect(question).toContain(`You can write the next answer on ${formatDateTime(nextReplyAt)}.`);
    expect(question).toContain('moderators still see it until they have decided');
  });

  it('deletes the reply after a question', async () => {
    const { platform, press } = await open(withReply(), { viewer: SUBJECT });
    await press('Delete reply');
    platform.answer(`DELETE /api/Post/${ID}/reply`, undefined, { status: 204 });
    platform.answer(POST, { model: makePost({ id: ID }) });
    await press('Delete');
    expect([reply(), buttons(), platform.said]).toEqual([null, ['Reply'], ['Reply deleted']]);
  });
});

describe('removing the reply where it is read', () => {
  it('has the form of the queue, shows the effect, and can be undone', async () => {
    const scene = { viewer: OTHER, roles: ['admin'] };
    const { platform, idle, press, runtime } = await open(withReply(), scene);
    const REMOVAL = `/api/mod/reviews/${ID}/reply/removal`;
    platform.answer(`POST ${REMOVAL}`, { id: guid(70) }, { status: 202 });
    platform.answer(`DELETE ${REMOVAL}`, undefined, { status: 205 });
    const showStatus = vi.spyOn(runtime, 'showStatus');
    await press('Remove reply');
    const form = within(await screen.findByRole('dialog', { name: /^Remove reply/ }));
    await userEvent.type(await form.findByRole('textbox', { name: /Reason/ }), 'Lies.');
    expect(form.getByRole('checkbox', { name: 'Also warn Borodino_Gunner' })).toBeTruthy();
    platform.answer(POST, { model: withReply({ removed: true }) });
    await userEvent.click(form.getByRole('button', { name: 'Remove reply' }));
    await expect.poll(() => reply()?.textContent).toContain('Removed by a moderator');
    expect([platform.said, buttons()]).toEqual([['Reply removed.'], []]);
    platform.answer(POST, { model: withReply() });
    await act(async () => showStatus.mock.lastCall?.[0]?.button?.click());
    await idle();
    expect(platform.said).toContain('The mod action was reverted.');
    expect(reply()?.textContent).not.toContain('Removed by a moderator');
  });
});
