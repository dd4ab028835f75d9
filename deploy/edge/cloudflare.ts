/** Cloudflare Workers and Pages: `env.ASSETS` serves the region's build, with its `_headers` and `_redirects`. */
import { createEdgeHandler } from '../../src/edge/handler.ts';
import { deployment } from './deployment.ts';

const handle = createEdgeHandler({ ...deployment, fetch: (request) => fetch(request) });

interface Environment {
  ASSETS: { fetch: (request: Request) => Promise<Response> };
}

export default {
  fetch: (request: Request, env: Environment): Promise<Response> =>
    handle(request, (page) => env.ASSETS.fetch(page)),
};
