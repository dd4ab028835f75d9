/** Responds while the API starts: it may wait for its database, and large files may have to be moved. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { BACK_OFF, withBackOff } from '#api/base/back-off.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { DatabaseError } from '#api/db/database.ts';
import { isServerAway } from '#api/db/postgres.ts';
import { responseWithLimits } from '#api/http/bodies.ts';
import { PROBLEM, problemBody } from '#api/http/errors.ts';
import { SECURITY_HEADERS } from '#api/http/headers.ts';
import { html, pageOf } from '#api/http/page.ts';
import type { ReadyReport } from '#api/operation/readiness.ts';
import { isApiPath } from '#lib/domain/api-paths.ts';

/** Seconds. Each answer has one of these, so that the clients that wait do not all come back at once. */
const RETRY_AFTER = { min: 2, max: 6 };

const SENTENCE = 'Fleet Karma is starting. Try again in a few seconds.';
const HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store', connection: 'close' };
const STARTING: ReadyReport = { status: 'starting', reason: 'The API is starting.', warnings: [] };
const json = (value: object, type = 'application/json; charset=utf-8') => ({
  headers: { 'content-type': type },
  text: JSON.stringify(value),
});
const HEALTH = json({ status: 'alive' });
const READY = json(STARTING);
const REFUSAL = json(problemBody(503, { detail: SENTENCE }), PROBLEM);
/** For people, who come by a link such as "Sign in". An empty address is that of the page itself. */
const PAGE = pageOf(
  'Starting',
  html`<h1>Just a moment</h1><p>${SENTENCE}</p><p class="actions"><a class="button" href="">Try again</a></p>`,
);

/**
 * Responds to `/health` with 200 and to everything else of the API with 503: a problem, or a page for browsers that open an
 * address. Passes what is not the API's to `site`.
 */
export const answerStarting =
  (site?: RequestListener): RequestListener =>
  (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    if (site !== undefined && !isApiPath(path)) {
      response.setHeader('Connection', 'close');
      return site(request, response);
    }
    if (path === '/health')
      return response.writeHead(200, { ...HEADERS, ...HEALTH.headers }).end(HEALTH.text);
    const refusal = request.headers.accept?.includes('text/html') ? PAGE : REFUSAL;
    const { headers, text } = path === '/ready' ? READY : refusal;
    const retryAfter = String(randomInt(RETRY_AFTER.min, RETRY_AFTER.max + 1));
    response.writeHead(503, { ...HEADERS, 'retry-after': retryAfter, ...headers }).end(text);
  };

/** Does so on the port of the API, until `close`. Rejects with the system's error when the port is not available. */
export async function answerWhileStarting(
  { host, port, loopback }: Pick<ApiConfig, 'host' | 'port' | 'loopback'>,
  site?: RequestListener,
): Promise<{ close(): void }> {
  const server = createServer({ ServerResponse: responseWithLimits(60_000) }, answerStarting(site));
  server.listen({ host: loopback ? '127.0.0.1' : host, port });
  await once(server, 'listening');
  // Frees the port at once; answers that are being sent end by themselves.
  return { close: () => void server.close() };
}

/** Runs `open` again until the database server responds and has a connection left. Any other problem is thrown at once. */
export const openWhenAvailable = <T>(open: () => Promise<T>, log: (text: string) => void): Promise<T> =>
  withBackOff(BACK_OFF.start, open, (error, failed) => {
    if (!(error instanceof DatabaseError) || !isServerAway(error.cause)) return false;
    if (failed === 1) log(`${error.message} Waiting until the server responds.`);
    return true;
  });
