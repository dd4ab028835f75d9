/** The database of WOWS Karma, read in one read-only transaction, so that all rows are of the same moment. */
import pg from 'pg';
import { CommandError } from '#api/commands/command.ts';
import type { z } from '#lib/schemas/zod.ts';

/** Rows per fetch. */
const FETCHED = 500;
const CONNECT_TIMEOUT_MS = 10_000;

/** Names the row by its first column, which is its key in every query. */
function parseRow<S extends z.ZodMiniType>(source: string, schema: S, row: object): z.output<S> {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError(
    `The row ${Object.values(row)[0]} of ${source} cannot be imported: ${issue?.path.join('.')} is not as expected (${issue?.message}).`,
  );
}

/** PostgreSQL's code for a missing right. */
const NO_RIGHT = '42501';

/** Runs a query about `source`. Throws a CommandError when the role may not read that. */
function queryOf(client: pg.Client, source: string, query: string): Promise<pg.QueryResult> {
  return client.query(query).catch((error: Error & { code?: string }) => {
    if (error.code !== NO_RIGHT) throw error;
    throw new CommandError(
      `The old database does not let this role read ${source} (${error.message}): give it the right to read the schemas public and auth.`,
    );
  });
}

/**
 * The rows of a query, some at a time, so that a table of any size takes the same memory. Throws a CommandError with the
 * `source`, the row and the column of a value that is of another kind than the schema says.
 */
export async function* fetchRows<S extends z.ZodMiniType>(
  client: pg.Client,
  source: string,
  query: string,
  schema: S,
): AsyncGenerator<z.output<S>[]> {
  await queryOf(client, source, `declare import_rows no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query(`fetch ${FETCHED} from import_rows`);
    if (rows.length === 0) break;
    yield rows.map((row) => parseRow(source, schema, row));
  }
  await client.query('close import_rows');
}

/** The migrations of WOWS Karma 0.17.5, of both of its contexts. */
export const KNOWN_MIGRATIONS: readonly string[] = [
  '20210410180743_ImportToNPGSQL',
  '20210516121833_AddPlayerOptOut',
  '20210703003751_InitialCreate',
  '20210703015345_FixUserRoleJoins',
  '20210703051622_AddDefaultRoles',
  '20210705044134_AddPostModActions',
  '20210707072624_AddPostModLock',
  '20210810094824_AddOptOutChanged',
  '20211017093143_UpdateTimestamps',
  '20211017132330_AddPostModDeletedNotification',
  '20211023062044_AddPostBasedNotifications',
  '20211107115606_AddPlatformBans',
  '20211110095817_AddPlatformBanNotifications',
  '20211127132657_AddReplays',
  '20211202140551_UpdateReplaysData',
  '20220309215406_UpdateHeuristicsFormat',
  '20220311183423_AddClans',
  '20220312144159_ReplaceClanMemberNavigation',
  '20220730123556_AddModEditedNotification',
  '20220806114323_AddPostReadonlyFlag',
  '20230721210956_AddReplayMinimapRendered',
  '20240111075051_AddTimestampsOffset',
  '20240114120317_UpdateNullableContext',
  '20240901093435_AddCSTicketId',
];

/** Throws a CommandError unless exactly the known migrations were applied. */
async function checkVersion(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query(
    `select 1 from pg_class where oid = to_regclass('public."__EFMigrationsHistory"')`,
  );
  if (found.length === 0)
    throw new CommandError('This is not a database of WOWS Karma: it has no table __EFMigrationsHistory.');
  const { rows } = await queryOf(
    client,
    '__EFMigrationsHistory',
    `select "MigrationId" as name from public."__EFMigrationsHistory" order by "MigrationId"`,
  );
  const applied: string[] = rows.map(({ name }) => name);
  const missing = KNOWN_MIGRATIONS.find((name) => !applied.includes(name));
  if (missing !== undefined)
    throw new CommandError(
      `The old database lacks the migration ${missing}: bring WOWS Karma to version 0.17.5 first.`,
    );
  const later = applied.find((name) => !KNOWN_MIGRATIONS.includes(name));
  if (later !== undefined)
    throw new CommandError(
      `The old database has the migration ${later}, which this import does not know: it is of another version than 0.17.5.`,
    );
}

/** Opens the database at `url` while `run` runs. Throws a CommandError when it cannot be reached, or is of another version. */
export async function withOldDatabase<T>(url: string, run: (old: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'fleet-karma import',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that is cut rejects the query; without a listener, it would end the process.
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw new CommandError(`The old database cannot be opened: ${error.message || 'it does not respond'}.`);
  });
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local timezone to 'UTC'`);
    await client.query(`set local datestyle to 'ISO'`);
    await client.query('set local statement_timeout to 0');
    await checkVersion(client);
    return await run(client);
  } finally {
    await client.end();
  }
}
