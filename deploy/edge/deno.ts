/** Deno: in front of a static host, whose address is in STATIC_ORIGIN. */
// Written by `npm run deploy:files`.
import { createEdgeHandler } from '../../src/edge/handler.ts';

const handle = createEdgeHandler({
  siteOrigins: {"eu":"https://example.org","na":"https://na.example.org","cis":"https://ru.example.org","sea":"https://asia.example.org"},
  apiOrigins: {"eu":"https://api.example.org","na":"https://na.api.example.org","cis":"https://ru.api.example.org","sea":"https://asia.api.example.org"},
  feedLinks: true,
  fetch: (request) => fetch(request),
});

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
