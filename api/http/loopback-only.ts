/** The demo accepts only requests that name this machine, so that a proxy in front of it does not make it public. */
import type { FastifyInstance } from 'fastify';
import type { ApiConfig } from '#api/config/load-config.ts';
import { problem } from '#api/http/errors.ts';
import { isLoopbackHost } from '#lib/settings/deployment.ts';

type Config = Pick<ApiConfig, 'mode'>;

/** Whether a request with this Host header is refused with 421. */
export const isMisdirected = ({ mode }: Config, host: string | undefined): boolean =>
  mode === 'demo' && !isLoopbackHost(host ?? '');

/** Refuses such requests, before anything else looks at them. */
export function refuseOtherHosts(app: FastifyInstance, config: Config): void {
  const detail = 'This is a demo with invented data. It answers only on its own machine, at localhost.';
  app.addHook('onRequest', async ({ headers }) => {
    if (isMisdirected(config, headers.host)) throw problem(421, { detail });
  });
}
