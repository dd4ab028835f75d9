/** Deno: in front of a static host, whose address is in STATIC_ORIGIN. */
import { createEdgeHandler } from '../../src/edge/handler.ts';
import { deployment } from './deployment.ts';

const handle = createEdgeHandler({ ...deployment, fetch: (request) => fetch(request) });

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
