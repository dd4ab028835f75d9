/** Keeps the demo's site to this machine, also when a proxy forwards requests to it. */
import type { RequestListener } from 'node:http';
import { isLoopbackHost } from '#lib/settings/deployment.ts';

/** Responds with 421 to requests whose Host is not this machine; passes the others to `listener`. */
export function loopbackOnly(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (isLoopbackHost(request.headers.host ?? '')) return listener(request, response);
    response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end('This is a demo with invented data. It answers only on its own machine, at localhost.');
  };
}
