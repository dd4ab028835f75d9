/** The environment variables of the API. `docs/configuration.md` lists them in this order. */
import { DISCORD_VARIABLES } from '#api/config/discord-variables.ts';
import { NETWORK_VARIABLES } from '#api/config/network-variables.ts';
import { OPERATION_VARIABLES } from '#api/config/operation-variables.ts';
import { PUBLISHER_DATA } from '#api/config/publisher-source.ts';
import { STORAGE_VARIABLES } from '#api/config/storage.ts';
import { HOLDS } from '#lib/domain/evidence.ts';
import { z } from '#lib/schemas/zod.ts';
import { flagSchema, matching } from '#lib/settings/deployment.ts';
import { REPLAY_VARIABLES } from '#lib/settings/replay-variables.ts';
import { ADDRESS_VARIABLES } from '#lib/settings/site-variables.ts';
import type { ValuesOf, Variables } from '#lib/settings/variables.ts';

/** It was a flag before, whose values keep their meaning. */
const holdsSchema = z.union(
  [
    z.enum(HOLDS),
    z.pipe(
      flagSchema,
      z.transform((isOn: boolean) => (isOn ? 'unproven' : 'off')),
    ),
  ],
  'must be off, contradicted or unproven',
);

const secretSchema = z.string().check(z.minLength(32, 'must be at least 32 characters long'));

/** Secrets, the publisher and replays. */
export const SERVICE_VARIABLES = {
  JWT_SECRET: {
    schema: z.optional(secretSchema),
    about: 'Signs the tokens of signed-in users: at least 32 random characters, the same in all processes.',
    example: '"$(openssl rand -base64 48)"',
    unset: 'made at the first start and kept in `DATA_DIR`; required with `REDIS_URL`',
  },
  JWT_SECRET_PREVIOUS: {
    schema: z.optional(secretSchema),
    about:
      'The secret before a change of `JWT_SECRET`: its tokens are accepted, and no new ones are signed with it.',
    example: '"$OLD_JWT_SECRET"',
    unset: 'none',
  },
  PUBLISHER: {
    schema: z.optional(
      matching(
        /^https?:\/\/[^\s?#@]+$/,
        'must be an http(s) address, in which {host} stands for the publisher’s host of the region',
      ),
    ),
    about: 'Address of the publisher’s sign-in (OpenID), in which `{host}` stands for the region’s host.',
    example: 'https://{host}',
    unset: 'the publisher; in the demo, a page to pick an account',
  },
  PUBLISHER_APPLICATION_ID: {
    schema: z.optional(matching(/^\w{8,100}$/, 'must be the id that the publisher shows for an application')),
    about:
      'Application id for the publisher’s search by name; without it, a search finds known players only.',
    example: '0123456789abcdef0123456789abcdef',
    unset: 'none',
    mode: 'production',
  },
  PUBLISHER_DATA: {
    schema: z._default(
      matching(
        /^https?:\/\/[^\s?#@]+$/,
        'must be an http(s) address, in which {service} stands for api, vortex or clans, and {tld} for the region’s domain',
      ),
      PUBLISHER_DATA,
    ),
    about:
      'Address of the publisher’s data; `{service}` stands for `api`, `vortex` or `clans`, `{tld}` for `eu`, `com`, `ru` or `asia`.',
    example: PUBLISHER_DATA,
    mode: 'production',
  },
  MINIMAP_RENDERER: {
    schema: z.optional(matching(/\S/, 'must be a program, with its arguments after spaces')),
    about:
      'Another program, with arguments, that makes the videos of minimaps; it gets the replay and the path of the mp4 as its last two arguments. `none` makes no videos.',
    example: '"python3 /opt/minimap/render.py"',
    unset:
      'our own, if the PATH has `ffmpeg`; otherwise none, and the battle player takes the place of videos',
  },
  MINIMAPS_FOLDER: {
    schema: z.optional(matching(/^(\/|[A-Za-z]:[\\/])/, 'must be an absolute path')),
    about:
      'A folder with pictures of maps, named as in replays (`53_Shoreside.png`, `.webp` or `.jpg`, square, north up), for the battle player, thumbnails and videos. Read [its licence note](licences.md#pictures-of-maps).',
    example: '/srv/karma/minimaps',
    unset: 'maps are drawn as charts without land',
  },
  ...REPLAY_VARIABLES,
  HOLD_UNPROVEN: {
    schema: z._default(holdsSchema, 'contradicted'),
    about:
      'Which posts change no karma until a moderator has kept them: `contradicted`, posts that rate without a replay, or whose replay does not show author and subject by account ID, unless it is a whole file of a game newer than the decoder reads, or of the CIS client; `unproven`, also with those files; `off`, none. What waits already stays so under each setting. Replays are not signed: a programmer can build a whole false battle. `false` is `off`, `true` is `unproven`.',
    example: 'unproven',
  },
} satisfies Variables;

/** Everything that the API reads. */
export const API_VARIABLES = {
  ...ADDRESS_VARIABLES,
  ...NETWORK_VARIABLES,
  ...STORAGE_VARIABLES,
  ...SERVICE_VARIABLES,
  ...DISCORD_VARIABLES,
  ...OPERATION_VARIABLES,
};

/** Their parsed values. */
export type ApiValues = ValuesOf<typeof API_VARIABLES>;
