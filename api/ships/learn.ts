/** Learns the names of ships from replays, which name the recorder's ship (rule 25.25). */
import { sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { ships } from '#api/db/replay-schema.ts';
import type { DecodedFile } from '#api/replays/decoder.ts';
import { shipNameOf, shipOf } from '#lib/domain/ships.ts';

/** Votes of a name are counted up to this number, so that a renamed ship gets its new name in time. */
const VOTES_MAX = 10;
/** A name comes from a file that anyone can make. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .'-]{0,39}$/u;

/** The parts of a file that name a ship. */
type NamingFile = Pick<DecodedFile, 'facts' | 'vehicle'>;

/** The recorder's ship with its name; null unless both belong to the same ship by its code. */
function namedShip({ facts, vehicle }: NamingFile): { id: number; name: string } | null {
  const id = facts?.recorder?.shipParamsId ?? 0;
  const code = shipOf(id)?.code;
  const name = shipNameOf(vehicle);
  if (code === undefined || name === null) return null;
  return vehicle.startsWith(`${code}-`) && NAME.test(name) ? { id, name } : null;
}

/** Counts a replay as a vote for the name of its recorder's ship. The name that most replays have wins. */
export async function learnShip(db: Db, file: NamingFile): Promise<void> {
  const ship = namedShip(file);
  if (ship === null) return;
  const agrees = sql`${ships.name} = excluded.name`;
  const wins = sql`${agrees} or ${ships.votes} <= 1`;
  await db
    .insert(ships)
    .values(ship)
    .onConflictDoUpdate({
      target: ships.id,
      set: {
        name: sql`case when ${wins} then excluded.name else ${ships.name} end`,
        votes: sql`case when ${agrees} then least(${ships.votes} + 1, ${sql.raw(String(VOTES_MAX))})
          when ${wins} then 1 else ${ships.votes} - 1 end`,
      },
      setWhere: sql`not ${ships.fromPublisher}`,
    });
}
