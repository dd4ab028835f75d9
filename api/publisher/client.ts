/** Reads players and clans from the publisher, by documented calls where an application id allows them. */

import { Callers } from '#api/base/queue/callers.ts';
import { both, within } from '#api/base/waiting.ts';
import { BACKGROUND, type PublisherCall } from '#api/publisher/call.ts';
import {
  ACCOUNTS_AT_ONCE,
  accountsCall,
  clanCall,
  exactNamesCall,
  membershipsCall,
  playerSearchCall,
  shipsCall,
} from '#api/publisher/documented-calls.ts';
import {
  clanSearchCall,
  siteAccountCall,
  siteClanCall,
  siteMembersCall,
  siteMembershipCall,
} from '#api/publisher/site-calls.ts';
import {
  DEFAULT_TRANSPORT_LIMITS,
  Transport,
  type TransportLimits,
  type TransportOptions,
} from '#api/publisher/transport.ts';
import { isSearchable, type NamedShip, type PublisherClient } from '#api/publisher/types.ts';
import type { RegionId } from '#lib/regions.ts';

const CLAN_SEARCH_MIN_LENGTH = 2;
/** Most results of one request. */
const CLAN_SEARCH_MAX = 100;
/** Pages of ships; the game has about a tenth. */
const SHIP_PAGES_MAX = 100;
/** How long a clan waits for its colour, in milliseconds, once everything else has arrived. */
const COLOR_WAIT_MS = 1_000;

/** Dependencies of the client; limits have defaults. */
export type ClientOptions = Omit<TransportOptions, 'limits'> & { limits?: Partial<TransportLimits> };

/** The documented clan with its colour, which only the site knows. Without the colour it is still complete enough. */
const documentedClan =
  (transport: Transport): PublisherClient['clan'] =>
  async (region, id, callers) => {
    const color = transport.send(region, siteClanCall(id), callers).then(
      (clan) => clan?.leagueColor ?? null,
      () => null,
    );
    const clan = await transport.send(region, clanCall(id), callers);
    return clan && { ...clan, leagueColor: await within(color, COLOR_WAIT_MS, null) };
  };

const siteClan =
  (transport: Transport): PublisherClient['clan'] =>
  async (region, id, callers) => {
    const [clan, members] = await both(
      transport.send(region, siteClanCall(id), callers),
      transport.send(region, siteMembersCall(id, Date.now()), callers),
    );
    return clan && { ...clan, members: clan.isDisbanded ? [] : members };
  };

/** The site's calls have one id each. */
const oneByOne =
  <T>(transport: Transport, callOf: (id: number) => PublisherCall<T>) =>
  async (region: RegionId, ids: readonly number[], callers: Callers): Promise<Map<number, T>> => {
    const read = async (id: number) => [id, await transport.send(region, callOf(id), callers)] as const;
    return new Map(await Promise.all(ids.map(read)));
  };

async function allShips(transport: Transport, region: RegionId): Promise<NamedShip[]> {
  const found: NamedShip[] = [];
  for (let page = 1, last = 1; page <= Math.min(last, SHIP_PAGES_MAX); page += 1) {
    const { ships, pages } = await transport.send(region, shipsCall(page), new Callers(BACKGROUND));
    found.push(...ships);
    last = pages;
  }
  return found;
}

/** Creates the client. */
export function createPublisherClient({ limits, ...options }: ClientOptions): PublisherClient {
  const transport = new Transport({ ...options, limits: { ...DEFAULT_TRANSPORT_LIMITS, ...limits } });
  const documented = options.source.applicationId !== null;
  const accounts: PublisherClient['accounts'] = documented
    ? (region, ids, callers) => transport.send(region, accountsCall(ids), callers)
    : oneByOne(transport, siteAccountCall);
  const memberships: PublisherClient['memberships'] = documented
    ? (region, ids, callers) => transport.send(region, membershipsCall(ids), callers)
    : oneByOne(transport, siteMembershipCall);
  return {
    running: transport.running,
    accountsAtOnce: documented ? ACCOUNTS_AT_ONCE : 1,
    account: async (region, id, callers) => (await accounts(region, [id], callers)).get(id) ?? null,
    accounts,
    membership: async (region, id, callers) => (await memberships(region, [id], callers)).get(id) ?? null,
    memberships,
    clan: (documented ? documentedClan : siteClan)(transport),
    async searchPlayers(region, text, callers) {
      if (!documented || !isSearchable(text)) return [];
      return transport.send(region, playerSearchCall(text), callers);
    },
    playersNamed: documented
      ? (region, names, callers) => transport.send(region, exactNamesCall(names), callers)
      : null,
    async searchClans(region, text, limit, callers) {
      if (text.length < CLAN_SEARCH_MIN_LENGTH) return [];
      return transport.send(region, clanSearchCall(text, Math.min(limit, CLAN_SEARCH_MAX)), callers);
    },
    ships: async (region) => (documented ? allShips(transport, region) : null),
    pausedFor: (region) => transport.pausedFor(region),
    close: () => transport.close(),
  };
}
