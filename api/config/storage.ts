/** Where data is stored: all that commands need to know. */
import path from 'node:path';
import { ConfigError, type Environment, flagSchema, matching } from '#lib/schemas/deployment.ts';
import { type Mode, missing, readVariables, type ValuesOf, type Variables } from '#lib/schemas/variables.ts';
import { z } from '#lib/schemas/zod.ts';

/** Database, folders and migrations. */
export const STORAGE_VARIABLES = {
  DATABASE_URL: {
    schema: z.optional(
      matching(/^postgres(ql)?:\/\//, 'must be an address such as postgres://user@host/database'),
    ),
    about: 'The PostgreSQL database; without it, the API uses an embedded one in `DATA_DIR`.',
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
    about: 'Folder of replays and minimap videos; processes on one PostgreSQL database share it.',
    example: '/var/lib/fleet-karma/files',
    unset: '`files` in `DATA_DIR`',
  },
  MIGRATE_AT_START: {
    schema: z._default(flagSchema, false),
    about: 'Applies pending migrations when the API starts, which is otherwise a step: `npm run migrate`.',
    example: 'true',
    mode: 'production',
  },
} satisfies Variables;

/** Where data is stored, and how it is opened. */
export interface StorageConfig {
  /** Folder of the embedded database, its lock and the local secret. */
  dataDir: string;
  /** Folder of replays and minimap videos; processes that share a PostgreSQL server share it, too. */
  filesDir: string;
  /** PostgreSQL server; null uses the embedded database. */
  databaseUrl: string | null;
  /** Whose data it must be. Null for commands, which work with the demo's and with production's. */
  mode: Mode | null;
  /** Whether opening it applies pending migrations; otherwise it refuses a database that lacks some. */
  migrateAtStart: boolean;
}

/** The storage of a mode. */
export const storageOf = (values: ValuesOf<typeof STORAGE_VARIABLES>, mode: Mode | null) =>
  ({
    dataDir: values.DATA_DIR,
    filesDir: values.FILES_DIR ?? path.join(values.DATA_DIR, 'files'),
    databaseUrl: values.DATABASE_URL ?? null,
    mode,
    migrateAtStart: mode === 'demo' || (mode === 'production' && values.MIGRATE_AT_START),
  }) satisfies StorageConfig;

/** The storage for a command. Throws a ConfigError that names every variable that cannot be used. */
export function loadStorage(env: Environment): StorageConfig {
  const { values, problems } = readVariables(STORAGE_VARIABLES, env);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return storageOf(values, null);
}

/** The sentence for an environment that names no database. */
export const missingDatabase = (): string =>
  `${missing(STORAGE_VARIABLES, 'DATABASE_URL')} (or DATA_DIR for the embedded database)`;
