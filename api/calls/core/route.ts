/**
 * Registers the described calls: paths, access and parsing. A handler is one typed function from parsed input to answer.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#api/base/queue/callers.ts';
import { callerAddress } from '#api/base/trusted-proxies.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import {
  type Database,
  isBusy,
  isUnavailable,
  type Reader,
  type TransactionOptions,
  type Tx,
} from '#api/db/database.ts';
import type { Discord } from '#api/discord/discord.ts';
import type { Bus } from '#api/events/bus.ts';
import type { FileStore } from '#api/files/store.ts';
import { allowSlowUpload } from '#api/http/bodies.ts';
import { forbidden, readOnlyRefusal, unauthorized, validationError } from '#api/http/errors.ts';
import type { AccountLimit } from '#api/http/rate-limit.ts';
import { parseInput } from '#api/http/validation.ts';
import { toWire } from '#api/http/wire-form.ts';
import type { ReplayJobs } from '#api/jobs/replays/runner.ts';
import type { Authenticator, Tokens } from '#api/model/auth/authenticate.ts';
import type { ReplayDecoder } from '#api/model/replays/create-decoder.ts';
import type { Uploader } from '#api/model/replays/decoder.ts';
import type { Metrics } from '#api/operation/metrics.ts';
import { PRIORITY } from '#api/publisher/call.ts';
import type { Directory } from '#api/publisher/directory.ts';
import type { RedisLink } from '#api/redis/link.ts';
import { hasRole, isStaff, pageSizeMax, type Viewer } from '#lib/domain/permissions.ts';
import { type RegionId, regionOfHost } from '#lib/regions.ts';
import {
  type Access,
  type BodyOf,
  type Call,
  isWrite,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '#lib/schemas/call.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Passed to every resource. */
export interface Deps {
  config: ApiConfig;
  database: Database;
  files: FileStore;
  tokens: Tokens;
  authenticator: Authenticator;
  bus: Bus;
  /** Null without `REDIS_URL`: then this is the only process. */
  redis: RedisLink | null;
  replayDecoder: ReplayDecoder;
  replayJobs: ReplayJobs;
  metrics: Metrics;
  /** All players and clans of the game. */
  publisher: Directory;
  discord: Discord;
  /** Counts writes and look-ups by names of an account; called once the user is known. */
  limitAccount: AccountLimit;
  now: () => number;
}

/** The context of a call, as passed to its handler. */
export interface Ctx<C extends Call = Call> {
  call: C;
  region: RegionId;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** The signed-in user; null only where the call allows anyone. */
  viewer: C['access'] extends 'anyone' ? SessionUser | null : SessionUser;
  deps: Deps;
  /** Reads the region's data outside a transaction. */
  read: <T>(run: (db: Reader) => Promise<T>) => Promise<T>;
  /** Changes the region's data in one transaction. */
  write: <T>(run: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>;
  /** When the call started, in milliseconds since 1970. */
  now: number;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Returned by a handler that has sent its answer itself: a page, a file, a redirect. Fastify's `reply.sent` does not work
 * for this, because it stays false until a compressed answer has ended.
 */
export const SENT = Symbol('sent');

/** Handles a call. May set headers or another status on `ctx.reply`. Undefined means an empty body. */
export type Handler<C extends Call> = (ctx: Ctx<C>) => Promise<ResponseOf<C> | undefined | typeof SENT>;

/** Throws 401 without a user, 403 without the required role. */
export function requireAccess(access: Access, viewer: SessionUser | null): void {
  if (access === 'anyone') return;
  if (viewer === null) throw unauthorized();
  const allowed = access === 'signed-in' || (access === 'staff' ? isStaff(viewer) : hasRole(viewer, access));
  if (!allowed) throw forbidden();
}

/** Public origin of the region's API, for absolute URLs in answers. */
export function apiOriginOf(ctx: Pick<Ctx, 'deps' | 'region' | 'request'>): string {
  const { apiOrigins } = ctx.deps.config;
  return apiOrigins?.[ctx.region] ?? `${ctx.request.protocol}://${ctx.request.headers.host}`;
}

/** The caller's address, as limits count callers. */
export const addressOf = ({ request, deps }: Pick<Ctx, 'request' | 'deps'>): string =>
  callerAddress(request.raw, deps.config.trustedProxies);

/** Parameters that choose which items a call returns. Other parameters that a call does not have are ignored (rule 17.29). */
export const FILTERS = [
  'sign',
  'hasReplay',
  'hideModActions',
  'currentOnly',
  'history',
  'postId',
  'userId',
  'playerId',
  'ids',
  'tab',
] as const;

/** Names of the parameters of a call's query. */
const parametersOf = ({ query }: Call): readonly string[] =>
  query !== undefined && 'shape' in query ? Object.keys(query.shape as object) : [];

/**
 * Throws 400 with the names of filters that only other calls have, in any letter case. Only reads: an address to return to
 * after the sign-in may arrive unencoded, with the parameters of a page.
 */
function refuseOtherFilters(call: Call, query: unknown, traceId: string): void {
  if (call.method !== 'GET' || call.status !== 200) return;
  const sent = Object.keys(query ?? {}).map((name) => name.toLowerCase());
  const own = parametersOf(call);
  const others = FILTERS.filter((name) => sent.includes(name.toLowerCase()) && !own.includes(name));
  if (others.length === 0) return;
  throw validationError(
    Object.fromEntries(others.map((name) => [name, ['This call has no such filter.']])),
    traceId,
  );
}

async function contextOf<C extends Call>(
  call: C,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Ctx<C>> {
  const viewer = await deps.authenticator.authenticate(request.raw);
  requireAccess(call.access, viewer);
  const region = regionOfHost(request.headers.host, deps.config.regions);
  // Before an upload is received, because the database would refuse the write anyway.
  if (isWrite(call) && deps.database.readOnly.isOn) throw readOnlyRefusal();
  if (viewer !== null && isWrite(call)) await deps.limitAccount(request, region, viewer.id);
  if (viewer !== null) allowSlowUpload(request.raw, `${region}:${viewer.id}`);
  refuseOtherFilters(call, request.query, request.id);
  const parse = (part: 'params' | 'query' | 'body') => {
    const schema = call[part];
    return schema && parseInput(schema, request[part], part, request.id, { pageSize: pageSizeMax(viewer) });
  };
  const context = {
    call,
    region,
    params: parse('params'),
    query: parse('query'),
    body: parse('body'),
    viewer,
    deps,
    read: ((run) => deps.database.read(region, run)) satisfies Ctx['read'],
    write: ((run, options) => deps.database.write(region, run, options)) satisfies Ctx['write'],
    now: deps.now(),
    request,
    reply,
  };
  return context as Ctx<C>;
}

/** The error of a write; 401 if the user's sign-in ended meanwhile, because the account was erased for example (rule 20.14). */
async function errorOf({ viewer, request, deps }: Ctx, error: unknown): Promise<unknown> {
  if (viewer === null || isUnavailable(error) || isBusy(error)) return error;
  return (await deps.authenticator.authenticate(request.raw)) === null ? unauthorized() : error;
}

async function answer<C extends Call>(ctx: Ctx<C>, handler: Handler<C>): Promise<FastifyReply> {
  const { call, reply } = ctx;
  reply.code(call.status);
  const result = await handler(ctx).catch(async (error: unknown) => {
    throw isWrite(call) ? await errorOf(ctx as unknown as Ctx, error) : error;
  });
  if (result === SENT) return reply;
  if (result === undefined) return reply.send();
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(JSON.stringify(call.response ? toWire(call.response, result) : result));
}

/** Registers a call on all its paths. Access is checked before the input, so that refusals reveal nothing about it. */
export function route<const C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  handler: Handler<C>,
): void {
  for (const url of [call.path, ...(call.aliases ?? [])]) {
    app.route({
      method: call.method,
      url,
      // Files are already compressed, and ranges refer to their original bytes.
      ...(call.contentType === undefined ? {} : { compress: false as const }),
      config: { call },
      handler: async (request, reply) => answer(await contextOf(call, deps, request, reply), handler),
    });
  }
}

/** A user's account, or a visitor's address. */
export function callerOf(ctx: Pick<Ctx, 'request' | 'deps'> & { viewer: Viewer }): Caller {
  return ctx.viewer === null
    ? { id: `address ${addressOf(ctx)}`, priority: PRIORITY.visitor }
    : { id: `account ${ctx.viewer.id}`, priority: PRIORITY.user };
}

/** The account and address of an upload. */
export const uploaderOf = (
  ctx: Pick<Ctx, 'region' | 'request' | 'deps'> & { viewer: SessionUser },
): Uploader => ({
  region: ctx.region,
  account: `${ctx.region}:${ctx.viewer.id}`,
  address: addressOf(ctx),
});
