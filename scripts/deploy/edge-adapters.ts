/** Adapters of the edge handler, one for each platform. Each bundler of these platforms resolves the project's `#lib` imports. */
import type { Deployment } from '#scripts/deploy/deployment.ts';

const options = ({
  siteOrigins,
  apiOrigins,
  feedLinks,
}: Deployment): string => `// Written by \`npm run deploy:files\`.
import { createEdgeHandler } from '../../src/edge/handler.ts';

const handle = createEdgeHandler({
  siteOrigins: ${JSON.stringify(siteOrigins)},
  apiOrigins: ${JSON.stringify(apiOrigins)},
  feedLinks: ${feedLinks},
  fetch: (request) => fetch(request),
});
`;

const cloudflare = (
  deployment: Deployment,
): string => `/** Cloudflare Workers and Pages: \`env.ASSETS\` serves the region's build, with its \`_headers\` and \`_redirects\`. */
${options(deployment)}
interface Environment {
  ASSETS: { fetch: (request: Request) => Promise<Response> };
}

export default {
  fetch: (request: Request, env: Environment): Promise<Response> =>
    handle(request, (page) => env.ASSETS.fetch(page)),
};
`;

const netlify = (
  deployment: Deployment,
): string => `/** Netlify Edge Functions: \`context.next\` serves the region's build. */
${options(deployment)}
interface Context {
  next: (request: Request) => Promise<Response>;
}

export default (request: Request, context: Context): Promise<Response> =>
  handle(request, (page) => context.next(page));

export const config = { path: ['/player/*', '/clan/*', '/posts/*'] };
`;

const deno = (
  deployment: Deployment,
): string => `/** Deno: in front of a static host, whose address is in STATIC_ORIGIN. */
${options(deployment)}
declare const Deno: {
  env: { get: (name: string) => string | undefined };
  serve: (handler: (request: Request) => Promise<Response>) => unknown;
};

/** The same path at the static host, which picks the region by the host that is passed on. */
const fetchStatic = (request: Request): Promise<Response> => {
  const { host, pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set('x-forwarded-host', host);
  const { method } = request;
  return fetch(new URL(pathname + search, Deno.env.get('STATIC_ORIGIN')), { method, headers, redirect: 'manual' });
};

Deno.serve((request) => handle(request, fetchStatic));
`;

/** The adapters by their path below `deploy/`. */
export const edgeAdapters = (deployment: Deployment): Record<string, string> => ({
  'edge/cloudflare.ts': cloudflare(deployment),
  'edge/netlify.ts': netlify(deployment),
  'edge/deno.ts': deno(deployment),
});
