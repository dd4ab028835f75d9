/** Reads facts and timeline of a battle from its packets. */
import type { ReplayFacts, ReplayPlayer } from '#lib/schemas/replay.ts';
import type { Timeline } from '#lib/schemas/timeline.ts';
import type { DecodedChatMessage } from '../chat.ts';
import type { AllowedClasses } from '../known-classes.ts';
import { RELATION, type ReplayHeader } from '../replay-header.ts';
import type { Roster } from '../roster.ts';
import { clockAtStart, findClock } from './battle-clock.ts';
import { BattlePackets } from './battle-packets.ts';
import { battleFacts, spaceName } from './facts.ts';
import { findShips } from './ships.ts';
import { findSinkings, type Sinking } from './sinkings.ts';
import { buildTimeline } from './timeline.ts';
import { findTracks } from './tracks.ts';

/** What is known before the battle is read. */
interface Known {
  header: ReplayHeader;
  roster: Roster;
  chatMessages: readonly DecodedChatMessage[];
  classes: AllowedClasses;
}

/** The battle as far as it was found: players with who sank them, chat with its times. */
interface Battle {
  players: ReplayPlayer[];
  chatMessages: DecodedChatMessage[];
  facts: ReplayFacts;
  timeline: Timeline | null;
}

/** Reads the battle. What the packets do not show is left out. */
export function readBattle(found: BattlePackets, { header, roster, chatMessages, classes }: Known): Battle {
  const packets = found.isExcessive ? new BattlePackets(new Uint8Array()) : found;
  const ships = findShips(packets, roster, classes);
  const entities = new Set(ships.map((ship) => ship.entity));
  const clock = findClock(packets, entities);
  const sinkings = findSinkings(packets, entities);
  const ownTeam = findOwnTeam(packets, header, roster);
  const lastClock = packets.lastClock;
  const length = clock ? rounded((clock.end ?? lastClock) - clock.start) : null;
  return {
    players: withSinkings(roster.players, sinkings, clock?.start),
    chatMessages: chatMessages.map((message) => ({
      ...message,
      time: clock ? rounded(message.clock - clock.start) : null,
    })),
    facts: battleFacts(header, roster, 'payload', {
      length,
      clockAtStart: clock ? clockAtStart(clock) : null,
      result: null,
    }),
    timeline: buildTimeline({
      map: spaceName(header),
      clock,
      lastClock,
      ships,
      ownShip: packets.ownShip,
      ownTeam,
      tracks: findTracks(packets, entities),
      sinkings,
    }),
  };
}

/** The team of the recorder's ship; of the recorder in the header when the packets do not name the ship. */
function findOwnTeam({ ownShip }: BattlePackets, { vehicles }: ReplayHeader, { players }: Roster): number {
  const own = players.find(({ shipId }) => shipId > 0 && shipId === ownShip);
  if (own) return own.teamId;
  const allies = new Set(vehicles.filter(({ relation }) => relation !== RELATION.enemy).map(({ id }) => id));
  return players.find(({ id }) => allies.has(id))?.teamId ?? 0;
}

function withSinkings(players: ReplayPlayer[], sinkings: Sinking[], start = 0): ReplayPlayer[] {
  const byVictim = new Map(sinkings.map((sinking) => [sinking.victim, sinking]));
  return players.map((player) => {
    const sinking = byVictim.get(player.shipId);
    if (!sinking) return player;
    const by = players.some(({ shipId }) => shipId === sinking.killer) ? sinking.killer : 0;
    return { ...player, sunk: { time: rounded(sinking.clock - start), by, cause: sinking.cause } };
  });
}

/** To tenths, as in timelines. */
function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
