/**
 * Compares the rules by which the site shows its buttons (`lib/domain/permissions.ts`) with what the API allows, for every
 * actor, kind of post and relation between the two.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  canBan,
  canDeletePost,
  canEditPost,
  canMaintain,
  canModeratePost,
  canRevertAction,
  canSeeLockedInFeed,
  canSeeLockedPost,
  canSeeOptedOut,
  canSeeTicketId,
  type GuardedPost,
  isStaff,
} from '#lib/domain/permissions.ts';
import { ACTORS, type Actor, viewerOf } from '#tests/api/contract/actors.ts';
import { createWorld, type World } from '#tests/api/contract/world.ts';
import { AURORA, CONTENT, HOOD, postDto, type TestApi } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();

let world: World;

beforeAll(async () => {
  world = await createWorld(api);
});

const LOCKS = [
  { modLocked: false, readOnly: false },
  { modLocked: false, readOnly: true },
  { modLocked: true, readOnly: true },
] as const;
const PARTS = ['author', 'target', 'neither'] as const;
const TICKET = '123456789';
/** Each post is newer than all others, so that it is on the first page. */
let created = 0;

const EVERYTHING = (Object.keys(ACTORS) as Actor[]).flatMap((actor) =>
  PARTS.filter((part) => part === 'neither' || actor !== 'anonymous').flatMap((part) =>
    LOCKS.map((locks) => ({ actor, part, ...locks })),
  ),
);

describe.each(EVERYTHING)('$actor as $part, locked: $modLocked, read-only: $readOnly', (situation) => {
  const { actor, part, modLocked, readOnly } = situation;
  const viewer = viewerOf(actor);
  const id = ACTORS[actor];
  const as = { as: id };

  /** A new post of this kind, as the site and as the API see it. */
  async function makePost(): Promise<GuardedPost & { id: string }> {
    const author = part === 'author' ? (id ?? 0) : id === AURORA ? HOOD : AURORA;
    const player = part === 'target' ? (id ?? 0) : await api.addPlayer();
    created += 1;
    const createdAt = api.clock.now + created;
    const post = { author, player, modLocked, readOnly, ticketId: TICKET, createdAt };
    const postId = await api.addPost(post);
    return { id: postId, author: { id: author }, player: { id: player }, modLocked, readOnly };
  }
  const allows = async (...[method, path, options]: Parameters<TestApi['call']>): Promise<boolean> =>
    (await api.call(method, path, { ...as, ...options })).status < 400;
  const act = (postId: string, actionType: 0 | 1) => ({
    body: {
      postId,
      actionType,
      reason: 'A reason',
      ...(actionType === 1 && { updatedPost: { title: 'Toned down', content: CONTENT, flairs: 0 } }),
    },
  });

  test('shows the buttons of a post exactly when the call is allowed (Rule 8.6)', async () => {
    const post = await makePost();
    expect(
      await allows('PUT', '/api/Post', { body: { ...postDto({ title: 'Said better' }), id: post.id } }),
    ).toBe(canEditPost(viewer, post));
    expect(await allows('DELETE', `/api/Post/${post.id}`)).toBe(canDeletePost(viewer, post));
    for (const kind of [0, 1] as const) {
      const another = await makePost();
      expect(await allows('POST', '/api/mod/action', act(another.id, kind))).toBe(
        canModeratePost(viewer, another),
      );
    }
  });

  test('the API returns post and ticket exactly when the site shows them (Rules 7.6, 8.4)', async () => {
    const post = await makePost();
    const visible = !modLocked || canSeeLockedPost(viewer, post);
    const answer = await api.call('GET', `/api/Post/${post.id}`, as);
    expect(answer.status).toBe(visible ? 200 : 410);
    if (visible)
      expect(answer.json.model.supportTicketStatus.ticketId).toBe(
        canSeeTicketId(viewer, post) ? Number(TICKET) : null,
      );
    const feed = await api.call('GET', '/api/Post/latest?pageSize=10', as);
    const listed = (feed.json as { id: string }[]).some((listing) => listing.id === post.id);
    expect(listed).toBe(!modLocked || canSeeLockedInFeed(viewer, post));
  });

  test('shows "Revert" exactly when the call is allowed', async () => {
    for (const deletion of [false, true]) {
      const post = await makePost();
      const action = await world.action(post.id, deletion);
      expect(await allows('DELETE', `/api/mod/action/${action}`)).toBe(
        canRevertAction(viewer, { updatedPost: post }, post.author.id),
      );
    }
  });
});

describe.each(Object.keys(ACTORS) as Actor[])('%s', (actor) => {
  const viewer = viewerOf(actor);
  const id = ACTORS[actor];
  const as = { as: id };
  const allows = async (...[method, path, options]: Parameters<TestApi['call']>): Promise<boolean> =>
    (await api.call(method, path, { ...as, ...options })).status < 400;

  test('may ban and revert bans exactly when the site offers it', async () => {
    const players = [
      { id: await api.addPlayer(), isStaff: false },
      { id: await world.staff('mod'), isStaff: true },
      { id: await world.staff('admin'), isStaff: true },
      ...(id === undefined || actor === 'banned' ? [] : [{ id, isStaff: isStaff(viewer) }]),
    ];
    for (const target of players) {
      const userId = target.id;
      const issued = await allows('POST', '/api/mod/bans?days=1', { body: { userId, reason: 'A reason' } });
      expect(issued, `bans ${userId}`).toBe(canBan(viewer, target));
      await api.ban(userId);
      const staff = await api.call('GET', `/api/mod/bans/${userId}`, { as: ACTORS['admin and mod'] });
      for (const ban of staff.json as { id: string }[])
        expect(await allows('DELETE', `/api/mod/bans/${ban.id}`)).toBe(canBan(viewer, target));
      for (const ban of staff.json as { id: string }[])
        await api.call('DELETE', `/api/mod/bans/${ban.id}`, { as: ACTORS['admin and mod'] });
    }
  });

  test('may recalculate and reprocess exactly when the site offers it (Rule 11.10)', async () => {
    const replayId = await world.replay();
    expect(await allows('PATCH', `/api/Player/recalculate?playerId=${HOOD}`)).toBe(canMaintain(viewer));
    expect(await allows('PATCH', `/api/Replay/reprocess/${replayId}`)).toBe(canMaintain(viewer));
  });

  test('sees an opted-out player’s received posts exactly when the site shows them', async () => {
    for (const player of [
      await api.addPlayer({ optedOut: true }),
      ...(id === ACTORS['opted out'] ? [id] : []),
    ]) {
      await api.addPost({ author: HOOD, player });
      const { json } = await api.call('GET', `/api/Post/${player}/received`, as);
      expect(json.length > 0).toBe(canSeeOptedOut(viewer, player));
    }
  });
});
