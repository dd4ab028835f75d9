/** Where data is stored: all that commands need to know. */
import path from 'node:path';
import { BUCKET_VARIABLES, type BucketConfig, bucketOf } from '#api/config/bucket-variables.ts';
import type { RegionId } from '#lib/regions.ts';
import { z } from '#lib/schemas/zod.ts';
import { ConfigError, type Environment, serverAddress } from '#lib/settings/deployment.ts';
import { removedProblems } from '#lib/settings/removed.ts';
import { ADDRESS_VARIABLES } from '#lib/settings/site-variables.ts';
import { type Mode, missing, readVariables, type ValuesOf, type Variables } from '#lib/settings/variables.ts';

/** Database, folders and bucket. */
export const STORAGE_VARIABLES = {
  DATABASE: {
    schema: z.optional(z.enum(['embedded'], { error: 'must be embedded, or unset with DATABASE_URL' })),
    about: 'Set it to `embedded` for the database in `DATA_DIR` instead of a PostgreSQL server.',
    example: 'embedded',
    unset: 'production then needs `DATABASE_URL`; the demo uses the embedded one',
    mode: 'production',
  },
  DATABASE_URL: {
    schema: z.optional(
      serverAddress(/^postgres(ql)?:\/\//, 'must be an address such as postgres://user@host/database'),
    ),
    about: 'The PostgreSQL database. Special characters of the password are percent-encoded (`@` as `%40`).',
    example: 'postgres://karma:password@127.0.0.1/karma',
    unset: 'the embedded database',
  },
  DATA_DIR: {
    schema: z._default(z.string(), '.data'),
    about:
      'Folder of the embedded database, for one process only: it survives a killed process, not a power failure.',
    example: '/var/lib/fleet-karma',
  },
  FILES_DIR: {
    schema: z.optional(z.string()),
    about:
      'Folder of replays and minimap videos, which processes on one PostgreSQL database share; with `S3_BUCKET`, of temporary files.',
    example: '/var/lib/fleet-karma/files',
    unset: '`files` in `DATA_DIR`',
  },
  ...BUCKET_VARIABLES,
} satisfies Variables;

/** The embedded database or a PostgreSQL server, and its addresses. */
export interface DatabasePlace {
  /** Folder of the embedded database, its lock and the local secret. */
  dataDir: string;
  /** PostgreSQL server; null uses the embedded database. */
  databaseUrl: string | null;
  /** The regions to open; all by default. */
  regions?: readonly RegionId[];
}

/** Database, files and bucket, and what opening them does. */
export interface StorageConfig extends DatabasePlace {
  /** The regions of the deployment; requests to hosts of no region get the first. */
  regions: readonly RegionId[];
  /** Folder of received files, and of replays and minimap videos without a bucket; processes of one server share it. */
  filesDir: string;
  /** Bucket of replays and minimap videos; null keeps them in the folder. */
  bucket: BucketConfig | null;
  /** Whose data it must be. Null for commands, which work with the demo's and with production's. */
  mode: Mode | null;
  /** Whether opening it applies pending migrations; otherwise it refuses a database that lacks some. */
  migrateAtStart: boolean;
}

/** All that commands read. */
const COMMAND_VARIABLES = { REGIONS: ADDRESS_VARIABLES.REGIONS, ...STORAGE_VARIABLES };

/** The storage that the variables describe, with what differs between the modes. */
export const storageOf = (values: ValuesOf<typeof COMMAND_VARIABLES>, mode: Mode | null) =>
  ({
    regions: values.REGIONS,
    dataDir: values.DATA_DIR,
    filesDir: values.FILES_DIR ?? path.join(values.DATA_DIR, 'files'),
    bucket: mode === 'demo' ? null : bucketOf(values),
    databaseUrl: values.DATABASE_URL ?? null,
    mode,
    migrateAtStart: mode === 'demo',
  }) satisfies StorageConfig;

/** The storage for a command. Throws a ConfigError that names every variable that cannot be used. */
export function loadStorage(env: Environment): StorageConfig {
  const { values, problems } = readVariables(COMMAND_VARIABLES, env);
  const all = [...problems, ...removedProblems(env)];
  if (all.length > 0) throw new ConfigError(all.join('\n'));
  return storageOf(values, null);
}

/** Sentences for an environment that names no database, or two. */
export function databaseProblems(env: Environment): string[] {
  if (env.DATABASE && env.DATABASE_URL)
    return [`DATABASE=${env.DATABASE} and DATABASE_URL name two databases: unset one of them.`];
  if (env.DATABASE || env.DATABASE_URL) return [];
  return [
    `${missing(STORAGE_VARIABLES, 'DATABASE_URL')} For the database in DATA_DIR, which one process alone can use, set DATABASE=embedded.`,
  ];
}
