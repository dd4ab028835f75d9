/** Learns the names of ships from replays, which name the recorder's ship (rule 25.25). */
import { and, eq, sql } from 'drizzle-orm';
import { shipNameOf, shipOf } from 'wows-replay/ships';
import type { Db } from '#api/db/database.ts';
import { replays, ships } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import type { DecodedFile, DecodedParts } from '#api/model/replays/decoder.ts';

/** Accounts whose votes count, the latest ones, so that a renamed ship gets its new name in time. */
const VOTERS_MAX = 20;
/** A name comes from a file that anyone can make. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .'-]{0,39}$/u;

/** The parts of a file that name a ship. */
export type NamingFile = Pick<DecodedParts, 'facts'> & Pick<DecodedFile, 'vehicle'>;

/** The columns of a replay with the recorder's ship and its name; null unless both belong to the same ship by its code. */
export function namedShipOf({ facts, vehicle }: NamingFile): {
  namedShip: number | null;
  shipName: string | null;
} {
  const id = facts?.recorder?.shipParamsId ?? 0;
  const code = shipOf(id)?.code;
  const name = shipNameOf(vehicle);
  const isNamed = code !== undefined && name !== null && vehicle.startsWith(`${code}-`) && NAME.test(name);
  return isNamed ? { namedShip: id, shipName: name } : { namedShip: null, shipName: null };
}

/**
 * Names the ship of a stored replay by vote. Each author's latest replay with the ship counts once, and at least two must
 * agree, because one author alone could invent a name. Without a winner only posts whose own replay names the ship show a name.
 */
export async function learnShip(db: Db, { namedShip: id }: { namedShip: number | null }): Promise<void> {
  if (id === null) return;
  const { rows } = await db.execute<{ name: string; replays: string[] }>(sql`
    with votes as (
      select distinct on (post.author_id) replay.id, replay.ship_name as name, replay.created_at
      from ${replays} as replay join ${posts} as post on post.id = replay.post_id
      where replay.named_ship = ${id} and not post.mod_locked
      order by post.author_id, replay.created_at desc, replay.id
    ), latest as (select * from votes order by created_at desc limit ${VOTERS_MAX})
    select name, array_agg(id::text order by created_at, id) as replays
    from latest group by name having count(*) >= 2 order by count(*) desc, (array_agg(created_at order by created_at))[2] limit 1`);
  const [found] = rows;
  if (found === undefined) {
    await db.delete(ships).where(and(eq(ships.id, id), eq(ships.fromPublisher, false)));
    return;
  }
  const [firstReplay, secondReplay] = found.replays;
  const learnt = { name: found.name, firstReplay, secondReplay };
  await db
    .insert(ships)
    .values({ id, ...learnt })
    .onConflictDoUpdate({ target: ships.id, set: learnt, setWhere: sql`not ${ships.fromPublisher}` });
}
