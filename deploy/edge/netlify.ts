/** Netlify Edge Functions: `context.next` serves the region's build. */
// Written by `npm run deploy:files`.
import { createEdgeHandler } from '../../src/edge/handler.ts';

const handle = createEdgeHandler({
  siteOrigins: {"eu":"https://example.org","na":"https://na.example.org","cis":"https://ru.example.org","sea":"https://asia.example.org"},
  apiOrigins: {"eu":"https://api.example.org","na":"https://na.api.example.org","cis":"https://ru.api.example.org","sea":"https://asia.api.example.org"},
  feedLinks: true,
  fetch: (request) => fetch(request),
});

interface Context {
  next: (request: Request) => Promise<Response>;
}

export default (request: Request, context: Context): Promise<Response> =>
  handle(request, (page) => context.next(page));

export const config = { path: ['/player/*', '/clan/*', '/posts/*'] };
