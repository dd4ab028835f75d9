import { COLUMN, EPOCH, tableImport, timeOf } from '#api/commands/import-wows-karma/core/table.ts';
import { z } from '#lib/schemas/zod.ts';

/** Clans. Each is requested from the publisher again, because nothing says when it last was. */
export const clans = tableImport({
  name: 'clans',
  query: `select "Id" as id, "Tag" as tag, "Name" as name, "Description" as description,
      "LeagueColor" as league_color, "IsDisbanded" as is_disbanded,
      ${timeOf('"CreatedAt"')} as created_at, ${timeOf('"UpdatedAt"')} as updated_at
    from public."Clans" order by "Id"`,
  row: z.object({
    id: COLUMN.id,
    tag: COLUMN.name,
    name: COLUMN.name,
    description: COLUMN.text,
    league_color: COLUMN.number,
    is_disbanded: COLUMN.flag,
    created_at: COLUMN.time,
    updated_at: COLUMN.time,
  }),
  convert: (row) => ({ ...row, updated_at: row.updated_at ?? row.created_at ?? EPOCH }),
});
