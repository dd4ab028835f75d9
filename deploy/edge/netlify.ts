/** Netlify Edge Functions: `context.next` serves the region's build. */
import { createEdgeHandler } from '../../src/edge/handler.ts';
import { deployment } from './deployment.ts';

const handle = createEdgeHandler({ ...deployment, fetch: (request) => fetch(request) });

interface Context {
  next: (request: Request) => Promise<Response>;
}

export default (request: Request, context: Context): Promise<Response> =>
  handle(request, (page) => context.next(page));

export const config = { path: ['/player/*', '/clan/*', '/posts/*'] };
