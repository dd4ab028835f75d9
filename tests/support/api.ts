/** The regional API in this process, on a database with the fixed accounts. */
import { randomUUID } from 'node:crypto';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createApp } from '#api/app/app.ts';
import type { PublisherOptions } from '#api/app/create-deps.ts';
import { type ApiConfig, loadConfig } from '#api/config/load-config.ts';
import type { DataSource } from '#api/db/database.ts';
import { platformBans } from '#api/db/moderation-schema.ts';
import type { ReadOnlyMode } from '#api/db/read-only.ts';
import { replays } from '#api/db/replay-schema.ts';
import { clans, players, posts, users } from '#api/db/schema.ts';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import { type Bus, createInProcessBus, type HubEvent } from '#api/events/bus.ts';
import { type FolderStore, openFolderStore } from '#api/files/folder-store.ts';
import type { FileStore } from '#api/files/store.ts';
import type { Lifecycle } from '#api/http/server.ts';
import type { JobLimits } from '#api/jobs/replays/attempt.ts';
import { createTokens } from '#api/model/auth/authenticate.ts';
import { findSubject } from '#api/model/auth/queries.ts';
import { karmaOf, moveKarma, NO_KARMA } from '#api/model/posts/karma.ts';
import type { Metrics } from '#api/operation/metrics.ts';
import { type RegionId, regionHost } from '#lib/regions.ts';
import type { Role } from '#lib/schemas/session.ts';
import type { Mode } from '#lib/settings/variables.ts';
import { PRODUCTION, SECRET } from '#tests/support/production.ts';
import { createFakePublisher } from '#tests/support/publisher.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { borrowTestDatabase } from '#tests/support/test-database.ts';

export { SECRET };

/** Time at the start of every test. */
export const START = Date.parse('2026-05-04T12:00:00.000Z');
export const HOUR = millisecondsInHour;
export const DAY = millisecondsInDay;

/** Ids of the fixed accounts. */
export const AURORA = 500000001;
export const BORODINO = 500000002;
export const MOD = 500000003;
export const ADMIN_AND_MOD = 500000004;
export const OPTED_OUT = 500000005;
export const BANNED = 500000006;
export const HIDDEN = 500000007;
export const HOOD = 500000008;
export const SUPPORT = 500000009;
export const ADMIN = 500000010;

/** Text of a length that a post's content may have. */
export const CONTENT =
  'Kept the flank for ten minutes, spotted for the whole team and never once complained.';

/** Sender and content of a call. */
export interface CallOptions {
  /** Account id, whose bearer token is sent. */
  as?: number | undefined;
  token?: string;
  region?: RegionId;
  headers?: Record<string, string>;
  /** Address of the caller; the machine's own unless given. */
  from?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, with the content type in `headers`. */
  payload?: string | Buffer;
  form?: FormData;
}

/** Options of a create. */
export interface CreateOptions extends CallOptions {
  replay?: Uint8Array | undefined;
  fileName?: string;
  query?: string;
}

/** A moderator's action; a removal unless it has a new text. */
export interface ModeratorsAction {
  as?: number;
  reason?: string;
  updatedPost?: unknown;
}

/** The answer to a call. */
export interface Answer {
  status: number;
  headers: Record<string, string | number | string[] | undefined>;
  text: string;
  bytes: Buffer;
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of any answer
  json: any;
}

/** Fields of a stored post; all have defaults. */
export interface StoredPost {
  author?: number;
  player?: number;
  flairs?: number;
  title?: string;
  content?: string;
  ticketId?: string | null;
  /** Whether the author could give negative karma when writing. */
  negativeKarmaAble?: boolean;
  held?: boolean;
  advice?: string[];
  modLocked?: boolean;
  readOnly?: boolean;
  hasReplay?: boolean;
  createdAt?: number;
  region?: RegionId;
}

/** An API to test. */
export interface TestApi {
  app: FastifyInstance;
  database: DataSource;
  /** A folder, unless the options name another store. */
  files: FolderStore;
  config: ApiConfig;
  bus: Bus;
  /** The API's time in milliseconds since 1970; set it to move in time. */
  clock: { now: number };
  /** All published events, oldest first. */
  events: { region: RegionId; event: HubEvent }[];
  /** A token as issued by a sign-in. */
  tokenOf(id: number, region?: RegionId): Promise<string>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Adds a player and user; returns the id. */
  addPlayer(overrides?: Partial<typeof players.$inferInsert>, region?: RegionId): Promise<number>;
  changePlayer(id: number, values: Partial<typeof players.$inferInsert>): Promise<void>;
  setRoles(id: number, roles: Role[]): Promise<void>;
  /** Adds a clan; returns the id. */
  addClan(clan?: Partial<typeof clans.$inferInsert>): Promise<number>;
  /** Adds a post with its karma; returns the id. */
  addPost(post?: StoredPost): Promise<string>;
  /** Adds the row of a replay to a post; returns the id. */
  addReplay(postId: string, replay?: Partial<typeof replays.$inferInsert>): Promise<string>;
  storedReplay(id: string): Promise<typeof replays.$inferSelect | undefined>;
  ban(userId: number, until?: number | null): Promise<void>;
  /** Sends a create: by AURORA unless `as` is set, about a new player unless `dto` names one. */
  createPost(dto?: Record<string, unknown>, options?: CreateOptions): Promise<Answer>;
  /** Sends a mod action on a post, by MOD unless `as` is set. */
  moderate(postId: string, action?: ModeratorsAction): Promise<Answer>;
  /** Reverts a mod action. */
  revert(actionId: string, as?: number): Promise<Answer>;
  /** A player's site karma and ratings (performance, teamplay, courtesy), as the viewer sees them. */
  karmaOf(id: number, as?: number): Promise<number[]>;
  /** The published events about posts, and notifications that were removed. */
  postEvents(): TestApi['events'];
  close(): Promise<void>;
}

/** Options of the API under test. */
export interface TestApiOptions {
  /** The demo unless given. Production gets the settings that it needs, unless `env` has them. */
  mode?: Mode;
  env?: Record<string, string>;
  jobLimits?: Partial<JobLimits>;
  requestTimeoutMs?: number;
  database?: DataSource;
  /** Without it, the publisher knows no one, and nothing is looked up in the background. */
  publisher?: PublisherOptions;
  /** Otherwise every edit is sent at once. */
  pacesEdits?: true;
  metrics?: Metrics;
  files?: FileStore;
  /** For switching it; as `env` configures it unless given. */
  readOnly?: ReadOnlyMode;
  lifecycle?: Lifecycle;
  /** Silent unless given. */
  logLevel?: ApiConfig['logLevel'];
}

/** Form of an upload. */
export function replayForm(replay: Uint8Array, fileName = 'battle.wowsreplay'): FormData {
  const form = new FormData();
  form.set('replay', new Blob([new Uint8Array(replay)]), fileName);
  return form;
}

/** Form of a create: the post and, when given, a replay. */
export function postForm(postDto: unknown, replay?: Uint8Array, fileName?: string): FormData {
  const form = replay === undefined ? new FormData() : replayForm(replay, fileName);
  form.set('postDto', typeof postDto === 'string' ? postDto : JSON.stringify(postDto));
  return form;
}

/** The post of a create; valid unless overridden. */
export function postDto(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    author: { id: AURORA },
    player: { id: BORODINO },
    flairs: 0,
    title: 'A fair fight',
    content: CONTENT,
    ...overrides,
  };
}

async function encodeBody({ body, form, payload }: CallOptions) {
  if (form !== undefined) {
    const response = new Response(form);
    const type = response.headers.get('content-type') ?? '';
    return { payload: Buffer.from(await response.arrayBuffer()), type };
  }
  return body === undefined ? { payload } : { payload: JSON.stringify(body), type: 'application/json' };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

let nextPlayer = 510_000_000;
let nextClan = 510_900_000;

function builders(
  database: DataSource,
  clock: { now: number },
): Pick<
  TestApi,
  'addPlayer' | 'changePlayer' | 'setRoles' | 'addClan' | 'addPost' | 'addReplay' | 'storedReplay' | 'ban'
> {
  return {
    async addPlayer(overrides = {}, region = 'eu') {
      const id = overrides.id ?? ++nextPlayer;
      await database.transaction(region, async (db) => {
        const known = { username: `Player_${id}`, gameKarma: 0, refreshedAt: new Date(clock.now) };
        await db.insert(players).values({ ...known, ...overrides, id });
        await db.insert(users).values({ id });
      });
      return id;
    },
    async addPost({
      region = 'eu',
      author = BORODINO,
      player = HOOD,
      createdAt = clock.now - 10 * DAY,
      ...post
    } = {}) {
      const id = randomUUID();
      const { flairs = 0, modLocked = false, negativeKarmaAble = true, held = false } = post;
      const karma = modLocked ? NO_KARMA : karmaOf({ flairs, negativeKarmaAble, held });
      await database.transaction(region, async (db) => {
        await db.insert(posts).values({
          title: 'A fair fight',
          content: CONTENT,
          ...post,
          id,
          authorId: author,
          playerId: player,
          ...karma,
          createdAt: new Date(createdAt),
        });
        await moveKarma(db, player, NO_KARMA, karma);
      });
      return id;
    },
    async changePlayer(id, values) {
      await database.transaction('eu', (db) => db.update(players).set(values).where(eq(players.id, id)));
    },
    async setRoles(id, roles) {
      await database.transaction('eu', (db) => db.update(users).set({ roles }).where(eq(users.id, id)));
    },
    async addClan({ id = ++nextClan, ...clan } = {}) {
      const at = new Date(clock.now);
      const known = { tag: `C${id}`, name: `Clan ${id}`, createdAt: at, updatedAt: at, refreshedAt: at };
      await database.transaction('eu', (db) => db.insert(clans).values({ ...known, ...clan, id }));
      return id;
    },
    async addReplay(postId, { id = randomUUID(), ...replay } = {}) {
      const file = { fileName: 'battle.wowsreplay', fileSize: 1 };
      await database.transaction('eu', (db) => db.insert(replays).values({ ...file, ...replay, id, postId }));
      return id;
    },
    async storedReplay(id) {
      const rows = await database.read('eu', (db) => db.select().from(replays).where(eq(replays.id, id)));
      return rows[0];
    },
    async ban(userId, until = null) {
      const bannedUntil = until === null ? null : new Date(until);
      await database.transaction('eu', (db) =>
        db.insert(platformBans).values({ userId, modId: MOD, reason: 'Insults', bannedUntil }),
      );
    },
  };
}

/** APIs that share a database share its files. */
const storeOf = new WeakMap<DataSource, FolderStore>();

/** A new files folder, removed at the end of the process. */
export const createTestFiles = (): FolderStore => openFolderStore(temporaryFolder());

function filesOf(database: DataSource): FolderStore {
  const files = storeOf.get(database) ?? createTestFiles();
  storeOf.set(database, files);
  return files;
}

/** The configuration of an API under test: without limits, and every post counts, unless `env` says otherwise. */
export const testConfig = (env: Readonly<Record<string, string>> = {}, mode: Mode = 'demo'): ApiConfig =>
  loadConfig(
    {
      API_PORT: '0',
      RATE_LIMIT_ADDRESS: '0',
      RATE_LIMIT_ACCOUNT: '0',
      POSTS_PER_DAY: '0',
      HOLD_UNPROVEN: 'off',
      ...(mode === 'production' && PRODUCTION),
      ...env,
    },
    mode,
  );

/** Starts the API. Without closing it, the process does not end. */
export async function createTestApi({
  env = {},
  mode = 'demo',
  database: given,
  files: givenFiles,
  logLevel = 'silent',
  ...options
}: TestApiOptions = {}): Promise<TestApi> {
  const database = given ?? (await borrowTestDatabase());
  const files = givenFiles ?? filesOf(database);
  const config = { ...testConfig(env, mode), logLevel };
  const clock = { now: START };
  const events: TestApi['events'] = [];
  const bus = createInProcessBus((error) => {
    throw error;
  });
  bus.subscribe((region, event) => events.push({ region, event }));
  const tokens = createTokens(SECRET);
  const app = await createApp({
    config,
    database,
    files,
    secret: SECRET,
    now: () => clock.now,
    bus,
    pacesEdits: false,
    publisher: createFakePublisher().options,
    ...options,
  });
  let fault: unknown = null;
  app.addHook('onError', async (_request, _reply, error) => {
    fault = error;
  });
  await app.ready();
  const tokenOf = async (id: number, region: RegionId = 'eu'): Promise<string> => {
    const subject = await database.read(region, (db) => findSubject(db, id));
    if (subject === null) throw new Error(`there is no user ${id}`);
    return tokens.sign(region, subject, clock.now);
  };
  const call: TestApi['call'] = async (method, url, options = {}) => {
    const { region = 'eu', as, from = '127.0.0.1' } = options;
    const token = options.token ?? (as === undefined ? undefined : await tokenOf(as, region));
    const { payload, type } = await encodeBody(options);
    const headers: Record<string, string> = {
      host: regionHost(region, 'localhost:5010'),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...options.headers,
    };
    const sent = payload === undefined ? {} : { payload };
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers,
      remoteAddress: from,
      ...sent,
    });
    // No test expects an unexpected error, and its cause says more than the answer.
    if (response.statusCode === 500) throw fault;
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      json: parsed(response.body),
    };
  };
  const stored = builders(database, clock);
  return {
    app,
    database,
    files: files as FolderStore,
    config,
    bus,
    clock,
    events,
    tokenOf,
    call,
    ...stored,
    async createPost(dto = {}, { as = AURORA, replay, fileName, query = '', form, ...options } = {}) {
      const player = dto.player ?? { id: await stored.addPlayer({}, options.region) };
      const body = form ?? postForm(postDto({ author: { id: as }, ...dto, player }), replay, fileName);
      return call('POST', `/api/post${query}`, { as, ...options, form: body });
    },
    moderate(postId, { as = MOD, reason = 'Insults', ...action } = {}) {
      const actionType = action.updatedPost ? 1 : 0;
      return call('POST', '/api/mod/action', { as, body: { postId, actionType, reason, ...action } });
    },
    revert: (actionId, as = MOD) => call('DELETE', `/api/mod/action/${actionId}`, { as }),
    async karmaOf(id, as = ADMIN) {
      const { json } = await call('GET', `/api/player/${id}`, { as });
      return [json.siteKarma, json.ratingPerformance, json.ratingTeamplay, json.ratingCourtesy];
    },
    postEvents: () =>
      events.filter(({ event }) => event.type !== 'newNotification' && event.type !== 'review'),
    async close() {
      await app.close();
      if (given === undefined) await database.close();
    },
  };
}

/** The name of a fixed account. */
export const nameOf = (id: number): string =>
  FIXED_ACCOUNTS.find((account) => account.id === id)?.username ?? '';
