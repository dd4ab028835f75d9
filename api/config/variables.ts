/** The environment variables of the API. `docs/configuration.md` lists them in this order. */
import { parseTrustedProxies } from '#api/base/trusted-proxies.ts';
import { HOLDS } from '#lib/domain/evidence.ts';
import { z } from '#lib/schemas/zod.ts';
import { flag, matching, satisfying, serverAddress, wholeNumber } from '#lib/settings/deployment.ts';
import { ADDRESS_VARIABLES, REPLAY_VARIABLES } from '#lib/settings/site-variables.ts';
import { optional, regional, type ValuesOf, withDefault } from '#lib/settings/variables.ts';

const port = wholeNumber(0, 65_535, 'must be a port from 0 to 65535');
const trustedProxies = satisfying(
  (text) => parseTrustedProxies(text) !== null,
  'must be the number of proxies in front of the API (such as 1), or their addresses and networks (such as 10.0.0.0/8, or loopback), separated by commas; true would trust what any client claims',
);

const limit = (what: string) =>
  wholeNumber(0, Number.MAX_SAFE_INTEGER, `must be a number of ${what}, or 0 for no limit`);

/** Addresses, proxies and limits: who reaches the API, and how often. */
export const NETWORK_VARIABLES = {
  COOKIE_DOMAIN: optional(matching(/^[^\s/?#@:]+$/, 'a domain such as example.org, without a port')).about(
    'Domain of the sign-in cookie, which the site reads: the parent of the site’s and the API’s hosts.',
    { example: 'example.org', unset: 'the API’s host alone' },
  ),
  HOST: withDefault(z.string(), '127.0.0.1').about(
    'Address to listen on. A proxy on the same machine reaches the default.',
    { example: '0.0.0.0' },
  ),
  API_PORT: withDefault(port, 5010).about('Port to listen on.', { example: '5010' }),
  PORT: withDefault(port, 4321).about('Port of the site of the demo.', { example: '4321', mode: 'demo' }),
  TRUST_PROXY: withDefault(trustedProxies, 'false').about(
    'Proxies in front of the API that report the caller’s address: their number, or their networks.',
    { example: 'loopback', unset: 'none', mode: 'production' },
  ),
  RATE_LIMIT_ADDRESS: withDefault(limit('requests a minute'), 3000).about(
    'Requests of one address per minute, ten times as many of a /48 of IPv6; 0 turns off both limits and that of its live connections.',
    { example: '3000' },
  ),
  RATE_LIMIT_ACCOUNT: withDefault(limit('writes a minute'), 120).about(
    'Writes and hub calls of one account per minute; 0 turns off this limit and those of its look-ups of battles and its live connections.',
    { example: '120' },
  ),
  POSTS_PER_DAY: withDefault(limit('posts'), 10).about(
    'Posts that one account may write within 24 hours, 3 of them at most on its first day; 0 for no limit. Staff have none.',
    { example: '10' },
  ),
};

/** Database, folders and a bucket of any S3-compatible service. */
export const STORAGE_VARIABLES = {
  DATABASE: optional(z.enum(['embedded'], 'must be embedded, or unset with DATABASE_URL')).about(
    'Set it to `embedded` for the database in `DATA_DIR` instead of a PostgreSQL server.',
    {
      example: 'embedded',
      unset: 'production then needs `DATABASE_URL`; the demo uses the embedded one',
      mode: 'production',
    },
  ),
  DATABASE_URL: optional(serverAddress(/^postgres(ql)?:\/\//, 'postgres://user@host/database')).about(
    'The PostgreSQL database. Special characters of the password are percent-encoded (`@` as `%40`).',
    { example: 'postgres://karma:password@127.0.0.1/karma', unset: 'the embedded database' },
  ),
  DATA_DIR: withDefault(z.string(), '.data').about(
    'Folder of the embedded database, for one process only: it survives a killed process, not a power failure.',
    { example: '/var/lib/fleet-karma' },
  ),
  FILES_DIR: optional(z.string()).about(
    'Folder of replays and minimap videos, which processes on one PostgreSQL database share; with `S3_BUCKET`, of temporary files.',
    { example: '/var/lib/fleet-karma/files', unset: '`files` in `DATA_DIR`' },
  ),
  S3_BUCKET: optional(
    matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket, such as fleet-karma'),
  ).about(
    'Bucket of replays and minimap videos; all processes share it, and `FILES_DIR` then has temporary files only. AWS’s client finds the key itself: in its own variables `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or as an instance’s role.',
    { example: 'fleet-karma', unset: 'none: files are in `FILES_DIR`', mode: 'production' },
  ),
  S3_ENDPOINT: optional(matching(/^https?:\/\/[^\s/?#@]+\/?$/, 'an http(s) address without a path')).about(
    'Address of a service other than AWS, with the bucket’s name in the path. Browsers load files from there, too.',
    { example: 'https://s3.example.net', unset: 'AWS', mode: 'production' },
  ),
  S3_REGION: withDefault(z.string(), 'us-east-1').about('Region of the bucket, as its service names it.', {
    example: 'eu-central-1',
    mode: 'production',
  }),
};

const secret = z.string().check(z.minLength(32, 'must be at least 32 characters long'));

/** An address with placeholders. `problem` ends the error sentence. */
const pattern = (problem: string) =>
  matching(/^https?:\/\/[^\s?#@]+$/, `an http(s) address, in which ${problem}`);
const publisherData = pattern('{service} stands for api, vortex or clans, and {tld} for the region’s domain');
const PUBLISHER_DATA = 'https://{service}.worldofwarships.{tld}';
const applicationId = matching(/^\w{8,100}$/, 'the id that the publisher shows for an application');

/** `HOLD_UNPROVEN` was a flag before, whose values keep their meaning. */
const toHolds = (isOn: boolean) => (isOn ? 'unproven' : 'off');
const formerFlag = z.pipe(flag, z.transform(toHolds));
const holds = z.union([z.enum(HOLDS), formerFlag], 'must be off, contradicted or unproven');

/** Secrets, the publisher and replays. */
export const SERVICE_VARIABLES = {
  JWT_SECRET: optional(secret).about(
    'Signs the tokens of signed-in users: at least 32 random characters, the same in all processes.',
    {
      example: '"$(openssl rand -base64 48)"',
      unset: 'made at the first start and kept in `DATA_DIR`; required with `REDIS_URL`',
    },
  ),
  JWT_SECRET_PREVIOUS: optional(secret).about(
    'The secret before a change of `JWT_SECRET`: its tokens are accepted, and no new ones are signed with it.',
    { example: '"$OLD_JWT_SECRET"', unset: 'none' },
  ),
  PUBLISHER: optional(pattern('{host} stands for the publisher’s host of the region')).about(
    'Address of the publisher’s sign-in (OpenID), in which `{host}` stands for the region’s host.',
    { example: 'https://{host}', unset: 'the publisher; in the demo, a page to pick an account' },
  ),
  PUBLISHER_APPLICATION_ID: optional(applicationId).about(
    'Application id for the publisher’s search by name; without it, a search finds known players only.',
    { example: '0123456789abcdef0123456789abcdef', unset: 'none', mode: 'production' },
  ),
  PUBLISHER_DATA: withDefault(publisherData, PUBLISHER_DATA).about(
    'Address of the publisher’s data; `{service}` stands for `api`, `vortex` or `clans`, `{tld}` for `eu`, `com`, `ru` or `asia`.',
    { example: PUBLISHER_DATA, mode: 'production' },
  ),
  MINIMAP_RENDERER: optional(matching(/\S/, 'a program, with its arguments after spaces')).about(
    'Another program, with arguments, that makes the videos of minimaps; it gets the replay and the path of the mp4 as its last two arguments. `none` makes no videos.',
    {
      example: '"python3 /opt/minimap/render.py"',
      unset:
        'our own, if the PATH has `ffmpeg`; otherwise none, and the battle player takes the place of videos',
    },
  ),
  MINIMAPS_FOLDER: optional(matching(/^(\/|[A-Za-z]:[\\/])/, 'an absolute path')).about(
    'A folder with pictures of maps, named as in replays (`53_Shoreside.png`, `.webp` or `.jpg`, square, north up), for the battle player, thumbnails and videos. Read [its licence note](licences.md#pictures-of-maps).',
    { example: '/srv/karma/minimaps', unset: 'maps are drawn as charts without land' },
  ),
  ...REPLAY_VARIABLES,
  HOLD_UNPROVEN: withDefault(holds, 'contradicted').about(
    'Which posts change no karma until a moderator has kept them: `contradicted`, posts that rate without a replay, or whose replay does not show author and subject by account ID, unless it is a whole file of a game newer than the decoder reads, or of the CIS client; `unproven`, also with those files; `off`, none. What waits already stays so under each setting. Replays are not signed: a programmer can build a whole false battle. `false` is `off`, `true` is `unproven`.',
    { example: 'unproven' },
  ),
};

/** Tests use a server on the same machine. */
const webhook = matching(
  /^(https:\/\/((canary|ptb)\.)?discord(app)?\.com|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+$/,
  'the address that Discord shows for a webhook, without a query',
);

/** One webhook of Discord per region and channel. */
export const DISCORD_VARIABLES = {
  ...regional('DISCORD_WEBHOOK', webhook).about(
    'Discord webhook of a public channel that gets the region’s new posts; keep it set, so that they are edited and deleted there.',
    () => ({ example: 'https://discord.com/api/webhooks/123/abc', unset: 'no messages' }),
  ),
  ...regional('DISCORD_MODERATION_WEBHOOK', webhook).about(
    'Discord webhook of a staff channel that gets the region’s mod actions and bans.',
    () => ({ example: 'https://discord.com/api/webhooks/456/def', unset: 'no messages' }),
  ),
};

const days = wholeNumber(1, 3650, 'must be a number of days from 1 to 3650');

/** Several processes, metrics, access log, read-only mode and backups. */
export const OPERATION_VARIABLES = {
  REDIS_URL: optional(serverAddress(/^rediss?:\/\/[^\s/]+(\/\d*)?$/, 'redis://127.0.0.1:6379/0')).about(
    'Redis, or a compatible server, for several processes on one PostgreSQL database: all of them need it. It stores nothing that lasts.',
    { example: 'redis://:password@127.0.0.1:6379/0', unset: 'one process' },
  ),
  METRICS_PORT: optional(wholeNumber(1, 65_535, 'must be a port from 1 to 65535')).about(
    'Port of 127.0.0.1 on which Prometheus reads `/metrics`.',
    { example: '9464', unset: 'no metrics' },
  ),
  ACCESS_LOG: optional(flag).about('Logs every request, with the address of its caller.', {
    example: 'false',
    unset: 'on in production, off in the demo',
  }),
  READ_ONLY: withDefault(flag, false).about(
    'Starts the process in read-only mode, which SIGUSR2 ends: reads work, everything that would be stored is refused.',
    { example: 'true' },
  ),
  BACKUP_DIR: optional(z.string()).about(
    'Folder in which the API writes a backup every day; processes that share it write one. Best on another disk than the data.',
    { example: '/var/backups/fleet-karma', unset: 'no backups by itself', mode: 'production' },
  ),
  BACKUP_KEEP_DAYS: withDefault(days, 14).about(
    'Days after which backups in `BACKUP_DIR` are removed; the last good one stays.',
    { example: '30', mode: 'production' },
  ),
};

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
