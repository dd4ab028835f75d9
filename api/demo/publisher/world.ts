/** The data of the demo's publisher: the players and clans of the seeded world, and more that no one has looked at yet. */

import { createRandom, type Random } from '#api/demo/random.ts';
import { inventClan, inventClanDescription, inventUsername } from '#api/demo/seed/texts.ts';
import { DEFAULT_WORLD_SIZE } from '#api/demo/seed/world.ts';
import {
  ago,
  type ClanRow,
  FIRST_ID,
  inventClans,
  inventPlayer,
  inventPlayers,
  LEAGUE_COLORS,
  type PlayerRow,
} from '#api/demo/seed/world-players.ts';
import type { RegionId } from '#lib/regions.ts';

const MORE_PLAYERS = 400;
const MORE_CLANS = 12;
/** Members of the first of these clans; a clan can have as many as 50. */
const LARGEST_CLAN = 50;
const OTHER_CLANS = 20;

/** Distance from the seeded ids. */
const PLAYER_GAP = 20_000_000;
const CLAN_GAP = -8_900_000;

function inventMoreClans(
  random: Random,
  region: RegionId,
  now: number,
  known: readonly ClanRow[],
): ClanRow[] {
  const taken = new Set(known.flatMap(({ name, tag }) => [name, tag]));
  return Array.from({ length: MORE_CLANS }, (_, index) => {
    const { name, tag } = inventClan(random, taken);
    return {
      id: FIRST_ID[region] + CLAN_GAP + index * 7,
      tag,
      name,
      leagueColor: LEAGUE_COLORS[index % LEAGUE_COLORS.length] as number,
      description: inventClanDescription(random, name),
      createdAt: ago(now, random.between(200, 2800)),
      updatedAt: new Date(now),
    };
  });
}

function inventMorePlayers(
  random: Random,
  region: RegionId,
  now: number,
  clans: readonly ClanRow[],
  known: readonly PlayerRow[],
): PlayerRow[] {
  const taken = new Set(known.map(({ username }) => username.toLowerCase()));
  return Array.from({ length: MORE_PLAYERS }, (_, index) => {
    const identity = {
      id: FIRST_ID[region] + PLAYER_GAP + index * 97,
      username: inventUsername(random, taken),
    };
    const place = index - LARGEST_CLAN;
    const clan = clans[place < 0 ? 0 : 1 + Math.floor(place / OTHER_CLANS)];
    return inventPlayer(random, now, identity, { clan, isFirst: index === 0 || place % OTHER_CLANS === 0 });
  });
}

/** Invents the publisher's players and clans of a region by id, as of `now`, the moment of the seed. */
export function inventPublisherWorld(region: RegionId, now: number) {
  // In the order of `inventWorld`, so that both are the same players and clans.
  const seeded = createRandom(region);
  const clans = inventClans(seeded, region, now);
  const players = inventPlayers(seeded, region, now, clans, DEFAULT_WORLD_SIZE.players);
  const random = createRandom(`${region} beyond the seed`);
  const moreClans = inventMoreClans(random, region, now, clans);
  const morePlayers = inventMorePlayers(random, region, now, moreClans, players);
  return {
    players: new Map([...players, ...morePlayers].map((player) => [player.id, player])),
    clans: new Map([...clans, ...moreClans].map((clan) => [clan.id, clan])),
  };
}
export type PublisherWorld = ReturnType<typeof inventPublisherWorld>;
