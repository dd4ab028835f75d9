/**
 * The mark that says whose data a database holds. The demo uses only an empty database or its own, and production never uses
 * the demo's, so invented data and real data do not mix.
 */
import { sql } from 'drizzle-orm';
import { DatabaseError, type DataSource } from '#api/db/database.ts';
import { MIGRATIONS_TABLE } from '#api/db/migrate.ts';
import { meta } from '#api/db/schema.ts';
import { perRegion, REGION_IDS, type RegionId } from '#lib/regions.ts';
import type { Mode } from '#lib/settings/variables.ts';

/** Key in each region's `meta` table; its value is a mode. */
const MARK = 'mode';

/** Runs one statement, whose names are complete. */
type Query = (text: string) => Promise<{ rows: unknown[] }>;

/** The content of a region: data of one mode, rows without a mark, or nothing. */
export type Holding = Mode | 'unmarked' | 'nothing';

/** The content of a database. */
export interface Contents {
  regions: Readonly<Record<RegionId, Holding>>;
  /** A table that is not ours, or null. */
  foreignTable: string | null;
}

interface Table {
  schema: string;
  name: string;
}

/** All tables, except those of the system and of extensions. */
const TABLES = `select nspname as schema, relname as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'
    and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
  order by nspname, relname`;

const isOurs = ({ schema }: Table): boolean => (REGION_IDS as readonly string[]).includes(schema);

async function holdingOf(query: Query, region: RegionId, tables: readonly string[]): Promise<Holding> {
  if (tables.includes('meta')) {
    const { rows } = await query(`select value from ${region}.meta where key = '${MARK}'`);
    const [mark] = rows as { value: string }[];
    if (mark?.value === 'demo' || mark?.value === 'production') return mark.value;
  }
  for (const table of tables) {
    if (table === MIGRATIONS_TABLE) continue;
    const { rows } = await query(`select 1 from ${region}."${table}" limit 1`);
    if (rows.length > 0) return 'unmarked';
  }
  return 'nothing';
}

/** Reads what a database holds; it may have any version, or no table yet. */
export async function contentsOf(database: DataSource): Promise<Contents> {
  const query: Query = (text) => database.read('eu', (db) => db.execute(sql.raw(text)));
  const tables = (await query(TABLES)).rows as Table[];
  const foreign = tables.find((table) => !isOurs(table));
  const regions = perRegion((): Holding => 'nothing');
  for (const region of REGION_IDS) {
    const own = tables.filter(({ schema }) => schema === region).map(({ name }) => name);
    regions[region] = await holdingOf(query, region, own);
  }
  return { regions, foreignTable: foreign === undefined ? null : `${foreign.schema}.${foreign.name}` };
}

/** The mode whose data it is, for commands that work with both; an empty database is production's. */
export const modeOf = ({ regions }: Contents): Mode =>
  Object.values(regions).includes('demo') ? 'demo' : 'production';

/** Throws a DatabaseError when the mode may not use the database. `place` names it in the sentence. */
export function checkContents({ regions, foreignTable }: Contents, mode: Mode, place: string): void {
  const holders = (holding: Holding) => REGION_IDS.filter((id) => regions[id] === holding);
  if (mode === 'production') {
    if (holders('demo').length === 0) return;
    throw new DatabaseError(
      `The ${place} holds the demo's invented data: set DATABASE_URL or DATA_DIR to another one for production.`,
    );
  }
  const [region] = [...holders('production'), ...holders('unmarked')];
  const found = region === undefined ? foreignTable : `data of ${region}`;
  if (found === null) return;
  throw new DatabaseError(
    `The ${place} holds ${found} that the demo did not make, so the demo does not touch it: set DATABASE_URL or DATA_DIR to another one, or start production with "npm run production".`,
  );
}

/** Marks the regions of the deployment that have no mark. */
export async function markContents(database: DataSource, { regions }: Contents, mode: Mode): Promise<void> {
  for (const region of database.regions)
    if (regions[region] !== 'production')
      await database.transaction(region, (db) =>
        db.insert(meta).values({ key: MARK, value: mode }).onConflictDoNothing(),
      );
}
