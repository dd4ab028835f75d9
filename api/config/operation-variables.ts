/** The environment variables for watching and stopping the API. */
import { flagSchema, wholeNumber } from '#lib/schemas/deployment.ts';
import type { Variables } from '#lib/schemas/variables.ts';
import { z } from '#lib/schemas/zod.ts';

/** Metrics, access log and shutdown. */
export const OPERATION_VARIABLES = {
  METRICS_PORT: {
    schema: z._default(z.nullable(wholeNumber(1, 65_535, 'must be a port from 1 to 65535')), null),
    about: 'Port of 127.0.0.1 on which Prometheus reads `/metrics`.',
    example: '9464',
    unset: 'no metrics',
  },
  ACCESS_LOG: {
    schema: z.optional(flagSchema),
    about: 'Logs every request, with the address of its caller, whatever `LOG_LEVEL` is.',
    example: 'false',
    unset: 'on in production, off in the demo',
  },
  STOP_DELAY: {
    schema: z._default(wholeNumber(0, 60, 'must be a number of seconds from 0 to 60'), 1),
    about:
      'Seconds in which a stopping API still takes requests, while `/ready` answers 503, so that a proxy stops sending them.',
    example: '5',
    mode: 'production',
  },
} satisfies Variables;
