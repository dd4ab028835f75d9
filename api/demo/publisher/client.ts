/** The demo's publisher: it knows invented players and clans, and answers within this process. */
import { SharedWork } from '#api/base/queue/callers.ts';
import { inventPublisherWorld, type PublisherWorld } from '#api/demo/publisher/world.ts';
import type { ClanRow, PlayerRow } from '#api/demo/seed/world-players.ts';
import { PublisherError } from '#api/publisher/call.ts';
import type { Account, ClanSummary, Member, Membership, PublisherClient } from '#api/publisher/types.ts';
import { perRegion, type RegionId } from '#lib/regions.ts';

/** Fewest characters of a search, and most results. */
const PLAYER_SEARCH = { min: 3, max: 100 };
const CLAN_SEARCH_MIN = 2;

function accountOf(player: PlayerRow): Account {
  const hidden = player.wgHidden ?? false;
  return {
    id: player.id,
    username: player.username,
    hidden,
    gameKarma: hidden ? null : (player.gameKarma ?? null),
    createdAt: player.wgAccountCreatedAt ?? null,
    lastBattleTime: hidden ? null : (player.lastBattleTime ?? null),
  };
}

/** A clan without a league has no colour. */
const summaryOf = ({ id, tag, name, leagueColor }: ClanRow): ClanSummary => ({
  id,
  tag,
  name,
  leagueColor: leagueColor || null,
});

const memberOf = ({ id, username, clanMemberRole, joinedClanAt }: PlayerRow): Member => ({
  id,
  username,
  role: clanMemberRole ?? 0,
  joinedAt: joinedClanAt ?? null,
});

function membershipOf({ players, clans }: PublisherWorld, id: number): Membership | null {
  const player = players.get(id);
  const clan = clans.get(player?.clanId ?? 0);
  if (player === undefined || clan === undefined) return null;
  const { role, joinedAt } = memberOf(player);
  return { clan: summaryOf(clan), role, joinedAt };
}

/** Creates the publisher. A region's world is invented when it is first needed, as of `seededAt`. */
export function createDemoPublisher(seededAt: (region: RegionId) => Promise<number>): PublisherClient {
  const running = perRegion(() => new SharedWork());
  const worlds = new Map<RegionId, PublisherWorld>();
  const worldOf = async (region: RegionId): Promise<PublisherWorld> => {
    const now = worlds.has(region) ? 0 : await seededAt(region).catch(() => null);
    // While the process stops, its database is closed.
    if (now === null) throw new PublisherError('unreachable', 'the database is closed');
    const world = worlds.get(region) ?? inventPublisherWorld(region, now);
    worlds.set(region, world);
    return world;
  };
  const accounts: PublisherClient['accounts'] = async (region, ids) => {
    const { players } = await worldOf(region);
    const found = new Map(ids.map((id) => [id, players.get(id)]));
    return new Map([...found].map(([id, player]) => [id, player ? accountOf(player) : null]));
  };
  const memberships: PublisherClient['memberships'] = async (region, ids) => {
    const world = await worldOf(region);
    return new Map(ids.map((id) => [id, membershipOf(world, id)]));
  };
  return {
    running,
    accountsAtOnce: 100,
    accounts,
    account: async (region, id, callers) => (await accounts(region, [id], callers)).get(id) ?? null,
    memberships,
    membership: async (region, id, callers) => (await memberships(region, [id], callers)).get(id) ?? null,
    async clan(region, id) {
      const { players, clans } = await worldOf(region);
      const clan = clans.get(id);
      if (clan === undefined) return null;
      const { description = '', isDisbanded = false, createdAt = null } = clan;
      const members = isDisbanded ? [] : [...players.values()].filter(({ clanId }) => clanId === id);
      return { ...summaryOf(clan), description, isDisbanded, createdAt, members: members.map(memberOf) };
    },
    async searchPlayers(region, text) {
      if (text.length < PLAYER_SEARCH.min) return [];
      const start = text.toLowerCase();
      const { players } = await worldOf(region);
      return [...players.values()]
        .filter(({ username }) => username.toLowerCase().startsWith(start))
        .slice(0, PLAYER_SEARCH.max)
        .map(({ id, username }) => ({ id, username }));
    },
    async playersNamed(region, names) {
      const asked = new Set(names.map((name) => name.toLowerCase()));
      const { players } = await worldOf(region);
      return [...players.values()].filter(({ username }) => asked.has(username.toLowerCase()));
    },
    async searchClans(region, text, limit) {
      if (text.length < CLAN_SEARCH_MIN) return [];
      const part = text.toLowerCase();
      const { clans } = await worldOf(region);
      return [...clans.values()]
        .filter(({ isDisbanded }) => !isDisbanded)
        .filter(({ tag, name }) => [tag, name].some((each) => each.toLowerCase().includes(part)))
        .slice(0, limit)
        .map(summaryOf);
    },
    ships: async () => [],
    pausedFor: () => 0,
    async close() {
      await Promise.all(Object.values(running).map((work) => work.idle()));
    },
  };
}
