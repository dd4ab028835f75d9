/** The environment variables of commands other than the API and the build. */
import { z } from '#lib/schemas/zod.ts';
import { optional, withDefault } from '#lib/settings/variables.ts';

/** Read by builds and tests; the API and the built site know none of them. */
export const LOCAL_VARIABLES = {
  DIST_DIR: withDefault(z.string(), 'dist').about(
    'Folder of the builds, one for each region, inside or outside the checkout.',
    { example: '/srv/fleet-karma/dist' },
  ),
  CHROMIUM_PATH: optional(z.string()).about('Browser for the tests.', {
    example: '/usr/bin/chromium',
    unset: 'an installed one',
  }),
};
