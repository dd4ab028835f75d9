/**
 * The embedded OpenID 2.0 provider, which replaces the publisher's sign-in for local use. Any account can be picked without
 * a password, so it is registered only when other machines cannot reach the API.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#api/calls/core/route.ts';
import { OPEN_SIGN_IN } from '#api/config/load-config.ts';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import { notFound } from '#api/http/errors.ts';
import { type Html, html, sendPage } from '#api/http/page.ts';
import { findPlayer, searchPlayers } from '#api/model/players/queries.ts';
import { type RegionId, regionOfHost, regions } from '#lib/regions.ts';

const NAMESPACE = 'http://specs.openid.net/auth/2.0';

const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];

const PENDING_MAX = 10_000;

/**
 * Makes responses and confirms each at most once. This process alone confirms them and keeps them until then, so that a random
 * signature is as good as a computed one.
 */
function createAssertions() {
  const handle = randomUUID();
  /** Unconfirmed responses by nonce. */
  const pending = new Map<string, Record<string, string>>();
  return {
    /** Fields of a positive response, without their `openid.` prefix. */
    assert(endpoint: string, identity: string, returnTo: string, now: number): Record<string, string> {
      const nonce = `${new Date(now).toISOString().slice(0, 19)}Z${randomBytes(9).toString('base64url')}`;
      const fields = {
        ns: NAMESPACE,
        mode: 'id_res',
        op_endpoint: endpoint,
        claimed_id: identity,
        identity,
        return_to: returnTo,
        response_nonce: nonce,
        assoc_handle: handle,
        signed: SIGNED.join(','),
        sig: randomBytes(32).toString('base64'),
      };
      if (pending.size >= PENDING_MAX) pending.clear();
      pending.set(nonce, fields);
      return fields;
    },
    /** Whether these fields (with prefix) are a response of this process that has not been confirmed yet. */
    confirm(fields: URLSearchParams): boolean {
      const nonce = fields.get('openid.response_nonce') ?? '';
      const made = pending.get(nonce);
      const isGenuine = [...SIGNED, 'sig'].every((field) => made?.[field] === fields.get(`openid.${field}`));
      return isGenuine && pending.delete(nonce);
    },
  };
}

/** The responses of one provider. */
type Assertions = ReturnType<typeof createAssertions>;

/** The content of the page. */
interface AccountPage {
  region: RegionId;
  /** The query of the sign-in, which every link repeats. */
  query: URLSearchParams;
  search: string;
  found: readonly { id: number; username: string }[];
}

function addressWith(query: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(query);
  next.delete('search');
  next.set(name, value);
  return `?${next}`;
}

const accountLink = (query: URLSearchParams, account: { id: number; username: string }, note: string): Html =>
  html`<li><a href="${addressWith(query, 'account', String(account.id))}"><strong>${account.username}</strong> <small>${note}</small></a></li>`;

/** The search form repeats the sign-in's fields, because submitting a form replaces the query. */
const hiddenFields = (query: URLSearchParams): Html[] =>
  [...query]
    .filter(([name]) => name !== 'search')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

function results({ query, search, found }: AccountPage): Html {
  if (search === '') return html``;
  if (found.length === 0) return html`<p role="status">No results found</p>`;
  return html`<ul>${found.map((player) => accountLink(query, player, String(player.id)))}</ul>`;
}

/** Sends the page. */
function sendAccountPage(reply: FastifyReply, page: AccountPage): FastifyReply {
  const { query, search, region } = page;
  const body = html`<h1>Sign in to ${regions[region].name}</h1>
<p class="dim">This stands in for the publisher’s sign-in on this machine. Pick the account to sign in with; there is no password.</p>
<p class="dim">${OPEN_SIGN_IN}</p>
<h2>Accounts to try</h2>
<ul>${FIXED_ACCOUNTS.map((account) => accountLink(query, account, account.purpose))}</ul>
<h2>Any other player</h2>
<form method="get">${hiddenFields(query)}<label>Player name <input type="search" name="search" value="${search}" maxlength="100"></label><button>Search</button></form>
${results(page)}
<p class="actions"><a class="button plain" href="${addressWith(query, 'cancel', '1')}">Cancel</a></p>`;
  return sendPage(reply, 200, `Sign in to ${regions[region].name}`, body);
}

/** Longest name that can be searched for. */
const SEARCH_MAX = 100;
const SEARCH_RESULTS = 20;

const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(request.url.split('?').slice(1).join('?'));

/** The sign-in request of a browser; null when it is malformed or would redirect to another origin. */
function readRequest(request: FastifyRequest, { config }: Deps) {
  const query = queryOf(request);
  const origin = `${request.protocol}://${request.headers.host}`;
  const returnTo = query.get('openid.return_to') ?? '';
  const isOurs = URL.canParse(returnTo) && new URL(returnTo).origin === origin;
  if (query.get('openid.mode') !== 'checkid_setup' || !isOurs) return null;
  const region = regionOfHost(request.headers.host, config.regions);
  return { region, endpoint: `${origin}/id/openid`, returnTo, query };
}
type SignInRequest = NonNullable<ReturnType<typeof readRequest>>;

function sendBack(
  reply: FastifyReply,
  returnTo: string,
  fields: Readonly<Record<string, string>>,
): FastifyReply {
  const url = new URL(returnTo);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(`openid.${name}`, value);
  return reply.redirect(url.href, 302);
}

async function approve(deps: Deps, assertions: Assertions, signIn: SignInRequest, reply: FastifyReply) {
  const id = Number(signIn.query.get('account'));
  const account = Number.isSafeInteger(id)
    ? await deps.database.read(signIn.region, (db) => findPlayer(db, id))
    : null;
  if (account === null) throw notFound();
  const identity = `${new URL(signIn.endpoint).origin}/id/${account.id}-${encodeURIComponent(account.username)}/`;
  return sendBack(
    reply,
    signIn.returnTo,
    assertions.assert(signIn.endpoint, identity, signIn.returnTo, deps.now()),
  );
}

async function showAccounts(deps: Deps, signIn: SignInRequest, reply: FastifyReply) {
  const search = (signIn.query.get('search') ?? '').trim().slice(0, SEARCH_MAX);
  const found =
    search === ''
      ? []
      : await deps.database.read(signIn.region, (db) => searchPlayers(db, search, SEARCH_RESULTS));
  return sendAccountPage(reply, { region: signIn.region, query: signIn.query, search, found });
}

/** Registers `/id/openid`: the page, its responses, and `check_authentication`. */
export function providerRoutes(app: FastifyInstance, deps: Deps): void {
  const assertions = createAssertions();
  app.get('/id/openid', async (request, reply) => {
    const signIn = readRequest(request, deps);
    if (signIn === null)
      return sendPage(
        reply,
        400,
        'Sign-in',
        html`<h1>Nothing to sign in to</h1><p>This page is reached from the site’s Login link.</p>`,
      );
    if (signIn.query.has('cancel')) return sendBack(reply, signIn.returnTo, { mode: 'cancel' });
    if (signIn.query.has('account')) return approve(deps, assertions, signIn, reply);
    return showAccounts(deps, signIn, reply);
  });
  app.post('/id/openid', { config: { isOwn: true } }, async (request, reply) => {
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const region = queryOf(request).get('region');
    const endpoint = fields.get('openid.op_endpoint') ?? '';
    const sameRegion =
      URL.canParse(endpoint) && regionOfHost(new URL(endpoint).host, deps.config.regions) === region;
    const valid =
      fields.get('openid.mode') === 'check_authentication' && sameRegion && assertions.confirm(fields);
    return reply
      .type('text/plain; charset=utf-8')
      .send(`ns:http://specs.openid.net/auth/2.0\nis_valid:${valid}\n`);
  });
}
