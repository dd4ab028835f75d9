/** Calls of `/api/auth`. */

import { randomBytes } from 'node:crypto';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import { millisecondsInDay } from 'date-fns/constants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFailurePage } from '#api/calls/auth/failure-page.ts';
import { checkResponse, confirmResponse, SignInError, signInUrl } from '#api/calls/auth/openid.ts';
import { apiOriginOf, type Ctx, type Deps, route, SENT } from '#api/calls/core/route.ts';
import { unauthorized } from '#api/http/errors.ts';
import {
  findSubject,
  isNonceUsed,
  RESPONSE_MAX_AGE_MS,
  recordSignIn,
  renewSeed,
  useNonce,
} from '#api/model/auth/queries.ts';
import { regions } from '#lib/regions.ts';
import * as calls from '#lib/schemas/calls/auth.ts';
import { COOKIE_LIFETIME_DAYS } from '#lib/schemas/session.ts';

/** An attempt must be finished within this time, in milliseconds. */
const ATTEMPT_LIFETIME_MS = 15 * 60_000;

/** Attempts that one browser may have open, one per tab. A further one ends the oldest. */
const ATTEMPTS_MAX = 8;

const COOKIE_NAME = /^(?:__Host-)?SignIn_[0-9a-z]{8,9}-[\w-]{6}$/;

const STATE = /^(([0-9a-z]{8,9})-[\w-]{6})\.([\w-]{22})$/;

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Over HTTPS the prefix keeps other hosts of the domain from setting the cookie. */
const cookieName = (id: string, secure: boolean): string => `${secure ? '__Host-' : ''}SignIn_${id}`;

const attributes = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

/** Sets the cookie of a new attempt, removes those beyond the limit, and returns the attempt's `state`. */
function beginAttempt(request: FastifyRequest, reply: FastifyReply, now: number, secure: boolean): string {
  const id = `${now.toString(36)}-${random(4)}`;
  const secret = random(16);
  reply.setCookie(cookieName(id, secure), secret, {
    ...attributes(secure),
    maxAge: ATTEMPT_LIFETIME_MS / 1000,
  });
  // Names begin with the time, so they sort by age.
  const open = Object.keys(request.cookies).filter((name) => COOKIE_NAME.test(name));
  for (const name of open.sort().slice(0, -(ATTEMPTS_MAX - 1))) reply.clearCookie(name, attributes(secure));
  return `${id}.${secret}`;
}

/** Whether `state` belongs to an attempt of this browser that is still open. */
function checkAttempt(
  request: FastifyRequest,
  state: string | undefined,
  now: number,
  secure: boolean,
): 'own' | 'expired' | 'foreign' {
  const [, id = '', startedAt = '', secret = ''] = STATE.exec(state ?? '') ?? [];
  if (secret === '') return 'foreign';
  if (now - Number.parseInt(startedAt, 36) > ATTEMPT_LIFETIME_MS) return 'expired';
  return request.cookies[cookieName(id, secure)] === secret ? 'own' : 'foreign';
}

/** Removes the cookie of the attempt with a valid `state`. */
function endAttempt(reply: FastifyReply, state: string, secure: boolean): void {
  reply.clearCookie(cookieName(state.split('.', 1)[0] ?? '', secure), attributes(secure));
}

type SignInCtx = Ctx<typeof calls.startLogin> | Ctx<typeof calls.finishLogin>;

const PROVIDER_PATH = '/id/openid';

const callbackOf = (ctx: SignInCtx): string => `${apiOriginOf(ctx)}/api/auth/wg-callback`;

/** The region's OpenID endpoint as browsers reach it. */
function endpointOf(ctx: SignInCtx): string {
  return ctx.deps.config.publisherEndpoints?.[ctx.region] ?? `${apiOriginOf(ctx)}${PROVIDER_PATH}`;
}

/** The same endpoint as this process reaches it: Node does not resolve `*.localhost`. */
function confirmationAddressOf(ctx: SignInCtx): string {
  const configured = ctx.deps.config.publisherEndpoints?.[ctx.region];
  if (configured !== undefined) return configured;
  return `http://127.0.0.1:${ctx.request.socket.localPort}${PROVIDER_PATH}?region=${ctx.region}`;
}

const isSecure = (ctx: SignInCtx): boolean => apiOriginOf(ctx).startsWith('https:');

/** Matches an address that is still encoded, once or twice: an encoded colon or slash is where a plain one belongs. */
const ENCODED = /^(https?%(25)?3A|%(25)?2F)/i;

/** Decodes an address that a client has encoded more than once (rule 3.14). */
function decodedFully(value: string): string {
  if (!ENCODED.test(value)) return value;
  try {
    return decodedFully(decodeURIComponent(value));
  } catch {
    return value;
  }
}

/** Resolves `redirectUri` against the region's site. Null when the result is not on one of the region's own origins. */
function resolveRedirect({ deps, region }: SignInCtx, redirectUri: string): string | null {
  const origins = deps.config.siteOrigins[region];
  const url = URL.parse(decodedFully(redirectUri), origins[0]);
  return url && origins.includes(url.origin) ? url.href : null;
}

/** Where to go after signing in; undefined when the call names no address. */
function destinationOf(ctx: SignInCtx): string | undefined {
  const { redirectUri } = ctx.query;
  if (redirectUri === undefined) return undefined;
  const resolved = resolveRedirect(ctx, redirectUri);
  if (resolved === null) throw new SignInError('redirect');
  return resolved;
}

function sendFailure(ctx: SignInCtx, error: SignInError): void {
  const { redirectUri } = ctx.query;
  const back = redirectUri === undefined ? null : resolveRedirect(ctx, redirectUri);
  // Only this failure is something that the operator can look into.
  if (error.failure === 'unreachable')
    ctx.request.log.error({ region: ctx.region }, `the publisher's sign-in cannot be used: ${error.message}`);
  else ctx.request.log.info({ failure: error.failure, why: error.message }, 'sign-in failed');
  const retry = back === null ? '/api/auth/login' : `/api/auth/login?redirectUri=${encodeURIComponent(back)}`;
  const site = ctx.deps.config.siteOrigins[ctx.region][0] ?? '/';
  sendFailurePage(ctx.reply, error.failure, { retry, back: back ?? site });
}

/** Sign-in stores a response so that it is accepted once: in read-only mode it is refused before it starts. */
async function orFailurePage(ctx: SignInCtx, run: () => Promise<void>): Promise<typeof SENT> {
  try {
    if (ctx.deps.database.readOnly.isOn) throw new SignInError('read-only');
    await run();
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    sendFailure(ctx, error);
  }
  return SENT;
}

async function startLogin(ctx: Ctx<typeof calls.startLogin>): Promise<typeof SENT> {
  return orFailurePage(ctx, async () => {
    const destination = destinationOf(ctx);
    const returnTo = new URL(callbackOf(ctx));
    const state = beginAttempt(ctx.request, ctx.reply, ctx.now, isSecure(ctx));
    returnTo.searchParams.set('state', state);
    if (destination !== undefined) returnTo.searchParams.set('redirectUri', destination);
    ctx.reply
      .header('cache-control', 'no-store')
      .redirect(signInUrl(endpointOf(ctx), returnTo.href, apiOriginOf(ctx)), 302);
  });
}

/** Refuses a response to a sign-in that this browser did not start. */
function checkBrowser(ctx: Ctx<typeof calls.finishLogin>): void {
  const found = checkAttempt(ctx.request, ctx.query.state, ctx.now, isSecure(ctx));
  if (found !== 'own') throw new SignInError(found);
}

/** Checks the publisher's response, records the sign-in and sets the region's cookie. */
async function signIn(ctx: Ctx<typeof calls.finishLogin>): Promise<void> {
  const { deps, query, region, now, reply, read, write } = ctx;
  const destination = destinationOf(ctx);
  const endpoint = endpointOf(ctx);
  const { account, nonce } = checkResponse(query, {
    endpoint,
    callback: callbackOf(ctx),
    redirectUri: query.redirectUri,
    state: query.state,
    now,
  });
  const response = `${endpoint} ${nonce}`;
  if (await read((db) => isNonceUsed(db, response))) throw new SignInError('reused');
  checkBrowser(ctx);
  await confirmResponse(query, confirmationAddressOf(ctx));
  const subject = await write(async ({ db }) => {
    // Again, because two requests may carry the same response at once.
    const fresh = await useNonce(db, response, now, now - 2 * RESPONSE_MAX_AGE_MS);
    if (!fresh) throw new SignInError('reused');
    return recordSignIn(db, account, now);
  });
  deps.publisher.refresh('player', region, account.id);
  const token = await deps.tokens.sign(region, subject, now);
  const secure = isSecure(ctx);
  const { cookieDomain } = deps.config;
  // The site reads this cookie, so it is not HttpOnly.
  reply.header('cache-control', 'no-store').setCookie(regions[region].cookieName, token, {
    path: '/',
    ...(cookieDomain !== null && { domain: cookieDomain }),
    expires: addMilliseconds(now, COOKIE_LIFETIME_DAYS * millisecondsInDay),
    secure,
    sameSite: 'lax',
  });
  endAttempt(reply, query.state ?? '', secure);
  if (destination === undefined) reply.code(200).send();
  else reply.redirect(destination, 302);
}

async function refreshToken(ctx: Ctx<typeof calls.refreshToken>): Promise<string | typeof SENT> {
  const subject = await ctx.read((db) => findSubject(db, ctx.viewer.id));
  if (subject === null) throw unauthorized();
  const token = await ctx.deps.tokens.sign(ctx.region, subject, ctx.now);
  ctx.reply.header('cache-control', 'no-store');
  const accept = ctx.request.headers.accept ?? '';
  if (/json/i.test(accept)) return token;
  ctx.reply.type('text/plain; charset=utf-8').send(token);
  return SENT;
}

/** Registers the calls. */
export function authRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.checkSession, async () => undefined);
  route(app, deps, calls.startLogin, startLogin);
  route(app, deps, calls.finishLogin, (ctx) => orFailurePage(ctx, () => signIn(ctx)));
  route(app, deps, calls.renewSeed, async ({ write, viewer }) => {
    await write(async ({ db, publish }) => {
      await renewSeed(db, viewer.id);
      publish({ type: 'seedTokenInvalidated', accountId: viewer.id });
    });
  });
  route(app, deps, calls.refreshToken, refreshToken);
}
