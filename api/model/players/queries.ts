/** Reads of players. */
import { sql } from 'drizzle-orm';
import type { Db, Reader } from '#api/db/database.ts';
import { createLoader } from '#api/db/loader.ts';
import { clans, players } from '#api/db/schema.ts';
import { anyOfPlaceholder, arrayText, LIST_PIECE, likeLiteral } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { clanInfoJson, type HidableNumbers, numberColumns } from '#api/model/players/profile.ts';
import type { ClanInfo, PlayerListing } from '#lib/schemas/player.ts';

const listing = sql`select id::float8 as id, username from ${players}`;
const limited = sql`limit ${sql.placeholder('limit')}`;
const LISTED = buildStatement(
  sql`${listing} where players.id > ${sql.placeholder('after')} order by players.id ${limited}`,
);

/** The next players, by id. */
export const listPlayers = (db: Db, after: PlayerListing | null): Promise<PlayerListing[]> =>
  runStatement(db, LISTED, { after: after?.id ?? 0, limit: LIST_PIECE });

const ONE = buildStatement(sql`${listing} where players.id = ${sql.placeholder('id')}`);

/** A player's id and name; null when the player does not exist. */
export async function findPlayer(db: Db, id: number): Promise<PlayerListing | null> {
  const [row] = await runStatement<PlayerListing>(db, ONE, { id });
  return row ?? null;
}

const startsWith = sql`lower(username) like ${sql.placeholder('start')}`;
const inOrder = sql`order by lower(username) using ~<~, players.id ${limited}`;
const STARTING = buildStatement(sql`${listing} where ${startsWith} ${inOrder}`);
const CONTAINING = buildStatement(
  sql`${listing} where lower(username) like ${sql.placeholder('part')} and not (${startsWith}) ${inOrder}`,
);

/**
 * Players whose name contains `text` in any letter case: names that start with it, then others, both in the order of the
 * names' characters. So an equal name is the first. Two statements, because few texts need the second one.
 */
export async function searchPlayers(db: Db, text: string, limit: number): Promise<PlayerListing[]> {
  const literal = likeLiteral(text.toLowerCase());
  const values = { start: `${literal}%`, part: `%${literal}%` };
  const first = await runStatement<PlayerListing>(db, STARTING, { ...values, limit });
  if (first.length === limit) return first;
  const others = await runStatement<PlayerListing>(db, CONTAINING, {
    ...values,
    limit: limit - first.length,
  });
  return [...first, ...others];
}

/** A player as lists and previews show one. */
export interface DescribedPlayer extends HidableNumbers {
  username: string;
  clan: ClanInfo | null;
}

const DESCRIBED = buildStatement(sql`select ${numberColumns}, players.username,
  case when clans.id is not null then ${clanInfoJson} end as clan
  from ${players} left join ${clans} on clans.id = players.clan_id where players.id = ${anyOfPlaceholder('ids', 'bigint')}`);

/** Several players by id, each with its clan. */
export const findPlayersWithClans = (db: Db, ids: readonly number[]): Promise<DescribedPlayer[]> =>
  runStatement(db, DESCRIBED, { ids: arrayText(ids) });

const loadNumbers = createLoader<HidableNumbers>(
  (matches) => sql`select ${numberColumns} from ${players} where players.id ${matches}`,
  ({ id }) => id,
);

/** The numbers of several players, by id. */
export function findNumbers(db: Reader, ids: readonly number[]): Promise<HidableNumbers[]> {
  const ordered = [...new Set(ids)].sort((one, other) => one - other);
  return loadNumbers(db, ordered);
}
