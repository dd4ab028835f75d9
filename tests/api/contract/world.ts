/** The data that the matrix's calls need. Every cell gets its own, so that calls do not affect each other. */
import { randomUUID } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { makeTimeline } from 'wows-replay/encode/sample-timelines';
import { DECODER_VERSION } from 'wows-replay/replay';
import { decisions, replies, warnings } from '#api/db/decision-schema.ts';
import { modActions, platformBans } from '#api/db/moderation-schema.ts';
import {
  ADMIN_AND_MOD,
  AURORA,
  CONTENT,
  HOOD,
  START,
  type StoredPost,
  type TestApi,
} from '#tests/support/api.ts';
import { makeFacts } from '#tests/support/builders.ts';

/** The clan of the matrix. */
export const CLAN = 500_900_101;
/** Ids that do not exist. */
export const UNKNOWN_ID = 599_999_999;
export const UNKNOWN_GUID = '00000000-0000-4000-8000-00000000dead';
/** A replay file with invented players. */
export const REPLAY_FILE = encodeReplay(makeBattle(), CURRENT_LAYOUT);

/** The timeline of an invented battle, as it is stored. */
export const TIMELINE_FILE = brotliCompressSync(JSON.stringify(makeTimeline()));

/** Creates the data of a cell. */
export interface World {
  api: TestApi;
  /** A post about a new player or the world's subject, by the player unless overridden. */
  post(post?: StoredPost): Promise<string>;
  /** A player without posts about them. */
  target(optedOut?: boolean): Promise<number>;
  /** A new player with a role. */
  staff(role: 'mod' | 'admin'): Promise<number>;
  /** An update of a post, or its deletion; returns the action's id. */
  action(postId: string, deletion?: boolean): Promise<string>;
  /** A ban that names two posts, of a new player unless overridden, which no one on staff issued. */
  ban(userId?: number): Promise<{ id: string; userId: number }>;
  /** A warning that no one on staff gave; returns its id. */
  warning(personId: number): Promise<string>;
  /** An objection of a new player to such a ban; returns its id. */
  objection(): Promise<string>;
  /** A report of a new post of the player, by a new player. */
  report(post?: StoredPost): Promise<{ postId: string; reportId: string }>;
  /** A post with the reply of the player whom it is about, who is new unless given. */
  reply(post?: StoredPost): Promise<{ postId: string }>;
  /** A replay of a post of the player, with its minimap and timeline. */
  replay(post?: StoredPost): Promise<string>;
}

/** Creates the data that all cells share, once. All posts are about `subject`, if that is given. */
export async function createWorld(api: TestApi, subject?: number): Promise<World> {
  if (subject === undefined) await api.addClan({ id: CLAN, tag: 'WAVES', name: 'Rolling Waves' });
  const post = async (options: StoredPost = {}) =>
    api.addPost({ author: AURORA, player: subject ?? (await api.addPlayer()), ...options });
  const warning = async (personId: number): Promise<string> => {
    const decision = {
      id: randomUUID(),
      kind: 'warned',
      personId,
      reason: 'Insults',
      createdAt: new Date(START),
    };
    await api.database.transaction('eu', async (db) => {
      await db.insert(decisions).values(decision);
      await db.insert(warnings).values({ id: decision.id, personId });
    });
    return decision.id;
  };
  const ban: World['ban'] = async (target) => {
    const [id, userId] = [randomUUID(), target ?? (await api.addPlayer())];
    const postIds = [await post({ player: BYSTANDER }), await post()];
    const values = { id, userId, reason: 'Insults', postIds };
    await api.database.transaction('eu', (db) => db.insert(platformBans).values(values));
    return { id, userId };
  };
  return {
    api,
    post,
    ban,
    target: (optedOut = false) => api.addPlayer({ optedOut }),
    async action(postId, deletion = false) {
      const id = randomUUID();
      const text = { title: 'Rewritten', content: CONTENT, flairs: 0 };
      const values = {
        id,
        postId,
        authorId: AURORA,
        modId: ADMIN_AND_MOD,
        reason: 'A reason',
        actionType: deletion ? 0 : 1,
        ...(deletion ? {} : { updatedPost: text, previousPost: text }),
      };
      await api.database.transaction('eu', (db) => db.insert(modActions).values(values));
      return id;
    },
    async staff(role) {
      const id = await api.addPlayer();
      await api.setRoles(id, [role]);
      return id;
    },
    async report(options = {}) {
      const postId = await post(options);
      const body = { postId, rule: 'insults', words: '', moment: null };
      const { json } = await api.call('POST', '/api/report', { as: await api.addPlayer(), body });
      return { postId, reportId: json.id };
    },
    async reply(options = {}) {
      const authorId = options.player ?? subject ?? (await api.addPlayer());
      const postId = await post({ author: HOOD, ...options, player: authorId });
      const values = { postId, authorId, content: 'I was low on health.', createdAt: new Date() };
      await api.database.transaction('eu', (db) => db.insert(replies).values(values));
      return { postId };
    },
    warning,
    async objection() {
      const as = await api.addPlayer();
      const path = `/api/decisions/${(await ban(as)).id}/objection`;
      return (await api.call('POST', path, { as, body: { words: 'It was not me' } })).json.id;
    },
    replay: async (options) =>
      api.addReplay(await post(options), {
        fileSize: REPLAY_FILE.length,
        sha256: await api.files.put('eu', REPLAY_FILE),
        minimapSha256: await api.files.put('eu', Buffer.from('not really a video')),
        timelineSha256: await api.files.put('eu', TIMELINE_FILE),
        thumbnailSha256: await api.files.put('eu', Buffer.from('not really a picture')),
        decoderVersion: DECODER_VERSION,
        facts: makeFacts(),
        state: 2,
      }),
  };
}

/** A user who is neither actor nor author. */
export const BYSTANDER = HOOD;
