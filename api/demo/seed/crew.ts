/** Puts players on board of a battle. */

import type { Battle, Participant } from 'wows-replay/encode/battle';
import type { Encounter } from '#api/demo/seed/world-battles.ts';
import type { ClanRow } from '#api/demo/seed/world-players.ts';

/** Seats that the recorder's division has, and the one of an enemy division. */
const DIVISIONS = [
  [0, 4],
  [3, 5, 9],
] as const;
const FIRST_DIVISION = 9_300_001;

/** The battle with its players on board; the first one is the recorder. */
export function crewedBattle({ battle, seats, at }: Encounter, clans: ReadonlyMap<number, ClanRow>): Battle {
  const { map, mode, ownTeam, ships, chat, course } = battle;
  const participants = seats.map((player, seat): Participant => {
    const clan = player.clanId == null ? undefined : clans.get(player.clanId);
    const division = DIVISIONS.findIndex((members) => (members as readonly number[]).includes(seat));
    return {
      id: 537_000_000 + seat * 2,
      avatarId: 800_000 + seat * 4,
      accountId: player.id,
      name: player.username,
      clanId: clan?.id ?? 0,
      clanTag: clan?.tag ?? '',
      teamId: seat % 2 === 0 ? ownTeam : 1 - ownTeam,
      shipId: 700_000 + seat * 4,
      shipParamsId: ships[seat]?.shipParamsId ?? 0,
      relation: seat === 0 ? 0 : seat % 2 === 0 ? 1 : 2,
      isBot: false,
      ...(division >= 0 && { division: FIRST_DIVISION + division }),
    };
  });
  return {
    // As long as those of the game.
    arenaId: BigInt(Math.round(at)) * 1000n,
    participants,
    chat,
    ...(ships[0] && { playerVehicle: ships[0].vehicle }),
    setting: { map, startedAt: clockText(at), mode },
    course,
  };
}

/** A moment as headers write it, such as `01.02.2025 20:15:00`. */
function clockText(at: number): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T([\d:]+)/.exec(new Date(at).toISOString()) ?? [];
  return `${day}.${month}.${year} ${time}`;
}
