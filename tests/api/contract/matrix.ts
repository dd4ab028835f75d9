/** The permission matrix: the status of every call, in the relevant situations, by every kind of user. */

import type { Call } from '#lib/schemas/call.ts';
import * as auth from '#lib/schemas/calls/auth.ts';
import * as clan from '#lib/schemas/calls/clan.ts';
import { getCooldown } from '#lib/schemas/calls/cooldown.ts';
import * as decision from '#lib/schemas/calls/decision.ts';
import { getFeatures } from '#lib/schemas/calls/features.ts';
import * as feed from '#lib/schemas/calls/feed.ts';
import { getKarmaHistory } from '#lib/schemas/calls/karma-history.ts';
import { findByNames } from '#lib/schemas/calls/lineup.ts';
import { getMapPicture } from '#lib/schemas/calls/map.ts';
import * as moderation from '#lib/schemas/calls/moderation.ts';
import * as player from '#lib/schemas/calls/player.ts';
import * as post from '#lib/schemas/calls/post.ts';
import * as postChanges from '#lib/schemas/calls/post-changes.ts';
import { getPraised } from '#lib/schemas/calls/praised.ts';
import * as preview from '#lib/schemas/calls/preview.ts';
import * as profile from '#lib/schemas/calls/profile.ts';
import * as replay from '#lib/schemas/calls/replay.ts';
import * as reply from '#lib/schemas/calls/reply.ts';
import * as report from '#lib/schemas/calls/report.ts';
import * as review from '#lib/schemas/calls/review.ts';
import { getRibbons } from '#lib/schemas/calls/ribbons.ts';
import { getShips } from '#lib/schemas/calls/ships.ts';
import { getStats } from '#lib/schemas/calls/stats.ts';
import { getTimeline } from '#lib/schemas/calls/timeline.ts';
import { everyone, only, type Statuses, signedIn } from '#tests/api/contract/actors.ts';
import {
  BYSTANDER,
  CLAN,
  REPLAY_FILE,
  UNKNOWN_GUID,
  UNKNOWN_ID,
  type World,
} from '#tests/api/contract/world.ts';
import {
  ADMIN_AND_MOD,
  AURORA,
  type CallOptions,
  CONTENT,
  postDto,
  postForm,
  replayForm,
  type StoredPost,
} from '#tests/support/api.ts';

/** The request of one cell. */
export interface Request extends Pick<CallOptions, 'body' | 'form' | 'headers'> {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
}

/** One call in one situation. */
export interface Row {
  call: Call;
  /** The situation, when a call has several. */
  about?: string;
  statuses: Statuses;
  /** The request of `actor`, an account id; 0 when not signed in. */
  request?: (world: World, actor: number) => Promise<Request> | Request;
}

/** All calls, by resource. */
export const CALLS: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  Auth: auth,
  Profile: profile,
  Player: { ...player, findByNames, getRibbons, getKarmaHistory },
  Clan: clan,
  Map: { getMapPicture },
  Post: { ...post, getCooldown, ...postChanges },
  Moderation: moderation,
  Reply: reply,
  Report: report,
  Review: review,
  Decision: decision,
  Replay: { ...replay, getTimeline },
  Features: { getFeatures },
  Stats: { getStats },
  Praised: { getPraised },
  Ships: { getShips },
  Preview: preview,
  Feed: feed,
};

const REPORT = { rule: 'insults', words: '', moment: null };
const SKIP = { ignoreChecks: true };
const STAFF = ['mod', 'admin and mod', 'admin'] as const;
const MODS = ['mod', 'admin and mod'] as const;
const ADMINS = ['admin and mod', 'admin'] as const;
/** A moderator does not decide about what concerns them. */
const REFUSED = { 'mod, subject': 403 };
/** Nor do they find it. */
const HIDDEN = { 'mod, subject': 404 };
/** Who sees the player's post after a moderator removed it. */
const VISIBLE_REMOVED = { player: 200, mod: 200, 'admin and mod': 200, admin: 200 };

/** The player's post in each of its states. */
const LOCKS: readonly [about: string, locks?: Pick<StoredPost, 'readOnly' | 'modLocked'>][] = [
  ["the player's"],
  ["the player's, read-only", { readOnly: true }],
  ["the player's, removed by a moderator", { modLocked: true }],
];

const create = (author: number, target: number): Request => ({
  form: postForm(postDto({ author: { id: author }, player: { id: target } })),
});
const edit = (id: string): Request => ({ body: { ...postDto({ title: 'Said better' }), id } });
const action = (postId: string, actionType: 0 | 1): Request => ({
  body: {
    postId,
    actionType,
    reason: 'A reason',
    ...(actionType === 1 ? { updatedPost: { title: 'Toned down', content: CONTENT, flairs: 0 } } : {}),
  },
});
const ANSWER = { body: { content: 'I was low on health.' } };
const REASON = { body: { reason: 'Insults' } };
const ownReply =
  (request: Request = {}) =>
  async (world: World, actor: number) => ({
    params: await world.reply({ player: actor || BYSTANDER }),
    ...request,
  });
const othersReply = (request: Request) => async (world: World) => ({
  params: await world.reply(),
  ...request,
});
const upload = (postId: string): Request => ({ params: { postId }, form: replayForm(REPLAY_FILE) });

/** All rows, in the order of the calls. */
export const MATRIX: readonly Row[] = [
  { call: auth.checkSession, statuses: signedIn(200) },
  { call: auth.startLogin, statuses: everyone(302) },
  { call: auth.finishLogin, about: 'an answer that the publisher did not give', statuses: everyone(403) },
  { call: auth.renewSeed, statuses: signedIn(200) },
  {
    call: auth.refreshToken,
    statuses: signedIn(200),
    request: () => ({ headers: { accept: 'application/json' } }),
  },

  { call: profile.getProfile, statuses: everyone(200), request: () => ({ params: { id: BYSTANDER } }) },
  {
    call: profile.getProfile,
    about: 'unknown',
    statuses: everyone(404),
    request: () => ({ params: { id: UNKNOWN_ID } }),
  },
  {
    call: profile.updateProfile,
    about: "one's own",
    statuses: signedIn(204, { banned: 403 }),
    request: async ({ api }, id) => {
      const { optedOut = false } = (await api.call('GET', `/api/profile/${id}`)).json ?? {};
      return { body: { id: id || AURORA, optedOut } };
    },
  },
  {
    call: profile.updateProfile,
    about: "another's",
    statuses: signedIn(400),
    request: () => ({ body: { id: BYSTANDER, optedOut: false } }),
  },

  { call: player.listPlayers, statuses: everyone(200) },
  { call: player.searchPlayers, statuses: everyone(200), request: () => ({ params: { query: 'hood_' } }) },
  {
    call: player.searchPlayers,
    about: 'none found',
    statuses: everyone(204),
    request: () => ({ params: { query: 'nobody_has_this_name' } }),
  },
  { call: player.getPlayer, statuses: everyone(200), request: () => ({ params: { id: BYSTANDER } }) },
  {
    call: player.getPlayer,
    about: 'unknown',
    statuses: everyone(404),
    request: () => ({ params: { id: UNKNOWN_ID } }),
  },
  {
    call: getRibbons,
    statuses: everyone(200),
    request: () => ({ query: { ids: `${BYSTANDER},${UNKNOWN_ID}` } }),
  },
  { call: getKarmaHistory, statuses: everyone(200), request: () => ({ params: { id: BYSTANDER } }) },
  { call: getStats, statuses: everyone(200) },
  { call: getPraised, statuses: everyone(200) },
  { call: getShips, statuses: everyone(200), request: () => ({ query: { ids: '4277090288' } }) },
  { call: player.getKarmas, statuses: everyone(200), request: () => ({ body: [BYSTANDER, UNKNOWN_ID] }) },
  { call: player.getKarmasFull, statuses: everyone(200), request: () => ({ body: [BYSTANDER, UNKNOWN_ID] }) },
  {
    call: findByNames,
    statuses: signedIn(200),
    request: () => ({ body: { names: ['Hood_Player', 'No_Such_Player'] } }),
  },
  {
    call: player.recalculatePlayer,
    statuses: only(ADMINS, 202),
    request: () => ({ query: { playerId: BYSTANDER } }),
  },

  { call: clan.listClans, statuses: everyone(200) },
  { call: clan.getClan, statuses: everyone(200), request: () => ({ params: { clanId: CLAN } }) },
  {
    call: clan.getClan,
    about: 'unknown',
    statuses: everyone(404),
    request: () => ({ params: { clanId: UNKNOWN_ID } }),
  },
  { call: clan.searchClans, statuses: everyone(200), request: () => ({ params: { search: 'waves' } }) },

  { call: post.listPosts, statuses: everyone(200) },
  {
    call: getCooldown,
    statuses: signedIn(200),
    request: async (world) => ({ query: { playerId: await world.target() } }),
  },
  {
    call: getCooldown,
    about: 'an unknown player',
    statuses: signedIn(404),
    request: () => ({ query: { playerId: UNKNOWN_ID } }),
  },
  {
    call: post.getPost,
    about: "the player's",
    statuses: everyone(200),
    request: async (world) => ({ params: { postId: await world.post() } }),
  },
  {
    call: post.getPost,
    about: "the player's, removed by a moderator",
    statuses: everyone(410, VISIBLE_REMOVED),
    request: async (world) => ({ params: { postId: await world.post({ modLocked: true }) } }),
  },
  {
    call: post.getPost,
    about: 'unknown',
    statuses: everyone(404),
    request: () => ({ params: { postId: UNKNOWN_GUID } }),
  },
  {
    call: post.listReceivedPosts,
    statuses: everyone(200),
    request: () => ({ params: { userId: BYSTANDER } }),
  },
  { call: post.listSentPosts, statuses: everyone(200), request: () => ({ params: { userId: AURORA } }) },
  { call: post.listLatestPosts, statuses: everyone(200) },
  {
    call: post.listLatestPosts,
    about: '500 per page',
    statuses: everyone(200, { anonymous: 400 }),
    request: () => ({ query: { pageSize: 500 } }),
  },
  {
    call: postChanges.createPost,
    about: 'about another player',
    statuses: signedIn(201, { 'opted out': 400, banned: 403 }),
    request: async (world, actor) => create(actor, await world.target()),
  },
  {
    call: postChanges.createPost,
    about: 'about oneself',
    statuses: signedIn(400),
    request: (_, actor) => create(actor, actor || AURORA),
  },
  {
    call: postChanges.createPost,
    about: "in another's name",
    statuses: signedIn(400),
    request: async (world) => create(BYSTANDER, await world.target()),
  },
  {
    call: postChanges.createPost,
    about: 'about a player who opted out',
    statuses: signedIn(400, { banned: 403 }),
    request: async (world, actor) => create(actor, await world.target(true)),
  },
  {
    call: postChanges.createPost,
    about: 'within 24 hours of the last one about the same player',
    statuses: signedIn(423, { 'opted out': 400, banned: 403 }),
    request: async (world, actor) => {
      const target = await world.target();
      await world.post({ author: actor || AURORA, player: target, createdAt: world.api.clock.now - 1000 });
      return create(actor, target);
    },
  },
  {
    call: postChanges.createPost,
    about: 'skipping checks, about a player who opted out',
    statuses: signedIn(400, { mod: 201, 'admin and mod': 201, admin: 201 }),
    request: async (world, actor) => ({ ...create(actor, await world.target(true)), query: SKIP }),
  },
  ...LOCKS.map(
    ([about, locks]): Row => ({
      call: postChanges.updatePost,
      about,
      statuses: signedIn(400, { ...(locks === undefined && { player: 200 }), banned: 403 }),
      request: async (world) => edit(await world.post(locks)),
    }),
  ),
  {
    call: postChanges.updatePost,
    about: "skipping checks, the player's, read-only",
    statuses: signedIn(400, { mod: 200, 'admin and mod': 200, admin: 200, 'mod, subject': 400 }),
    request: async (world) => ({ ...edit(await world.post({ readOnly: true })), query: SKIP }),
  },
  ...LOCKS.map(
    ([about, locks]): Row => ({
      call: postChanges.deletePost,
      about,
      statuses: signedIn(400, locks?.modLocked ? {} : { player: 205 }),
      request: async (world) => ({ params: { postId: await world.post(locks) } }),
    }),
  ),
  {
    call: postChanges.deletePost,
    about: "skipping checks, the player's",
    statuses: signedIn(400, { mod: 205, 'admin and mod': 205, admin: 205, 'mod, subject': 400 }),
    request: async (world) => ({ params: { postId: await world.post() }, query: SKIP }),
  },

  {
    call: moderation.getModAction,
    statuses: everyone(200),
    request: async (world) => ({ params: { id: await world.action(await world.post()) } }),
  },
  {
    call: moderation.getModAction,
    about: 'unknown',
    statuses: everyone(404),
    request: () => ({ params: { id: UNKNOWN_GUID } }),
  },
  {
    call: moderation.listModActions,
    about: 'of a post',
    statuses: everyone(200),
    request: async (world) => {
      const postId = await world.post();
      await world.action(postId);
      return { query: { postId } };
    },
  },
  {
    call: moderation.listModActions,
    about: 'none',
    statuses: everyone(204),
    request: () => ({ query: { userId: UNKNOWN_ID } }),
  },
  {
    call: moderation.createModAction,
    about: "deletes the player's post",
    statuses: only(MODS, 202, REFUSED),
    request: async (world) => action(await world.post(), 0),
  },
  {
    call: moderation.createModAction,
    about: "edits the player's post",
    statuses: only(MODS, 202, REFUSED),
    request: async (world) => action(await world.post(), 1),
  },
  {
    call: moderation.createModAction,
    about: "deletes one's own post",
    statuses: only(['admin and mod'], 202),
    request: async (world, actor) => action(await world.post({ author: actor || AURORA }), 0),
  },
  {
    call: moderation.createModAction,
    about: 'edits a post about oneself',
    statuses: only(['admin and mod'], 202),
    request: async (world, actor) =>
      action(await world.post({ author: BYSTANDER, player: actor || AURORA }), 1),
  },
  {
    call: moderation.revertModAction,
    about: "on the player's post",
    statuses: only(STAFF, 205, REFUSED),
    request: async (world) => {
      const postId = await world.post({ modLocked: true });
      return { params: { id: await world.action(postId, true) } };
    },
  },
  {
    call: moderation.revertModAction,
    about: "on one's own post",
    statuses: only(ADMINS, 205),
    request: async (world, actor) => {
      const postId = await world.post({ author: actor || AURORA, modLocked: true });
      return { params: { id: await world.action(postId, true) } };
    },
  },
  {
    call: moderation.listBans,
    statuses: everyone(200),
    request: async (world) => ({ params: { userId: (await world.ban()).userId } }),
  },
  {
    call: moderation.createBan,
    about: 'of who wrote a post, naming it',
    statuses: only(STAFF, 202, REFUSED),
    request: async (world) => {
      const userId = await world.target();
      const postIds = [await world.post(), await world.post({ author: userId })];
      return { query: { days: 3 }, body: { userId, reason: 'Insults', postIds } };
    },
  },
  {
    call: moderation.createBan,
    about: 'of who wrote a post, naming none',
    statuses: only(STAFF, 202, REFUSED),
    request: async (world) => {
      const userId = await world.target();
      await world.post({ author: userId });
      return { query: { days: 3 }, body: { userId, reason: 'Insults' } };
    },
  },
  ...(['mod', 'admin'] as const).map((role) => ({
    call: moderation.createBan,
    about: role === 'mod' ? 'of a moderator' : 'of an administrator',
    statuses: only(ADMINS, 202),
    request: async (world: World) => ({ body: { userId: await world.staff(role), reason: 'Insults' } }),
  })),
  {
    call: moderation.removeAndBan,
    statuses: only(MODS, 202, REFUSED),
    request: async (world) => ({
      params: { postId: await world.post({ author: await world.target() }) },
      body: { reason: 'Insults', days: 3 },
    }),
  },
  {
    call: moderation.revertRemoveAndBan,
    statuses: only(STAFF, 205, REFUSED),
    request: async (world) => {
      const postId = await world.post({ author: await world.target() });
      const body = { reason: 'Insults', days: 3 };
      const path = `/api/mod/reviews/${postId}/decision`;
      const { json: query } = await world.api.call('POST', path, { as: ADMIN_AND_MOD, body });
      return { params: { postId }, query };
    },
  },
  {
    call: moderation.revertBan,
    statuses: only(STAFF, 205, REFUSED),
    request: async (world) => ({ params: { id: (await world.ban()).id } }),
  },
  ...(['mod', 'admin'] as const).map((role) => ({
    call: moderation.revertBan,
    about: role === 'mod' ? 'of a moderator' : 'of an administrator',
    statuses: only(ADMINS, 205),
    request: async (world: World) => ({ params: { id: (await world.ban(await world.staff(role))).id } }),
  })),

  {
    call: reply.saveReply,
    statuses: signedIn(204, { 'opted out': 403, banned: 403 }),
    request: ownReply(ANSWER),
  },
  { call: reply.deleteReply, statuses: signedIn(204), request: ownReply() },
  { call: reply.removeReply, statuses: only(STAFF, 202, REFUSED), request: othersReply(REASON) },
  {
    call: reply.removeReply,
    about: "one's own",
    statuses: only(ADMINS, 202),
    request: ownReply(REASON),
  },
  {
    call: reply.restoreReply,
    statuses: only(STAFF, 205, REFUSED),
    request: async (world) => {
      const params = await world.reply();
      const path = `/api/mod/reviews/${params.postId}/reply/removal`;
      await world.api.call('POST', path, { as: ADMIN_AND_MOD, ...REASON });
      return { params };
    },
  },

  {
    call: report.createReport,
    about: "of the player's post",
    statuses: signedIn(201, { player: 422 }),
    request: async (world) => ({ body: { ...REPORT, postId: await world.post() } }),
  },
  {
    call: report.createReport,
    about: "of the player's post, removed by a moderator",
    statuses: signedIn(410),
    request: async (world) => ({ body: { ...REPORT, postId: await world.post({ modLocked: true }) } }),
  },
  { call: report.listReports, statuses: signedIn(200) },
  {
    call: report.countReports,
    statuses: only(STAFF, 200),
    request: () => ({ params: { userId: BYSTANDER } }),
  },

  { call: review.countReviews, statuses: only(STAFF, 200) },
  { call: review.listReviews, statuses: only(STAFF, 200), request: () => ({ query: { tab: 'reported' } }) },
  ...[review.claimReview, review.renewReview, review.releaseReview, review.keepPost].map((call) => ({
    call,
    statuses: only(STAFF, call.status, call === review.releaseReview ? {} : HIDDEN),
    request: async (world: World) => ({
      params: await world.report(),
      ...('body' in call ? { body: { sentence: 'It is fair.' } } : {}),
    }),
  })),
  {
    call: review.reopenReview,
    statuses: only(STAFF, 204, HIDDEN),
    request: async (world, actor) => {
      const params = await world.report();
      const body = { sentence: 'It is fair.' };
      await world.api.call('POST', `/api/mod/reviews/${params.postId}/keep`, { as: actor || AURORA, body });
      return { params };
    },
  },
  ...[review.claimReview, review.renewReview, review.keepPost, review.reopenReview].map((call) => ({
    call,
    about: 'a post about oneself',
    statuses: only(STAFF, 404),
    request: async (world: World, actor: number) => ({
      params: await world.report({ author: BYSTANDER, player: actor || AURORA }),
      ...('body' in call ? { body: { sentence: 'It is fair.' } } : {}),
    }),
  })),
  {
    call: review.openReporter,
    statuses: only(STAFF, 200, HIDDEN),
    request: async (world) => ({ params: await world.report() }),
  },
  {
    call: review.muteReporter,
    statuses: only(STAFF, 204, HIDDEN),
    request: async (world) => ({ params: await world.report(), body: { days: 3 } }),
  },

  {
    call: review.askColleague,
    statuses: only(STAFF, 204, HIDDEN),
    request: async (world) => ({ params: await world.report(), body: { words: 'Is it fair?' } }),
  },
  {
    call: review.createNote,
    statuses: only(STAFF, 201),
    request: () => ({ body: { playerId: BYSTANDER, postId: null, words: 'Calm since May.' } }),
  },
  {
    call: review.deleteNote,
    statuses: only(STAFF, 204),
    request: async (world, as) => {
      const body = { playerId: BYSTANDER, postId: null, words: 'Calm since May.' };
      const { json } = await world.api.call('POST', '/api/mod/notes', { as: as || AURORA, body });
      return { params: { id: json?.id ?? UNKNOWN_GUID } };
    },
  },

  {
    call: decision.createWarning,
    about: 'of who wrote a post, naming none',
    statuses: only(MODS, 202, REFUSED),
    request: async (world) => {
      const userId = await world.target();
      await world.post({ author: userId });
      return { body: { userId, postId: null, removes: false, reason: 'Insults' } };
    },
  },
  {
    call: decision.confirmWarning,
    statuses: signedIn(204),
    request: async (world, actor) => ({ params: { id: await world.warning(actor || AURORA) } }),
  },
  {
    call: decision.getDecision,
    about: "about the player's post",
    statuses: signedIn(404, { player: 200, mod: 200, 'admin and mod': 200, admin: 200, ...HIDDEN }),
    request: async (world) => ({ params: { id: await world.action(await world.post()) } }),
  },
  {
    call: decision.getDecision,
    about: 'a ban of another player that names posts',
    statuses: signedIn(404, { mod: 200, 'admin and mod': 200, admin: 200, ...HIDDEN }),
    request: async (world) => ({ params: { id: (await world.ban()).id } }),
  },
  {
    call: decision.createObjection,
    about: "about the player's post",
    statuses: signedIn(404, { player: 201, mod: 403, 'admin and mod': 403, admin: 403, ...HIDDEN }),
    request: async (world) => ({
      params: { id: await world.action(await world.post()) },
      body: { words: 'It was not me' },
    }),
  },
  { call: decision.listOwnDecisions, statuses: signedIn(200) },
  { call: decision.listDecisions, statuses: only(STAFF, 200) },
  { call: decision.listObjections, statuses: only(STAFF, 200) },
  ...[decision.getObjection, decision.claimObjection, decision.renewObjection, decision.releaseObjection].map(
    (call) => ({
      call,
      about: 'to a ban that names posts',
      statuses: only(STAFF, call.status, call === decision.releaseObjection ? {} : HIDDEN),
      request: async (world: World) => ({ params: { id: await world.objection() } }),
    }),
  ),
  {
    call: decision.decideObjection,
    about: 'to a ban that names posts',
    statuses: only(STAFF, 204, HIDDEN),
    request: async (world) => ({
      params: { id: await world.objection() },
      body: { verdict: 'reversed', reason: 'A reason' },
    }),
  },

  { call: replay.listReplays, statuses: everyone(200) },
  ...[replay.getReplay, replay.downloadReplay, getTimeline, replay.getThumbnail].flatMap((call): Row[] => [
    {
      call,
      statuses: everyone(200),
      request: async (world) => ({ params: { replayId: await world.replay() } }),
    },
    {
      call,
      about: "of the player's post, removed by a moderator",
      statuses: everyone(410, VISIBLE_REMOVED),
      request: async (world) => ({ params: { replayId: await world.replay({ modLocked: true }) } }),
    },
  ]),
  {
    call: replay.getMinimap,
    statuses: everyone(200),
    request: async (world) => ({ params: { replayId: await world.replay() } }),
  },
  {
    call: getMapPicture,
    about: 'without a folder of pictures',
    statuses: everyone(404),
    request: () => ({ params: { map: '53_Shoreside' } }),
  },
  {
    call: replay.uploadReplay,
    about: "to the player's post",
    statuses: signedIn(400, {
      player: 201,
      banned: 403,
      mod: 201,
      'admin and mod': 201,
      admin: 201,
      'mod, subject': 400,
    }),
    request: async (world) => upload(await world.post()),
  },
  {
    call: replay.uploadReplay,
    about: "to the player's post, read-only",
    statuses: signedIn(400, { banned: 403, mod: 201, 'admin and mod': 201, admin: 201, 'mod, subject': 400 }),
    request: async (world) => upload(await world.post({ readOnly: true })),
  },
  {
    call: replay.uploadReplay,
    about: "skipping checks, to the player's post",
    statuses: signedIn(400, { mod: 201, 'admin and mod': 201, admin: 201, 'mod, subject': 400 }),
    request: async (world) => ({ ...upload(await world.post()), query: SKIP }),
  },
  { call: replay.reprocessReplays, statuses: only(ADMINS, 202) },
  { call: replay.reprocessMinimaps, statuses: only(ADMINS, 202) },
  {
    call: replay.reprocessReplay,
    statuses: only(ADMINS, 202),
    request: async (world) => ({ params: { replayId: await world.replay() } }),
  },
  {
    call: replay.reprocessMinimap,
    statuses: only(ADMINS, 202),
    request: async (world) => {
      const replayId = await world.replay();
      return { params: { postId: (await world.api.call('GET', `/api/replay/${replayId}`)).json.postId } };
    },
  },
  {
    call: replay.reprocessMinimap,
    about: 'of an unknown post',
    statuses: only(ADMINS, 404),
    request: () => ({ params: { postId: UNKNOWN_GUID } }),
  },
  { call: replay.getStatus, statuses: everyone(200) },
  { call: getFeatures, statuses: everyone(200) },

  {
    call: preview.getPlayerPreview,
    statuses: everyone(200),
    request: () => ({ params: { id: BYSTANDER } }),
  },
  {
    call: preview.getPlayerPreview,
    about: 'of a player who opted out',
    statuses: everyone(200),
    request: async (world) => ({ params: { id: await world.target(true) } }),
  },
  {
    call: preview.getPlayerPreview,
    about: 'of an unknown player',
    statuses: everyone(404),
    request: () => ({ params: { id: UNKNOWN_ID } }),
  },
  {
    call: preview.getPostPreview,
    statuses: everyone(200),
    request: async (world) => ({ params: { id: await world.post() } }),
  },
  {
    call: preview.getPostPreview,
    about: "of the player's post, removed by a moderator",
    statuses: everyone(410),
    request: async (world) => ({ params: { id: await world.post({ modLocked: true }) } }),
  },
  {
    call: preview.getClanPreview,
    statuses: everyone(200),
    request: () => ({ params: { id: CLAN } }),
  },

  {
    call: preview.getPlayerPicture,
    statuses: everyone(200),
    request: () => ({ params: { id: BYSTANDER } }),
  },
  {
    call: preview.getClanPicture,
    statuses: everyone(200),
    request: () => ({ params: { id: CLAN } }),
  },
  {
    call: preview.getPlayerPicture,
    about: 'of an unknown player',
    statuses: everyone(404),
    request: () => ({ params: { id: UNKNOWN_ID } }),
  },
  {
    call: preview.getPostPicture,
    statuses: everyone(200),
    request: async (world) => ({ params: { id: await world.post({ modLocked: true }) } }),
  },

  { call: feed.getLatestFeed, statuses: everyone(200) },
  {
    call: feed.getPlayerFeed,
    statuses: everyone(200),
    request: () => ({ params: { id: BYSTANDER } }),
  },
  {
    call: feed.getPlayerFeed,
    about: 'of an unknown player',
    statuses: everyone(404),
    request: () => ({ params: { id: UNKNOWN_ID } }),
  },
];
