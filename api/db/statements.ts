/**
 * Statements of one region. The tables are defined in a placeholder schema, and each statement gets the region's own before
 * it is sent. So all regions share one pool, and no connection has a state (`search_path`) that a pooler between the API and
 * PostgreSQL could mix up.
 */
import { createHash } from 'node:crypto';
import { type Query, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import type { Db } from '#api/db/database.ts';
import type { RegionId } from '#lib/regions.ts';

/** Name of the schema in the table definitions. */
export const PLACEHOLDER = 'region';

const QUOTED = `"${PLACEHOLDER}"`;

/** The placeholder as text in SQL, for functions that take the name of a schema. */
export const SCHEMA_NAME: SQL = sql.raw(`'${QUOTED}'`);

/** The region's table of that name, for statements over tables that are not in `schema.ts`, or over all of them. */
export const tableNamed = (name: string): SQL => sql`${sql.identifier(PLACEHOLDER)}.${sql.identifier(name)}`;

/** A table's name as text in SQL, for `to_regclass`. */
export const nameOfTable = (name: string): SQL => sql.raw(`'${QUOTED}."${name}"'`);

/** The statement in the region's schema. Values are parameters, so the text holds nothing from outside. */
export const inSchemaOf = (region: RegionId, text: string): string => text.replaceAll(QUOTED, `"${region}"`);

/** A statement as it is sent; with a name, the server parses and plans it once per connection. */
export interface Statement {
  text: string;
  name?: string;
}

/** Different statements of a region that are remembered. The hot ones are about fifty. */
const REMEMBERED = 500;

/**
 * Returns a function from drizzle's text to the statement of the region. With `named`, a statement is named by a hash of its
 * text when it recurs, so that statements with lists of varying length do not fill the server's memory.
 */
export function statementsOf(region: RegionId, { named }: { named: boolean }): (text: string) => Statement {
  const known = new LRUCache<string, Statement>({ max: REMEMBERED });
  return (text) => {
    const statement = known.get(text);
    if (statement === undefined) {
      const first = { text: inSchemaOf(region, text) };
      known.set(text, first);
      return first;
    }
    if (named) statement.name ??= createHash('sha1').update(statement.text).digest('base64url');
    return statement;
  };
}

const dialect = new PgDialect();

/**
 * The text of a statement with its placeholders, for any region. Building it takes longer than most other parts of a call, so
 * keep it.
 */
export const buildStatement = (statement: SQL): Query => dialect.sqlToQuery(statement);

/**
 * Runs a built statement with values for its placeholders. The rows are the driver's: times are text, and 64-bit integers and
 * sums may be.
 */
export async function runStatement<Row>(
  db: Db,
  statement: Query,
  values: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  const { session } = db._;
  const prepared = session.prepareQuery<{ execute: { rows: Row[] }; all: never; values: never }>(
    statement,
    undefined,
    undefined,
    false,
  );
  return (await prepared.execute(values)).rows;
}

/** Statements of this process that are kept built. */
const BUILT_MAX = 500;

const built = new LRUCache<string, Query>({ max: BUILT_MAX });

/** The built statement of this key. The key must determine the statement. */
export function builtOnce(key: string, statement: () => SQL): Query {
  const known = built.get(key);
  if (known !== undefined) return known;
  const fresh = buildStatement(statement());
  built.set(key, fresh);
  return fresh;
}
