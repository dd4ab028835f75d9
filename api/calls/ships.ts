/** The call `/api/ships` (rule 33.45). */

import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Deps, route } from '#api/calls/core/route.ts';
import { anyOfPlaceholder, arrayText } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { KNOWN_SHIPS } from '#api/model/posts/ships.ts';
import { getShips, type NamedShip } from '#lib/schemas/calls/ships.ts';

const SHIPS = buildStatement(sql`select ship.id::float8 as id, ship.name, ship.tier from ${KNOWN_SHIPS}
  where ship.id = ${anyOfPlaceholder('ids', 'bigint')} order by ship.id`);

/** Registers the call. */
export function shipRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getShips, ({ read, query }) =>
    read((db) => runStatement<NamedShip>(db, SHIPS, { ids: arrayText(query.ids) })),
  );
}
