/** The environment variables for watching the API and backing up its data. */

import { z } from '#lib/schemas/zod.ts';
import { flagSchema, serverAddress, wholeNumber } from '#lib/settings/deployment.ts';
import type { Variables } from '#lib/settings/variables.ts';

/** Several processes, metrics, access log, read-only mode and backups. */
export const OPERATION_VARIABLES = {
  REDIS_URL: {
    schema: z.optional(
      serverAddress(/^rediss?:\/\/[^\s/]+(\/\d*)?$/, 'must be an address such as redis://127.0.0.1:6379/0'),
    ),
    about:
      'Redis, or a compatible server, for several processes on one PostgreSQL database: all of them need it. It stores nothing that lasts.',
    example: 'redis://:password@127.0.0.1:6379/0',
    unset: 'one process',
  },
  METRICS_PORT: {
    schema: z._default(z.nullable(wholeNumber(1, 65_535, 'must be a port from 1 to 65535')), null),
    about: 'Port of 127.0.0.1 on which Prometheus reads `/metrics`.',
    example: '9464',
    unset: 'no metrics',
  },
  ACCESS_LOG: {
    schema: z.optional(flagSchema),
    about: 'Logs every request, with the address of its caller.',
    example: 'false',
    unset: 'on in production, off in the demo',
  },
  READ_ONLY: {
    schema: z._default(flagSchema, false),
    about:
      'Starts the process in read-only mode, which SIGUSR2 ends: reads work, everything that would be stored is refused.',
    example: 'true',
  },
  BACKUP_DIR: {
    schema: z.optional(z.string()),
    about:
      'Folder in which the API writes a backup every day; processes that share it write one. Best on another disk than the data.',
    example: '/var/backups/fleet-karma',
    unset: 'no backups by itself',
    mode: 'production',
  },
  BACKUP_KEEP_DAYS: {
    schema: z._default(wholeNumber(1, 3650, 'must be a number of days from 1 to 3650'), 14),
    about: 'Days after which backups in `BACKUP_DIR` are removed; the last good one stays.',
    example: '30',
    mode: 'production',
  },
} satisfies Variables;
