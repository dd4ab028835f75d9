/** Cloudflare Workers and Pages: `env.ASSETS` serves the region's build, with its `_headers` and `_redirects`. */
// Written by `npm run deploy:files`.
import { createEdgeHandler } from '../../src/edge/handler.ts';

const handle = createEdgeHandler({
  siteOrigins: {"eu":"https://example.org","na":"https://na.example.org","cis":"https://ru.example.org","sea":"https://asia.example.org"},
  apiOrigins: {"eu":"https://api.example.org","na":"https://na.api.example.org","cis":"https://ru.api.example.org","sea":"https://asia.api.example.org"},
  feedLinks: true,
  fetch: (request) => fetch(request),
});

interface Environment {
  ASSETS: { fetch: (request: Request) => Promise<Response> };
}

export default {
  fetch: (request: Request, env: Environment): Promise<Response> =>
    handle(request, (page) => env.ASSETS.fetch(page)),
};
