/** Bans and mod actions on a player's profile, with their stores. */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { formatMedium } from '#lib/domain/dates.ts';
import type { Role } from '#lib/schemas/session.ts';
import { guid, makeBan, makeFlags, makeModAction, makePlayer, makePost } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';
import { makeItem } from '#tests/support/reviews.ts';

// Loading the modules takes longer than a test may.
beforeAll(() => import('#islands/moderation/ModerationDialogs.tsx'), 60_000);
afterEach(cleanup);

const PLAYER = 500_000_002;
const VIEWER = 500_000_003;
const BANS = `GET /api/mod/bans/${PLAYER}?currentOnly=false&history=true`;
const ACTIONS = `GET /api/mod/action/list?userId=${PLAYER}`;
const READ_PLAYER = `GET /api/Player/${PLAYER}?includeClanInfo=true`;
const BAN = 'POST /api/mod/bans?days=7';
const recordsOf = (id: number) => `GET /api/mod/decisions?page=1&player=${id}`;
const recordWith = (record: object) => ({ entries: [], hasMore: false, moderators: [], record });
const AHEAD = '2126-03-09T14:05:00+00:00';
const PAST = '2020-03-09T14:05:00+00:00';

const load = () =>
  newPage(() => [
    import('#islands/moderation/StaffBar.tsx'),
    import('#islands/moderation/ModerationDialogs.tsx'),
    import('#islands/post-editor/PostDialogs.tsx'),
    import('#lib/stores/profile/player-profile.ts'),
    import('#lib/stores/core/live.ts'),
  ]);
let page: Awaited<ReturnType<typeof load>>;
let platform: FakePlatform;

interface Setup {
  roles?: Role[];
  query?: string;
  /** Whose profile it is. */
  id?: number;
  /** The player's roles in the profile. With null they never arrive; with 'fails' the request fails. */
  profileRoles?: number[] | null | 'fails';
  stored?: Map<string, string>;
  script?: () => void;
}

/** Opens the profile of a player with a ban in force, a reverted one, and two mod actions. */
async function open({
  roles = ['mod'],
  query = '',
  id = PLAYER,
  profileRoles = [],
  stored = new Map(),
  script = () => {},
}: Setup = {}): Promise<void> {
  cleanup();
  page = await load();
  platform = page.fakePlatform(`/player/${id},Borodino_Gunner${query}`, {
    user: { id: VIEWER, username: 'Cossack_Mod', roles },
    localStorage: storageOf(stored),
  });
  const player = makePlayer({ id, username: 'Borodino_Gunner' });
  platform.answer(`GET /api/Player/${id}?includeClanInfo=true`, player);
  if (profileRoles === null) platform.hold(`GET /api/Profile/${id}`);
  else if (profileRoles === 'fails') platform.cut(`GET /api/Profile/${id}`);
  else platform.answer(`GET /api/Profile/${id}`, makeFlags({ id, profileRoles }));
  platform.answer(`GET /api/report/counts/${id}`, { about: 2, by: 1 });
  platform.answer(`GET /api/mod/bans/${id}?currentOnly=false&history=true`, [
    makeBan(),
    makeBan({ id: guid(2), reverted: true }),
  ]);
  platform.answer(recordsOf(id), undefined, { status: 404 });
  const update = makeModAction({
    id: guid(12),
    actionType: 1,
    updatedPost: makePost({ title: 'Put mildly' }),
  });
  platform.answer(`GET /api/mod/action/list?userId=${id}`, [makeModAction(), update]);
  script();
  page.$player.listen(() => {});
  render(<page.StaffBar player={player} viewer={{ id: VIEWER, roles }} />);
  await idle();
}

async function idle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await act(page.settle);
}
const count = (request: string) => platform.requests.filter((sent) => sent === request).length;
const texts = (role: string) => screen.queryAllByRole(role).map(({ textContent }) => textContent);
const text = () => document.body.textContent;
const question = () => screen.queryByRole('dialog', { name: /\?$/ });
/** Clicks a button of the question, or of the page when there is none. */
const press = async (name: string | RegExp) => {
  const [button] = within(question() ?? document.body).getAllByRole('button', { name });
  await userEvent.click(button as HTMLElement);
  await idle();
};
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ });
const days = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Days/ });
const length = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const type = (control: HTMLElement, value: string) =>
  act(async () => void fireEvent.change(control, { target: { value } }));

const drafts = (stored: Map<string, string>) => [...stored.keys()].filter((key) => key.includes('draft'));

/** Opens the form and the question for a ban of 7 days. */
async function askForBan(): Promise<void> {
  await press('Ban this player');
  await userEvent.click(length('7 days'));
  await type(reason(), ' Insults. ');
  await press('Ban…');
}

it('says before that another moderator warns and bans, and still offers reverts (Rule 11.15)', async () => {
  const refusal = 'This player has posted about you, so another moderator decides.';
  const script = () => platform.answer(`GET /api/report/counts/${PLAYER}`, { about: 0, by: 0, refusal });
  await open({ query: '?moderation=bans', script });
  expect(screen.getAllByText(refusal)).toHaveLength(2);
  expect(texts('button').filter((name) => /^(Warn|Ban this|Revert)/.test(name ?? ''))).toEqual(['Revert']);
});

it('warns the player alone, and keeps the reason as a draft while that fails', async () => {
  const stored = new Map<string, string>();
  await open({ stored });
  await press('Warn…');
  render(<page.PostDialogs />);
  const warning = () => within(screen.getByRole('dialog', { name: 'Warn Borodino_Gunner' }));
  await userEvent.type(
    await screen.findByRole('textbox', { name: /^Reason/ }, { timeout: 60_000 }),
    'Insults.',
  );
  platform.answer('POST /api/mod/warnings', 'Only an administrator can.', {
    status: 403,
    contentType: 'text/plain',
  });
  await userEvent.click(warning().getByRole('button', { name: 'Warn' }));
  expect(await warning().findByText('Only an administrator can.')).toBeTruthy();
  expect(warning().queryByRole('checkbox', { name: /Also warn/ })).toBeNull();
  expect(drafts(stored)).toHaveLength(1);
  platform.answer('POST /api/mod/warnings', { id: guid(70), actionId: null }, { status: 202 });
  await userEvent.click(warning().getByRole('button', { name: 'Warn' }));
  await idle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(platform.said).toEqual(['Borodino_Gunner was warned.']);
  expect(count(recordsOf(PLAYER))).toBe(2);
  expect(drafts(stored)).toEqual([]);
});

describe('the bar of staff (Rule 5.12)', () => {
  it.each<[Role[], string[]]>([
    [['mod'], ['Platform bans1', 'Mod actions2', 'Warn…']],
    [
      ['admin', 'mod'],
      ['Platform bans1', 'Mod actions2', 'Warn…', 'Recalculate metrics'],
    ],
    [['admin'], ['Recalculate metrics']],
    [['wg'], []],
  ])('offers %j %j, and loads no more', async (roles, offered) => {
    await open({ roles });
    expect(texts('button')).toEqual(offered);
    expect([count(BANS), count(ACTIONS)]).toEqual(roles.includes('mod') ? [1, 1] : [0, 0]);
    expect(text()?.includes('Reported: 2 posts about, 1 by this player')).toBe(roles.includes('mod'));
    await open({ roles, query: '?moderation=bans' });
    expect(screen.queryAllByRole('dialog')).toHaveLength(roles.includes('mod') ? 1 : 0);
  });

  it('recalculates metrics after a question, and loads the player again', async () => {
    await open({ roles: ['admin'] });
    platform.answer(`PATCH /api/Player/recalculate?playerId=${PLAYER}`, undefined, { status: 202 });
    await press('Recalculate metrics');
    expect(question()?.textContent).toContain('ratings of Borodino_Gunner will be recalculated');
    await press('Recalculate');
    expect(platform.said).toEqual(['The metrics were recalculated.']);
    expect(count(READ_PLAYER)).toBe(2);
  });

  it('is up to date when another moderator acts, and after a lost connection', async () => {
    await open();
    const numbers = () => [texts('button')[0], texts('button')[1]];
    page.goLive();
    await idle();
    const [hub] = platform.hubs;
    platform.answer(ACTIONS, [makeModAction()]);
    hub?.emit('editedPost', makePost());
    await idle();
    expect(numbers()).toEqual(['Platform bans1', 'Mod actions2']);
    hub?.emit('editedPost', makePost({ author: { id: PLAYER, username: 'Borodino_Gunner', clan: null } }));
    await idle();
    expect(numbers()).toEqual(['Platform bans1', 'Mod actions1']);
    platform.answer(ACTIONS, []);
    hub?.emit('deletedPost', guid(21));
    await idle();
    expect(numbers()).toEqual(['Platform bans1', 'Mod actions0']);
    platform.answer(ACTIONS, [makeModAction()]);
    platform.answer(BANS, []);
    hub?.drop();
    await waitFor(() => expect(numbers()).toEqual(['Platform bans0', 'Mod actions1']));
  });

  it('has the records for all staff, up to date after a note', async () => {
    const record = { ...makeItem(1).author, ladder: { decisions: 0, warnings: 0 }, notes: [] };
    await open({ roles: ['admin'], script: () => platform.answer(recordsOf(PLAYER), '', { status: 500 }) });
    platform.answer(recordsOf(PLAYER), recordWith(record));
    await press('Couldn’t load the record. Try again');
    await userEvent.click(screen.getByText('Nothing removed in 12 months'));
    await userEvent.click(await screen.findByRole('button', { name: 'Add note' }));
    await userEvent.type(screen.getByRole('textbox', { name: /^Note/ }), 'Calm.');
    const notes = [{ id: guid(60), author: null, words: 'Calm.', createdAt: PAST }];
    platform.answer('POST /api/mod/notes', notes[0], { status: 201 });
    platform.answer(recordsOf(PLAYER), recordWith({ ...record, notes }));
    await press('Save note');
    expect(text()).toMatch(/Nothing removed in 12 months · 1 note.*Calm\./);
    await open({ id: VIEWER });
    expect(count(recordsOf(VIEWER))).toBe(0);
  });

  it.each([
    ['bans', BANS, 'Couldn’t load the platform bans.', 'No platform bans.'],
    ['actions', ACTIONS, 'Couldn’t load the mod actions.', 'No mod actions.'],
  ])('says why the list of %s failed, and loads it again', async (list, request, failure, empty) => {
    await open({
      query: `?moderation=${list}`,
      script: () => platform.answer(request, undefined, { status: 500 }),
    });
    expect(text()).toContain(`${failure}Something went wrong on our side`);
    platform.answer(request, []);
    await press('Try again');
    expect(text()).toContain(empty);
  });
});

describe('the bans of a player', () => {
  it('are shown with state, reason, moderator and end as a medium date (Rule 11.6)', async () => {
    const bans = [{}, { bannedUntil: AHEAD }, { bannedUntil: PAST }, { reverted: true }];
    const script = () =>
      platform.answer(
        BANS,
        bans.map((ban, index) => makeBan({ id: guid(index + 1), ...ban })),
      );
    await open({ query: '?moderation=bans', script });
    expect(text()).toContain('3 bans (reverted bans not counted)');
    const items = screen.getAllByRole('listitem');
    for (const [index, [state, end]] of [
      ['In force', 'Permanent'],
      ['In force', `Until ${formatMedium(AHEAD)}`],
      ['Over', `Until ${formatMedium(PAST)}`],
      ['Reverted', 'Permanent'],
    ].entries()) {
      const item = items[index] as HTMLElement;
      expect(item.textContent).toContain(`${state}${end}Insults in three posts.`);
      expect(within(item).getByRole('link', { name: 'Cossack_Mod' }).getAttribute('href')).toBe(
        '/player/500000003,Cossack_Mod',
      );
      expect(within(item).queryAllByRole('button', { name: 'Revert' })).toHaveLength(index < 3 ? 1 : 0);
    }
  });

  const OF_STAFF = 'Only an administrator can change bans of an administrator or a moderator.';
  const OWN = 'You cannot change bans of your own account.';
  const BOTH = ['Ban this player', 'Revert'];
  it.each<[string, Setup, string[], string?]>([
    ['a player’s, by a moderator', {}, BOTH],
    ['an administrator’s, by an administrator', { roles: ['admin', 'mod'], profileRoles: [1] }, BOTH],
    ['a moderator’s, by an administrator', { roles: ['admin', 'mod'], profileRoles: [2] }, BOTH],
    ['an administrator’s, by a moderator', { profileRoles: [1] }, [], OF_STAFF],
    ['a moderator’s, by a moderator', { profileRoles: [2] }, [], OF_STAFF],
    ['a moderator’s own', { id: VIEWER, profileRoles: [2] }, [], OWN],
    ['an administrator’s own', { roles: ['admin', 'mod'], id: VIEWER, profileRoles: [1] }, BOTH],
    ['while the player’s roles load', { profileRoles: null }, []],
    ['when the roles could not be loaded: the API decides', { profileRoles: 'fails' }, BOTH],
  ])('can be changed or not, with the reason (Rule 11.13): %s', async (_, setup, offered, sentence) => {
    await open({ ...setup, query: '?moderation=bans' });
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(BOTH.filter((name) => screen.queryByText(name) !== null)).toEqual(offered);
    for (const each of [OF_STAFF, OWN]) expect(text()?.includes(each)).toBe(each === sentence);
  });

  it('get a new one once the form has no errors and the question is confirmed, once (Rule 11.8)', async () => {
    const stored = new Map<string, string>();
    await open({ query: '?moderation=bans', stored });
    await press('Ban this player');
    await userEvent.click(length('Custom'));
    await press('Ban…');
    await waitFor(() => expect(texts('alert')).toHaveLength(2));
    expect(question()).toBeNull();
    await type(days(), '45');
    await type(reason(), ' Insults. ');
    await press('Ban…');
    expect(question()?.textContent).toContain('Borodino_Gunner will be banned from posting for 45 days');
    await press('Cancel');
    for (const [choice, words] of [
      ['Permanent', 'permanently'],
      ['1 day', 'for 1 day,'],
      ['7 days', 'for 7 days'],
    ] as const) {
      await userEvent.click(length(choice));
      await press('Ban…');
      expect(question()?.textContent).toContain(words);
      if (choice !== '7 days') await press('Cancel');
    }
    const answer = platform.hold(BAN);
    const confirm = within(question() as HTMLElement).getByRole('button', { name: 'Ban' });
    expect(count(BAN)).toBe(0);
    await userEvent.dblClick(confirm);
    fireEvent(question() as HTMLElement, new Event('cancel', { cancelable: true }));
    expect(question()).not.toBeNull();
    answer(undefined, { status: 202 });
    await idle();
    expect([count(BAN), count(BANS), count(recordsOf(PLAYER))]).toEqual([1, 2, 2]);
    expect(question()).toBeNull();
    expect(platform.said).toEqual(['Borodino_Gunner is banned for 7 days.']);
    expect(drafts(stored)).toEqual([]);
    await press('Ban this player');
    await press('Insults.');
    expect(reason().value).toBe('Insults.');
  });

  it('keep the length, the days and the reason of a new one as a draft', async () => {
    const stored = new Map<string, string>();
    await open({ query: '?moderation=bans', stored });
    await press('Ban this player');
    await userEvent.click(length('Custom'));
    await type(days(), '45');
    await type(reason(), 'Insults.');
    await press('Cancel');
    expect(document.activeElement?.textContent).toBe('Ban this player');
    await open({ query: '?moderation=bans', stored });
    expect([length('Custom').checked, days().value, reason().value]).toEqual([true, '45', 'Insults.']);
    await press('Discard draft');
    expect([length('1 day').checked, reason().value]).toEqual([true, '']);
    expect(document.activeElement).toBe(reason());
    expect(drafts(stored)).toEqual([]);
  });

  it.each([
    [403, 'You cannot change bans of your own account.', /your own account/],
    [403, undefined, /not allowed/],
    [401, undefined, /no longer signed in/],
    [429, undefined, /Wait a moment/],
    [500, undefined, /went wrong on our side/],
    [0, undefined, /could not be reached/],
  ])(
    'keep question and draft when a new one gets %i, and say why (Rule 11.9)',
    async (status, body, words) => {
      await open({ query: '?moderation=bans' });
      await askForBan();
      if (status === 0) platform.cut(BAN);
      else platform.answer(BAN, body, { status, contentType: 'text/plain' });
      await press('Ban');
      expect(question()?.textContent).toMatch(words);
      expect(reason().value).toBe(' Insults. ');
      // It may have been issued.
      expect(count(BANS)).toBe(status === 500 || status === 0 ? 2 : 1);
      platform.answer(BAN, undefined, { status: 202 });
      await press('Ban');
      expect(question()).toBeNull();
    },
  );

  it('stay when they cannot be loaded after a new one without an answer', async () => {
    await open({ query: '?moderation=bans' });
    await askForBan();
    page.catchWarnings();
    for (const request of [BAN, BANS]) platform.cut(request);
    await press('Ban');
    expect([count(BANS), texts('listitem').length >= 2]).toEqual([2, true]);
    expect(text()).toContain('1 ban (');
  });

  it('are loaded again after a revert, and get the focus (Rule 11.9)', async () => {
    await open({ query: '?moderation=bans' });
    platform.answer(`DELETE /api/mod/bans/${guid(1)}?id=${guid(1)}`, undefined, { status: 205 });
    platform.answer(BANS, [makeBan({ reverted: true })]);
    await press('Revert');
    expect(question()?.textContent).toContain('The ban of Borodino_Gunner ends');
    await press('Revert ban');
    expect(platform.said).toEqual(['The ban was reverted.']);
    expect([count(BANS), texts('listitem').length]).toEqual([2, 1]);
    expect(document.activeElement?.textContent).toContain('Reverted');
  });
});

describe('the mod actions of a player', () => {
  const REVERT = `DELETE /api/mod/action/${guid(11)}`;
  const LEFT = `GET /api/mod/action/list?postId=${guid(21)}`;
  const POST = `GET /api/Post/${guid(21)}`;
  const actions = '?moderation=actions';

  async function revert(): Promise<void> {
    await press('Revert');
    await press('Revert action');
  }

  it('are red deletions and yellow edits with a link to the post, by kind (Rule 11.4)', async () => {
    const untitled = makePost({ title: '\u200b' });
    const edit = makeModAction({
      id: guid(12),
      actionType: 1,
      updatedPost: makePost({ title: 'Put mildly' }),
    });
    const list = [makeModAction(), edit, { ...edit, id: guid(13), updatedPost: untitled }];
    await open({ query: actions, script: () => platform.answer(ACTIONS, list) });
    const shown = () =>
      screen.getAllByRole('listitem').flatMap((item) => {
        const badge = within(item).queryByText(/^(Deletion|Edit)$/);
        const link = within(item).queryAllByRole('link')[0];
        return badge ? [[badge.className.match(/negative|warning/)?.[0], link?.textContent]] : [];
      });
    expect(shown()).toEqual([
      ['negative', 'View post'],
      ['warning', 'Put mildly'],
      ['warning', 'Untitled post'],
    ]);
    expect(screen.getByRole('link', { name: 'View post' }).getAttribute('href')).toBe(`/posts/${guid(21)}`);
    await userEvent.click(screen.getByRole('link', { name: /^Edits/ }));
    expect(shown().map(([tone]) => tone)).toEqual(['warning', 'warning']);
    await userEvent.click(screen.getByRole('link', { name: /^Deletions/ }));
    expect(texts('link').filter((name) => /^(All|Edits|Deletions)/.test(name ?? ''))).toEqual([
      'All3',
      'Edits2',
      'Deletions1',
    ]);
    expect(shown().map(([tone]) => tone)).toEqual(['negative']);
    expect(platform.address()).toBe(`/player/${PLAYER},Borodino_Gunner${actions}&kind=deletions`);
    await press('Close');
    expect(platform.address()).toBe(`/player/${PLAYER},Borodino_Gunner`);
    await press(/^Mod actions/);
    expect(shown()).toHaveLength(3);
    await act(async () => platform.goBack(`/player/${PLAYER},Borodino_Gunner`));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('cannot be reverted by who wrote the posts', async () => {
    await open({ query: actions, id: VIEWER });
    expect(text()).toContain('Off topic.');
    expect(screen.queryByRole('button', { name: 'Revert' })).toBeNull();
  });

  it.each([
    [205, 'The mod action was reverted.', undefined],
    [404, undefined, /It’s gone/],
  ])(
    'are loaded again with the player after a revert that gets %i (Rule 11.9)',
    async (status, said, words) => {
      await open({ query: actions });
      platform.answer(REVERT, undefined, { status });
      await press('Revert');
      expect(question()?.textContent).toContain('The post becomes visible again');
      await press('Revert action');
      expect(platform.said).toEqual(said ? [said] : []);
      if (words) expect(question()?.textContent).toMatch(words);
      expect([count(ACTIONS), count(READ_PLAYER)]).toEqual([2, 2]);
    },
  );

  const action = makeModAction();
  const locked = makePost({ id: guid(21), modLocked: true });
  const REVERTED = 'The mod action was reverted.';
  it.each<[string, left: unknown, post: unknown, said: string | null, words?: string]>([
    ['it is no longer listed', [], null, REVERTED],
    ['the removed post is visible again', null, { ...locked, modLocked: false }, REVERTED],
    ['it is still listed', [action], locked, null, 'The action is still in force. Object reference.'],
    ['nothing answers', null, null, null, 'We couldn’t check whether the action was reverted.'],
  ])('say what a revert without a clear answer did (Rule 11.14): %s', async (_, left, post, said, words) => {
    await open({ query: actions });
    const fault = { type: 'System.NullReferenceException', title: 'Object reference.', detail: 'at A.B()' };
    platform.answer(REVERT, fault, { status: 500, contentType: 'application/problem+json' });
    if (left) platform.answer(LEFT, left);
    else platform.cut(LEFT);
    if (post) platform.answer(POST, post);
    else platform.cut(POST);
    await revert();
    expect(platform.said).toEqual(said ? [said] : []);
    expect(question()?.textContent.includes(words ?? '') ?? false).toBe(words !== undefined);
    expect(count(ACTIONS)).toBe(2);
  });
});
