/** Searches by name: what the database found, together with what the publisher finds. */

import { type Caller, Callers } from '#api/base/queue/callers.ts';
import { createTimedMap } from '#api/base/timed-map.ts';
import { within } from '#api/base/waiting.ts';
import { serviceUnavailable } from '#api/http/errors.ts';
import { mergeClans, mergePlayers } from '#api/publisher/merge-search.ts';
import type { PublisherClient } from '#api/publisher/types.ts';
import type { RegionId } from '#lib/regions.ts';
import type { ClanListing } from '#lib/schemas/clan.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';

/** How long a search is answered from memory, in milliseconds. */
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

/** Adds the publisher's results. Throws 503 when it does not answer and nothing is stored. */
export interface Searches {
  players(search: Search, stored: readonly PlayerListing[]): Promise<PlayerListing[]>;
  clans(search: Search, stored: readonly ClanListing[]): Promise<ClanListing[]>;
}

/** What the searches need; `waitMs` is how long they wait for the publisher. */
export interface SearchOptions {
  client: Pick<PublisherClient, 'searchPlayers' | 'searchClans'>;
  waitMs: number;
  now: () => number;
}

/** Creates the searches. */
export function createSearches({ client, waitMs, now }: SearchOptions): Searches {
  const foundPlayers = createTimedMap<readonly PlayerListing[]>(REMEMBERED_MS, now);
  const foundClans = createTimedMap<readonly ClanListing[]>(REMEMBERED_MS, now);

  /** The publisher's results, or null when it does not answer in time. A late answer is remembered for the next search. */
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
