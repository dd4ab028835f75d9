import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guid, makeBan, makeFlags, makeModAction, makePlayer, makePost } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';
import { makeToken } from '#tests/support/token.ts';

const openPage = () =>
  newPage(() => [
    import('#lib/stores/profile/player-profile.ts'),
    import('#lib/stores/profile/profile-moderation.ts'),
    import('#lib/stores/profile/moderation-task.ts'),
    import('#lib/stores/profile/ban-draft.ts'),
    import('#lib/stores/core/live.ts'),
  ]);
let page: Awaited<ReturnType<typeof openPage>>;
let platform: FakePlatform;

const PLAYER = { id: 500_000_002, username: 'Borodino_Gunner' };
const BANS = 'GET /api/mod/bans/500000002?currentOnly=false&history=true';
const ACTIONS = 'GET /api/mod/action/list?userId=500000002';
const BAN = 'POST /api/mod/bans?days=7';

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await page.settle();
}

async function open({ roles = ['mod'], href = '/player/500000002,Borodino_Gunner' } = {}): Promise<void> {
  const token = makeToken({ id: 500_000_003, username: 'Cossack_Mod', roles });
  const stored = new Map<string, string>();
  platform = page.fakePlatform(href, {
    readCookies: () => `Auth_EU=${token}`,
    localStorage: storageOf(stored),
  });
  platform.answer('HEAD /api/Auth');
  platform.answer('GET /api/Player/500000002?includeClanInfo=true', makePlayer(PLAYER));
  platform.answer('GET /api/Profile/500000002', makeFlags({ id: PLAYER.id }));
  platform.answer('GET /api/Profile/500000003', makeFlags({ id: 500_000_003 }));
  platform.answer(BANS, [makeBan(), makeBan({ id: guid(2), reverted: true })]);
  platform.answer(ACTIONS, [makeModAction(), makeModAction({ id: guid(12), actionType: 1 })]);
  const stores = [page.$player, page.$bans, page.$modActions, page.$banCount, page.$actionCounts];
  for (const store of [...stores, page.$shownActions, page.$moderationDialog, page.$actionKind])
    store.listen(() => {});
  await settle();
}

const keepDraft = (): void =>
  page.banDraft(PLAYER.id).keep({ length: '7', customDays: '', reason: 'Insults.' }, page.EMPTY_BAN);

const count = (request: string) => platform.requests.filter((sent) => sent === request).length;

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget());
  page = await openPage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('bans and mod actions of a profile', () => {
  it('are counted for moderators, without reverted bans (Rule 11.5)', async () => {
    await open();
    expect(page.$banCount.get()).toBe(1);
    expect(page.$actionCounts.get()).toEqual({ all: 2, edits: 1, deletions: 1 });
  });

  it.each([[[]], [['admin']], [['wg']]])(
    'are not requested for a viewer with roles %j (Rule 5.12)',
    async (roles) => {
      await open({ roles, href: '/player/500000002,Borodino_Gunner?moderation=bans' });
      expect(count(BANS) + count(ACTIONS)).toBe(0);
      expect(page.$banCount.get()).toBeUndefined();
      expect(page.$moderationDialog.get()).toBeNull();
    },
  );

  it('are loaded again when another moderator acts (Rule 14.2)', async () => {
    await open();
    page.goLive();
    await settle();
    const [hub] = platform.hubs;
    const author = { ...PLAYER, clan: null };
    platform.answer(ACTIONS, [makeModAction()]);
    hub?.emit('editedPost', makePost());
    await settle();
    expect(page.$actionCounts.get()?.all).toBe(2);
    hub?.emit('editedPost', makePost({ author }));
    await settle();
    expect(page.$actionCounts.get()?.all).toBe(1);
    platform.answer(ACTIONS, []);
    hub?.emit('deletedPost', guid(21));
    await settle();
    expect(page.$actionCounts.get()?.all).toBe(0);
    platform.answer(ACTIONS, [makeModAction()]);
    platform.answer(BANS, []);
    hub?.drop();
    await expect.poll(() => page.$banCount.get()).toBe(0);
    expect(page.$actionCounts.get()?.all).toBe(1);
  });

  it('open in dialogs that are part of the address, which the back button closes', async () => {
    await open();
    page.openModeration('actions');
    expect(page.$moderationDialog.get()).toBe('actions');
    expect(platform.address()).toBe('/player/500000002,Borodino_Gunner?moderation=actions');
    platform.goBack('/player/500000002,Borodino_Gunner');
    expect(page.$moderationDialog.get()).toBeNull();
  });

  it('are filtered by a kind that is reset when the dialog closes', async () => {
    await open({ href: '/player/500000002,Borodino_Gunner?moderation=actions&kind=edits' });
    expect(page.$shownActions.get()?.map(({ id }) => id)).toEqual([guid(12)]);
    page.showKind('deletions');
    expect(page.$shownActions.get()?.map(({ id }) => id)).toEqual([guid(11)]);
    page.closeModeration();
    expect(platform.address()).toBe('/player/500000002,Borodino_Gunner');
    expect(page.$actionKind.get()).toBe('all');
  });

  it('can be loaded again after a failure, each list by itself', async () => {
    await open();
    platform.answer(BANS, undefined, { status: 500 });
    await page.refreshBans();
    expect(page.$bans.get().status).toBe('failed');
    expect(page.$banCount.get()).toBeUndefined();
    expect(page.$modActions.get().status).toBe('ready');
    platform.answer(BANS, []);
    await page.refreshBans();
    expect(page.$banCount.get()).toBe(0);
  });
});

describe('a ban', () => {
  const task = { kind: 'ban', player: PLAYER, days: 7, reason: 'Insults.' } as const;

  it('is sent once, after a question, and loads the list again', async () => {
    await open();
    keepDraft();
    page.askOnProfile(task);
    expect(count(BAN)).toBe(0);
    const answer = platform.hold(BAN);
    const first = page.doTask();
    const second = page.doTask();
    page.cancelTask();
    expect(page.$task.get()?.state).toBe('sending');
    answer(undefined, { status: 202 });
    await Promise.all([first, second]);
    expect(count(BAN)).toBe(1);
    expect(count(BANS)).toBe(2);
    expect(page.$task.get()).toBeNull();
    expect(page.$taskDone.get()?.kind).toBe('ban');
    expect(platform.said).toEqual(['Borodino_Gunner is banned for 7 days.']);
    expect(page.banDraft(PLAYER.id).read()).toBeNull();
  });

  it.each([
    [403, 'You cannot change bans of your own account.', /your own account/],
    [
      403,
      'Only an administrator can change bans of an administrator or a moderator.',
      /^Only an administrator/,
    ],
    [403, undefined, /not allowed/],
    [401, undefined, /no longer signed in/],
    [429, undefined, /Wait a moment/],
    [500, undefined, /went wrong on our side/],
  ])(
    'keeps the question and the draft and shows why when the API answers %i',
    async (status, body, words) => {
      await open();
      keepDraft();
      page.askOnProfile(task);
      platform.answer(BAN, body, { status, contentType: 'text/plain' });
      await page.doTask();
      expect(page.$task.get()).toMatchObject({
        state: 'refused',
        task,
        message: expect.stringMatching(words),
      });
      expect(page.banDraft(PLAYER.id).read()?.reason).toBe('Insults.');
      expect(count(BANS)).toBe(status === 500 ? 2 : 1);
      platform.answer(BAN, undefined, { status: 202 });
      await page.doTask();
      expect(page.$task.get()).toBeNull();
    },
  );

  it('keeps the question and loads the bans again after no answer (Rule 11.9)', async () => {
    await open();
    page.askOnProfile(task);
    platform.cut(BAN);
    await page.doTask();
    expect(page.$task.get()).toMatchObject({ state: 'refused', message: expect.stringMatching(/reached/) });
    expect(count(BANS)).toBe(2);
    page.catchWarnings();
    platform.cut(BANS);
    await page.doTask();
    expect(count(BANS)).toBe(3);
    expect(page.$banCount.get()).toBe(1);
    page.cancelTask();
    expect(page.$task.get()).toBeNull();
  });
});

describe('a revert', () => {
  it('of a ban loads the bans again', async () => {
    await open();
    platform.answer(`DELETE /api/mod/bans/${guid(1)}?id=${guid(1)}`, undefined, { status: 205 });
    page.askOnProfile({ kind: 'revert-ban', ban: makeBan() });
    await page.doTask();
    expect(platform.said).toEqual(['The ban was reverted.']);
    expect(count(BANS)).toBe(2);
  });

  it('of a mod action loads the actions and the player again (Rule 11.7)', async () => {
    await open();
    platform.answer(`DELETE /api/mod/action/${guid(11)}`, undefined, { status: 205 });
    page.askOnProfile({ kind: 'revert-action', action: makeModAction() });
    await page.doTask();
    expect(count(ACTIONS)).toBe(2);
    expect(count('GET /api/Player/500000002?includeClanInfo=true')).toBe(2);
  });

  describe('of a mod action without a clear answer (Rule 11.14)', () => {
    const REVERT = `DELETE /api/mod/action/${guid(11)}`;
    const action = makeModAction();
    const LEFT = `GET /api/mod/action/list?postId=${action.postId}`;
    const POST = `GET /api/Post/${action.postId}`;
    const fault = { type: 'System.NullReferenceException', title: 'Object reference.', detail: 'at A.B()' };
    const locked = makePost({ id: action.postId, modLocked: true });

    async function revert(): Promise<void> {
      platform.answer(REVERT, fault, { status: 500, contentType: 'application/problem+json' });
      page.askOnProfile({ kind: 'revert-action', action });
      await page.doTask();
    }

    it('acknowledges it when it is no longer listed', async () => {
      await open();
      platform.answer(LEFT, undefined, { status: 204 });
      platform.answer(POST, undefined, { status: 404 });
      await revert();
      expect(platform.said).toEqual(['The mod action was reverted.']);
      expect(page.$task.get()).toBeNull();
      expect(count(ACTIONS)).toBe(2);
    });

    it('acknowledges a deletion whose post is visible again', async () => {
      await open();
      platform.answer(LEFT, undefined, { status: 500 });
      platform.answer(POST, { ...locked, modLocked: false });
      await revert();
      expect(platform.said).toEqual(['The mod action was reverted.']);
    });

    it('shows that it is still in force', async () => {
      await open();
      platform.answer(LEFT, [action]);
      platform.answer(POST, locked);
      await revert();
      expect(page.$task.get()).toMatchObject({
        state: 'refused',
        message: 'The action is still in force. Object reference.',
      });
    });

    it('shows that it could not be checked', async () => {
      await open();
      platform.cut(REVERT);
      platform.cut(LEFT);
      platform.cut(POST);
      page.askOnProfile({ kind: 'revert-action', action });
      await page.doTask();
      expect(page.$task.get()).toMatchObject({
        message:
          'We couldn’t check whether the action was reverted. The server could not be reached. Try again in a moment.',
      });
    });
  });

  it('of an entry that is already reverted shows so and loads the list again', async () => {
    await open();
    platform.answer(`DELETE /api/mod/action/${guid(11)}`, undefined, { status: 404 });
    page.askOnProfile({ kind: 'revert-action', action: makeModAction() });
    await page.doTask();
    expect(page.$task.get()).toMatchObject({ message: expect.stringMatching(/It’s gone/) });
    expect(count(ACTIONS)).toBe(2);
  });
});

it('recalculating metrics loads the player again', async () => {
  await open({ roles: ['admin'] });
  platform.answer('PATCH /api/Player/recalculate?playerId=500000002', undefined, { status: 202 });
  page.askOnProfile({ kind: 'recalculate', player: PLAYER });
  await page.doTask();
  expect(page.$taskDone.get()?.kind).toBe('recalculate');
  expect(count('GET /api/Player/500000002?includeClanInfo=true')).toBe(2);
});
