/** Requests that proxies and monitoring repeat every few seconds. */
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requested by proxies and monitoring every few seconds: not limited, logged, counted, or refused while closing. */
    isProbe?: boolean;
    /** Called by the API itself: not limited. */
    isOwn?: boolean;
  }
}

/** True for `/health` and `/ready`. */
export const isProbe = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean =>
  routeOptions.config?.isProbe === true;
