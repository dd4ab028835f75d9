/** Helpers for queries of several resources, and for their results. */
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Length of `2020-01-01 00:00:00+00`, which has milliseconds only if there are any. */
const UTC_LENGTH = 22;

/** Rows per query of a long list. Each query is short, so that other calls get their turn in between. */
export const LIST_PIECE = 2_000;

/** Position in a list by creation, as PostgreSQL writes the time. */
export interface StoredKey {
  id: string;
  createdAt: string;
}

/**
 * Statement: the next ids that match `where`, oldest first; from the first on unless `after` is a row, whose `createdAt` and `id`
 * are values of placeholders. The order is an index's, read backwards.
 */
export function idsInOrder(
  [createdAt, id]: readonly [PgColumn, PgColumn],
  { from, where, limit }: { from: SQL; where: SQL | undefined; limit: number },
  after: StoredKey | null,
): SQL {
  const key = sql`(${sql.placeholder('createdAt')}::timestamptz, ${sql.placeholder('id')}::uuid)`;
  const later = after === null ? undefined : sql`(${createdAt}, ${id}) > ${key}`;
  return sql`select ${id}, ${createdAt} as "createdAt" from ${from} where ${and(where, later) ?? sql`true`}
    order by ${createdAt} asc nulls first, ${id} asc nulls first limit ${sql.raw(String(limit))}`;
}

/** The order of indexes with `.desc()`, which PostgreSQL uses only for exactly this order. */
export const newestFirst = (createdAt: PgColumn, id: PgColumn): [SQL, SQL] => [
  sql`${createdAt} desc nulls last`,
  sql`${id} desc nulls last`,
];

/** One page of a list. */
export interface PageWindow {
  limit: number;
  offset: number;
}

/** `text` for use in a LIKE pattern, where `%` and `_` match only themselves. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** ISO 8601 in UTC, or null. */
export function isoTime(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

/**
 * The same for a time as PostgreSQL writes it. Cut from the text where that is in UTC,
 * because a `Date` takes ten times as long.
 */
export function isoTimeOfText<T extends string | null>(text: T): T;
export function isoTimeOfText(text: string | null): string | null {
  if (text === null) return null;
  const isUtc = text.length >= UTC_LENGTH && text.endsWith('+00') && text[4] === '-';
  if (!isUtc) return new Date(text).toISOString();
  const milliseconds = text.slice(UTC_LENGTH - 2, -3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** Items that need no quotes as one parameter, for `any`: there may be thousands, and the statement stays the same. */
export const arrayText = (items: readonly (string | number)[]): string => `{${items.join(',')}}`;

/** `any` of the ids. */
export const anyOf = (ids: readonly string[]): SQL => sql`any(${arrayText(ids)}::uuid[])`;

/** `any` of the numbers or ids of a placeholder, whose value is an `arrayText`. */
export const anyOfPlaceholder = (name: string, type: 'bigint' | 'uuid' | 'text'): SQL =>
  sql`any(${sql.placeholder(name)}::${sql.raw(type)}[])`;
