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
export interface Searches {
  players(search: Search, stored: readonly PlayerListing[]): Promise<PlayerListing[]>;
  clans(search: Search, stored: readonly ClanListing[]): Promise<ClanListing[]>;
}

/** Dependencies of the searches; `waitMs` is how long they wait for the publisher. */
export interface SearchOptions {
  client: Pick<PublisherClient, 'searchPlayers' | 'searchClans'>;
  waitMs: number;
  now: () => number;
}

/** Later lists replace items of earlier ones with the same id, because the publisher knows new names first. */
function unique<T extends { id: number }>(...lists: readonly (readonly T[])[]): T[] {
  return [...new Map(lists.flat().map((item) => [item.id, item])).values()];
}

const order = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
/** True first. */
const trueFirst = (a: boolean, b: boolean): number => Number(b) - Number(a);

/** Names that start with `text` come first, then others, by their characters, as in the database's search. */
function mergePlayers(
  text: string,
  stored: readonly PlayerListing[],
  found: readonly PlayerListing[],
  limit: number,
): PlayerListing[] {
  if (found.length === 0) return [...stored];
  const start = text.toLowerCase();
  const named = unique(stored, found).map((player) => ({ player, name: player.username.toLowerCase() }));
  return named
    .sort(
      (a, b) =>
        trueFirst(a.name.startsWith(start), b.name.startsWith(start)) ||
        order(a.name, b.name) ||
        order(a.player.id, b.player.id),
    )
    .slice(0, limit)
    .map(({ player }) => player);
}

/** Equal tags come first, then equal names, then tags and names that start with `text`, as in the database's search. */
function mergeClans(
  text: string,
  stored: readonly ClanListing[],
  found: readonly ClanListing[],
  limit: number,
): ClanListing[] {
  if (found.length === 0) return [...stored];
  const start = text.toLowerCase();
  const named = unique(stored, found).map((clan) => ({
    clan,
    tag: clan.tag.toLowerCase(),
    name: clan.name.toLowerCase(),
  }));
  return named
    .sort(
      (a, b) =>
        trueFirst(a.tag === start, b.tag === start) ||
        trueFirst(a.name === start, b.name === start) ||
        trueFirst(a.tag.startsWith(start), b.tag.startsWith(start)) ||
        trueFirst(a.name.startsWith(start), b.name.startsWith(start)) ||
        order(a.clan.tag, b.clan.tag) ||
        order(a.clan.id, b.clan.id),
    )
    .slice(0, limit)
    .map(({ clan }) => clan);
}

/** Creates the searches. Results are kept for a minute. */
export function createSearches({ client, waitMs, now }: SearchOptions): Searches {
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
    async players({ region, text, limit, caller }, stored) {
      const key = `${region} ${text.toLowerCase()}`;
      const found = await find(foundPlayers, key, () =>
        client.searchPlayers(region, text, new Callers(caller)),
      );
      if (found === null && stored.length === 0) throw serviceUnavailable(UNAVAILABLE, 5);
      return mergePlayers(text, stored, found ?? [], limit);
    },
    async clans({ region, text, limit, caller }, stored) {
      const key = `${region} ${limit} ${text.toLowerCase()}`;
      const found = await find(foundClans, key, async () =>
        (await client.searchClans(region, text, limit, new Callers(caller))).map((clan) => ({
          ...clan,
          leagueColor: clan.leagueColor ?? 0,
        })),
      );
      if (found === null && stored.length === 0) throw serviceUnavailable(UNAVAILABLE, 5);
      return mergeClans(text, stored, found ?? [], limit);
    },
  };
}
