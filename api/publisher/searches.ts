/** Searches by name: what the database found, together with what the publisher finds, without repeats. */
import { type Caller, Callers } from '#api/base/queue/callers.ts';
import { createTimedMap } from '#api/base/timed-memory.ts';
import { within } from '#api/base/waiting.ts';
import { serviceUnavailable } from '#api/http/errors.ts';
import type { PublisherClient } from '#api/publisher/types.ts';
import type { RegionId } from '#lib/regions.ts';
import type { ClanListing } from '#lib/schemas/clan.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';

/** How long results of a search are kept in memory, in milliseconds. */
const REMEMBERED_MS = 60_000;
const UNAVAILABLE =
  'The game’s publisher does not answer, and no one we know has such a name. Try again in a moment.';

/** A search for names. */
export interface Search {
  region: RegionId;
  text: string;
  /** Most results. */
  limit: number;
  caller: Caller;
}

/** Adds the publisher's results. Throws 503 when it does not respond and nothing is stored. */
export type Searches = ReturnType<typeof createSearches>;

/**
 * Both lists, in the order of their ranks. Found items replace stored ones with the same id, because
 * the publisher knows new names first.
 */
function merge<T extends { id: number }>(
  stored: readonly T[],
  found: readonly T[],
  limit: number,
  rank: (item: T) => readonly (boolean | string | number)[],
): T[] {
  if (found.length === 0) return [...stored];
  const unique = new Map([...stored, ...found].map((item) => [item.id, { item, ranks: rank(item) }]));
  return [...unique.values()]
    .sort((one, other) => compare(one.ranks, other.ranks))
    .slice(0, limit)
    .map(({ item }) => item);
}

/** Compares by the first difference: true first, else the lower value. */
function compare(
  one: readonly (boolean | string | number)[],
  other: readonly (boolean | string | number)[],
): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  const [a = 0, b = 0] = [one[at], other[at]];
  return typeof a === 'boolean' ? Number(b) - Number(a) : a < b ? -1 : 1;
}

/** Names that start with `text` come first, then others, by their characters, as in the database's search. */
const playerRank =
  (text: string) =>
  ({ id, username }: PlayerListing) => {
    const name = username.toLowerCase();
    return [name.startsWith(text), name, id];
  };

/** Equal tags come first, then equal names, then tags and names that start with `text`, as in the database's search. */
const clanRank =
  (text: string) =>
  ({ id, ...clan }: ClanListing) => {
    const [tag, name] = [clan.tag.toLowerCase(), clan.name.toLowerCase()];
    return [tag === text, name === text, tag.startsWith(text), name.startsWith(text), clan.tag, id];
  };

/** Creates the searches, which wait `waitMs` for the publisher. Results are kept for a minute. */
export function createSearches(
  client: Pick<PublisherClient, 'searchPlayers' | 'searchClans'>,
  waitMs: number,
  now: () => number,
) {
  const foundPlayers = createTimedMap<readonly PlayerListing[]>(REMEMBERED_MS, now);
  const foundClans = createTimedMap<readonly ClanListing[]>(REMEMBERED_MS, now);

  /** The publisher's results, or null when it does not respond in time. A late answer is remembered for the next search. */
  async function find<T extends object>(
    remembered: ReturnType<typeof createTimedMap<T>>,
    key: string,
    search: () => Promise<T>,
  ): Promise<T | null> {
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const found = search().then((results) => {
      remembered.set(key, results);
      return results;
    });
    return within(found, waitMs, null).catch(() => null);
  }

  return {
    async players({ region, text, limit, caller }: Search, stored: readonly PlayerListing[]) {
      const key = `${region} ${text.toLowerCase()}`;
      const found = await find(foundPlayers, key, () =>
        client.searchPlayers(region, text, new Callers(caller)),
      );
      if (found === null && stored.length === 0) throw serviceUnavailable(UNAVAILABLE, 5);
      return merge(stored, found ?? [], limit, playerRank(text.toLowerCase()));
    },
    async clans({ region, text, limit, caller }: Search, stored: readonly ClanListing[]) {
      const key = `${region} ${limit} ${text.toLowerCase()}`;
      const found = await find(foundClans, key, async () =>
        (await client.searchClans(region, text, limit, new Callers(caller))).map((clan) => ({
          ...clan,
          leagueColor: clan.leagueColor ?? 0,
        })),
      );
      if (found === null && stored.length === 0) throw serviceUnavailable(UNAVAILABLE, 5);
      return merge(stored, found ?? [], limit, clanRank(text.toLowerCase()));
    },
  };
}
