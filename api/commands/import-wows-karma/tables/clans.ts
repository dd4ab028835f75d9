import { COLUMN, EPOCH, tableImport, timeOf } from '#api/commands/import-wows-karma/core/table.ts';
import { z } from '#lib/schemas/zod.ts';

/** Clans. Each is requested from the publisher again, because nothing says when it last was. */
export const clans = tableImport({
  name: 'clans',
  query: `select "Id" as id, "Tag" as tag, "Name" as name, "Description" as description,
      "LeagueColor" as color, "IsDisbanded" as disbanded,
      ${timeOf('"CreatedAt"')} as created, ${timeOf('"UpdatedAt"')} as updated
    from public."Clans" order by "Id"`,
  row: z.object({
    id: COLUMN.id,
    tag: COLUMN.name,
    name: COLUMN.name,
    description: COLUMN.text,
    color: COLUMN.number,
    disbanded: COLUMN.flag,
    created: COLUMN.time,
    updated: COLUMN.time,
  }),
  convert: (row) => ({
    id: row.id,
    tag: row.tag,
    name: row.name,
    description: row.description,
    league_color: row.color,
    is_disbanded: row.disbanded,
    created_at: row.created,
    updated_at: row.updated ?? row.created ?? EPOCH,
  }),
});
