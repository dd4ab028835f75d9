/** How a table is imported, and what the tables share. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { OldFiles } from '#api/commands/import-wows-karma/core/files.ts';
import { fetchRows } from '#api/commands/import-wows-karma/core/old-database.ts';
import type { TableReport } from '#api/commands/import-wows-karma/core/report.ts';
import { GuidSchema, IdParamSchema } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

/** A value of a row of ours; it is written as PostgreSQL's text for it. */
export type Cell = string | number | boolean | null;

/** Everything that a conversion may need besides the row. */
export interface Context {
  report: TableReport;
  files: OldFiles;
  /** The latest moment in the old database, in milliseconds: it stands for now, so that each run has the same result. */
  asOf: number;
  /** Prints a line of the report at once. */
  print: (line: string) => void;
}

/** A row of ours by column. All rows of a table have the same columns in the same order. */
export type Cells = Readonly<Record<string, Cell>>;

/** One table of ours, and the query of the old database that it comes from. */
export interface TableImport {
  name: string;
  rows(old: pg.Client, context: Context): AsyncGenerator<Cells[]>;
}

/** Defines a table. `convert` returns null for a row that is left out. */
export function tableImport<S extends z.ZodMiniType>({
  name,
  query,
  row,
  convert,
}: {
  name: string;
  query: string;
  row: S;
  convert: (row: z.output<S>, context: Context) => Cells | null | Promise<Cells | null>;
}): TableImport {
  return {
    name,
    async *rows(old, context) {
      for await (const rows of fetchRows(old, name, query, row)) {
        context.report.read += rows.length;
        const converted = [];
        for (const one of rows) converted.push(await convert(one, context));
        yield converted.filter((cells) => cells !== null);
      }
    },
  };
}

/** More characters than any name of the publisher, and few enough for our indexes, twice and in any alphabet. */
const NAME_MAX = 255;

/** Kinds of columns in the result of a query. */
export const COLUMN = {
  /** An account's or clan's id. */
  id: IdParamSchema,
  uuid: GuidSchema,
  number: z.coerce.number(),
  text: z.string(),
  /** Names are in indexes, whose entries have a limit. */
  name: z.string().check(z.maxLength(NAME_MAX)),
  flag: z.boolean(),
  time: z.nullable(z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/))),
};

/** An expression for a moment in milliseconds, null where it is one of the forms of "never": any before 2000, or infinite. */
export const momentOf = (column: string): string =>
  `(case when isfinite(${column}) and ${column} >= '2000-01-01' then ${column}::timestamptz(3) end)`;

/** The same as text. */
export const timeOf = (column: string): string => `${momentOf(column)}::text`;

/** Posts with `created` and `updated`; posts without any date are left out. */
export const DATED_POSTS = `(select *, coalesce(${momentOf('"CreatedAt"')}, ${momentOf('"UpdatedAt"')}) as created,
  ${momentOf('"UpdatedAt"')} as updated from public."Posts"
  where coalesce(${momentOf('"CreatedAt"')}, ${momentOf('"UpdatedAt"')}) is not null)`;

/** For columns that need a moment where the old database has none. */
export const EPOCH = '1970-01-01 00:00:00+00';

const UUID_PARTS = /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/;

/** An id that is made from a text, the same in each run. */
export const uuidOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').replace(UUID_PARTS, '$1-$2-8$3-8$4-$5');
