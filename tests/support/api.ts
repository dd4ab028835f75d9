/** The regional API in this process, on a database with the fixed accounts. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { FastifyInstance } from 'fastify';
import { createApp } from '#api/app/app.ts';
import { FIXED_ACCOUNTS } from '#api/config/demo-accounts.ts';
import { type ApiConfig, loadConfig } from '#api/config/load-config.ts';
import type { DataSource } from '#api/db/database.ts';
import { platformBans } from '#api/db/moderation-schema.ts';
import type { ReadOnlyMode } from '#api/db/read-only.ts';
import { players, posts, users } from '#api/db/schema.ts';
import { type Bus, createInProcessBus, type HubEvent } from '#api/events/bus.ts';
import { type FolderStore, openFolderStore } from '#api/files/folder-store.ts';
import type { FileStore } from '#api/files/store.ts';
import type { JobLimits } from '#api/jobs/replays/attempt.ts';
import { createTokens } from '#api/model/auth/authenticate.ts';
import { findSubject } from '#api/model/auth/queries.ts';
import { karmaOf, moveKarma, NO_KARMA } from '#api/model/posts/karma.ts';
import type { Metrics } from '#api/operation/metrics.ts';
import type { PublisherOptions } from '#api/publisher/create-publisher.ts';
import { type RegionId, regionHost } from '#lib/regions.ts';
import type { Mode } from '#lib/settings/variables.ts';
import { PRODUCTION, SECRET } from '#tests/support/production.ts';
import { createFakePublisher } from '#tests/support/publisher.ts';
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
  as?: number;
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
  /** Adds a post with its karma; returns the id. */
  addPost(post?: StoredPost): Promise<string>;
  ban(userId: number, until?: number | null): Promise<void>;
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
  metrics?: Metrics;
  files?: FileStore;
  /** For switching it; as `env` configures it unless given. */
  readOnly?: ReadOnlyMode;
  /** Silent unless given. */
  logLevel?: ApiConfig['logLevel'];
}

/** Form of a create: the post and, when given, a replay. */
export function postForm(postDto: unknown, replay?: Uint8Array, fileName = 'battle.wowsreplay'): FormData {
  const form = new FormData();
  form.set('postDto', typeof postDto === 'string' ? postDto : JSON.stringify(postDto));
  if (replay !== undefined) form.set('replay', new Blob([new Uint8Array(replay)]), fileName);
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

function builders(
  database: DataSource,
  clock: { now: number },
): Pick<TestApi, 'addPlayer' | 'addPost' | 'ban'> {
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

let filesFolder: string | undefined;

/** A folder for the files of this process's tests, removed at its end. */
function testFilesFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-files-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new files folder, removed at the end of the process. */
export function createTestFiles(): FolderStore {
  filesFolder ??= testFilesFolder();
  return openFolderStore(mkdtempSync(path.join(filesFolder, 'files-')));
}

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
    ...builders(database, clock),
    async close() {
      await app.close();
      if (given === undefined) await database.close();
    },
  };
}

/** The name of a fixed account. */
export const nameOf = (id: number): string =>
  FIXED_ACCOUNTS.find((account) => account.id === id)?.username ?? '';
