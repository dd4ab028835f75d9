/** The environment variables of commands other than the API and the build. */
import type { Variables } from '#lib/settings/variables.ts';
import { z } from '#lib/schemas/zod.ts';

/** Read by builds and tests; the API and the built site know none of them. */
export const LOCAL_VARIABLES = {
  DIST_DIR: {
    schema: z._default(z.string(), 'dist'),
    about: 'Folder of the builds, one for each region, inside or outside the checkout.',
    example: '/srv/fleet-karma/dist',
  },
  CHROMIUM_PATH: {
    schema: z.optional(z.string()),
    about: 'Browser for the tests.',
    example: '/usr/bin/chromium',
    unset: 'an installed one',
  },
  POSTGRES_BIN: {
    schema: z.optional(z.string()),
    about: 'Folder with `initdb` and `postgres`, for the tests on a PostgreSQL server.',
    example: '/usr/lib/postgresql/17/bin',
    unset: 'an installed one',
  },
} satisfies Variables;
