/** Reads facts and timeline of a battle from its packets. */
import type { ReplayFacts, ReplayPlayer } from '../../replay.ts';
import type { Timeline } from '../../timeline.ts';
import type { DecodedChatMessage } from '../chat.ts';
import type { AllowedClasses } from '../known-classes.ts';
import { RELATION, type ReplayHeader } from '../replay-header.ts';
import type { Roster } from '../roster.ts';
import { type BattleClock, clockAtStart, evenClock, findClock } from './battle-clock.ts';
import { BattlePackets } from './battle-packets.ts';
import { findCapturePoints } from './capture-points.ts';
import type { CapturePoints } from './captures.ts';
import { battleFacts, spaceName } from './facts.ts';
import { findHealth } from './health.ts';
import { findOldCapturePoints } from './old-capture-points.ts';
import { findResult } from './result.ts';
import { findScore } from './score.ts';
import { findShips } from './ships.ts';
import { findSinkings, type Sinking } from './sinkings.ts';
import { findSmokes } from './smokes.ts';
import { buildTimeline } from './timeline.ts';
import { findTracks } from './tracks.ts';

const CHANNELS: ReadonlyMap<string, 'all' | 'team'> = new Map([
  ['battle_common', 'all'],
  ['battle_team', 'team'],
]);

/** Data that was decoded before the battle is read. */
interface Known {
  header: ReplayHeader;
  roster: Roster;
  arenaId: bigint;
  chatMessages: readonly DecodedChatMessage[];
  classes: AllowedClasses;
}

/** Data read from the battle: players with who sank them, chat with its times. */
interface Battle {
  players: ReplayPlayer[];
  chatMessages: DecodedChatMessage[];
  facts: ReplayFacts;
  timeline: Timeline | null;
  /** The ships of the timeline by their entities, which are the `shipId` of players. */
  shipIds: number[];
}

/** Reads the battle. What the packets do not show is left out. */
export function readBattle(found: BattlePackets, known: Known): Battle {
  const { header, roster, arenaId, chatMessages, classes } = known;
  const packets = found.isExcessive ? new BattlePackets(new Uint8Array()) : found;
  const ships = findShips(packets, roster, classes);
  const entities = new Set(ships.map((ship) => ship.entity));
  const clock = findClock(packets, entities);
  const sinkings = findSinkings(packets, entities);
  const result = clock ? findResult(packets, clock) : null;
  const { lastClock, ownShip } = packets;
  const length = clock ? rounded((clock.end ?? lastClock) - clock.start) : null;
  return {
    players: withSinkings(roster.players, sinkings, clock?.start),
    chatMessages: chatMessages.map((message) => ({
      ...message,
      time: clock ? rounded(message.clock - clock.start) : null,
    })),
    shipIds: ships.map(({ entity }) => entity),
    facts: battleFacts(header, roster, 'payload', {
      arenaId: arenaId > 0n ? String(arenaId) : null,
      length,
      clockAtStart: clock ? clockAtStart(clock) : null,
      clock: clock ? clockSinceStart(clock) : null,
      result,
    }),
    timeline: buildTimeline({
      map: spaceName(header) ?? '',
      clock,
      lastClock,
      result,
      ships,
      ownShip,
      ownTeam: findOwnTeam(packets, header, roster),
      fullHealth: roster.fullHealth,
      tracks: findTracks(packets, entities),
      health: findHealth(packets, entities, sinkings),
      sinkings,
      score: clock ? findScore(packets, clock.logic) : null,
      captures: findCaptures(packets, clock),
      smokes: findSmokes(packets),
      chat: shownChat(chatMessages, roster.players),
    }),
  };
}

/** Since 0.11.11 capture points are entities, before they are listed in the state of the battle. */
function findCaptures(packets: BattlePackets, clock: BattleClock | undefined): CapturePoints {
  const found = findCapturePoints(packets);
  return found.points.length > 0 || !clock ? found : findOldCapturePoints(packets, clock.logic);
}

/** Chat to All and Team. */
function shownChat(messages: readonly DecodedChatMessage[], players: readonly ReplayPlayer[]) {
  const ships = new Map(players.map(({ accountId, shipId }) => [accountId, shipId]));
  return messages
    .filter((message) => !message.isSystemText)
    .flatMap(({ clock, playerId, messageGroup, messageContent }) => {
      const channel = CHANNELS.get(messageGroup);
      const ship = playerId > 0 ? (ships.get(playerId) ?? 0) : 0;
      return channel ? [{ clock, ship, channel, text: messageContent }] : [];
    });
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

/** The clock since the start, with moments in seconds. */
function clockSinceStart(clock: BattleClock): [time: number, left: number][] {
  return evenClock(clock)
    .filter(([time]) => time >= 0)
    .map(([time, left]) => [time / 10, left]);
}

/** To tenths, as in timelines. */
function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
