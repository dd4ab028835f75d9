/** Where data is stored: all that commands need to know. */
import path from 'node:path';
import { STORAGE_VARIABLES } from '#api/config/variables.ts';
import type { RegionId } from '#lib/regions.ts';
import { ConfigError, type Environment } from '#lib/settings/deployment.ts';
import { removedProblems } from '#lib/settings/names.ts';
import { ADDRESS_VARIABLES } from '#lib/settings/site-variables.ts';
import { type Mode, readVariables, type ValuesOf } from '#lib/settings/variables.ts';

/** All that commands read. */
const COMMAND_VARIABLES = { REGIONS: ADDRESS_VARIABLES.REGIONS, ...STORAGE_VARIABLES };
type Values = ValuesOf<typeof COMMAND_VARIABLES>;

/** The bucket of the variables; null without one. Throws a ConfigError for an address without a bucket. */
export function bucketOf({ S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region }: Values) {
  if (bucket !== undefined) return { bucket, endpoint: endpoint ?? null, region };
  if (endpoint === undefined) return null;
  throw new ConfigError(
    'S3_ENDPOINT is set, but not S3_BUCKET: set both, or neither to keep files in FILES_DIR.',
  );
}

/** A bucket. The SDK reads the credentials from the environment. */
export type BucketConfig = NonNullable<ReturnType<typeof bucketOf>>;

/** The origin from which browsers load the bucket's files. */
export const originOfBucket = ({ bucket, endpoint, region }: BucketConfig): string =>
  endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin;

/** The storage that the variables describe, with what differs between the modes. */
export const storageOf = (values: Values, mode: Mode | null) => ({
  /** The regions of the deployment; requests to hosts of no region get the first. */
  regions: values.REGIONS as readonly RegionId[],
  /** Folder of the embedded database, its lock and the local secret. */
  dataDir: values.DATA_DIR,
  /** Folder of received files, and of replays and minimap videos without a bucket; processes of one server share it. */
  filesDir: values.FILES_DIR ?? path.join(values.DATA_DIR, 'files'),
  /** Bucket of replays and minimap videos; null keeps them in the folder. */
  bucket: mode === 'demo' ? null : bucketOf(values),
  /** PostgreSQL server; null uses the embedded database. */
  databaseUrl: values.DATABASE_URL ?? null,
  /** Whose data it must be. Null for commands, which work with the demo's and with production's. */
  mode,
  /** Whether opening it applies pending migrations; otherwise it refuses a database that lacks some. */
  migrateAtStart: mode === 'demo',
});

/** Database, files and bucket, and what opening them does. */
export type StorageConfig = ReturnType<typeof storageOf>;

/** The embedded database or a PostgreSQL server, and its regions to open; all by default. */
export type DatabasePlace = Pick<StorageConfig, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<StorageConfig, 'regions'>>;

/** The storage for a command. Throws a ConfigError that names every variable that cannot be used. */
export function loadStorage(env: Environment): StorageConfig {
  const { values, problems } = readVariables(COMMAND_VARIABLES, env);
  problems.push(...removedProblems(env));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return storageOf(values, null);
}
