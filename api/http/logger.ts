/** What is logged of a request: never its query, headers or body, which may hold tokens. */
import type { FastifyServerOptions } from 'fastify';
import type { ApiConfig } from '#api/config.ts';

interface LoggedRequest {
  method: string;
  url: string;
}

/** Logger to the error output, so that the standard output holds the ready line alone. */
export function loggerOptions(level: ApiConfig['logLevel']): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false;
  return {
    level,
    stream: process.stderr,
    serializers: {
      req: ({ method, url }: LoggedRequest) => ({ method, path: url.split('?', 1)[0] }),
    },
  };
}
