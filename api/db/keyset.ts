/** Conditions for reading a long list in pieces. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Rows per query. Each is a short read of its own: between two of them other calls have their turn. */
export const LIST_PIECE = 2_000;

/** Rows after the given one in order of creation, then id. */
export function isLaterThan(createdAt: PgColumn, id: PgColumn, row: { id: string; createdAt: Date }): SQL {
  return sql`(${createdAt}, ${id}) > (${row.createdAt.toISOString()}::timestamptz, ${row.id}::uuid)`;
}
