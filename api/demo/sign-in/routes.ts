/**
 * The embedded OpenID 2.0 provider, which replaces the publisher's sign-in for local use. Any account can be picked without
 * a password, so it is registered only when other machines cannot reach the API.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#api/calls/core/route.ts';
import { sendAccountPage } from '#api/demo/sign-in/account-page.ts';
import { type Assertions, createAssertions } from '#api/demo/sign-in/assertions.ts';
import { notFound } from '#api/http/errors.ts';
import { html, sendPage } from '#api/http/page.ts';
import { findPlayer, searchPlayers } from '#api/model/players/queries.ts';
import { regionOfHost } from '#lib/regions.ts';

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
