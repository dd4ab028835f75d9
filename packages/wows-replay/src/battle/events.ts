/** The events of a battle, in order: for the list next to the map, which is also its text alternative. */

import { AI_SHIP } from '../replay.ts';
import type { Battle } from './battle.ts';

/** A piece of a sentence: a text, or a ship by its index. */
export type EventPart = string | { ship: number };

/** One thing that happened. `time` is in tenths of a second since the start. */
export interface BattleEvent {
  time: number;
  kind: 'start' | 'sinking' | 'capture' | 'chat' | 'end';
  parts: readonly EventPart[];
  /** The channel of a chat line. */
  channel?: 'all' | 'team';
}

const teamIn = ({ teams }: Battle, side: 0 | 1): string => `The ${teams[side].toLowerCase()}`;

const part = (ship: number, { ships }: Battle): EventPart => (ships[ship] ? { ship } : 'an unknown ship');

function sinkings(battle: Battle): BattleEvent[] {
  return battle.timeline.sinkings.map(([time, victim, killer]) => ({
    time,
    kind: 'sinking',
    parts:
      killer < 0 || killer === victim || !battle.ships[killer]
        ? [part(victim, battle), ' sank']
        : [part(killer, battle), ' sank ', part(victim, battle)],
  }));
}

function captures(battle: Battle): BattleEvent[] {
  return battle.timeline.captures.flatMap(([time, circle, what, value]): BattleEvent[] => {
    const letter = battle.circles[circle]?.letter;
    if (what !== 'owner' || letter === undefined || time <= 0) return [];
    const text =
      value === 0 || value === 1 ? `${teamIn(battle, value)} captured ${letter}` : `${letter} became neutral`;
    return [{ time, kind: 'capture', parts: [text] }];
  });
}

function chat({ timeline, ships }: Battle): BattleEvent[] {
  return timeline.chat.map(([time, ship, channel, text]) => ({
    time,
    kind: 'chat',
    channel,
    parts: [ships[ship] ? { ship } : 'Unknown player', `: ${text}`],
  }));
}

/** All events, ordered by time. */
export function eventsOf(battle: Battle): BattleEvent[] {
  const { result } = battle.timeline;
  const open = result ? 'The battle ended in a draw' : 'The recording ends';
  const text = result && result.winner !== -1 ? `${teamIn(battle, result.winner)} won` : open;
  const start: BattleEvent = { time: 0, kind: 'start', parts: ['The battle started'] };
  const end: BattleEvent = { time: battle.to, kind: 'end', parts: [text] };
  const between = [...sinkings(battle), ...captures(battle), ...chat(battle)];
  return [...between, start, end].toSorted((a, b) => a.time - b.time);
}

/** The name of a ship in a sentence. Listed ships without a name are AI ships; others were only seen. */
export const shipLabel = ({ ships }: Battle, index: number): string =>
  ships[index]?.name || (ships[index]?.shipParamsId ? AI_SHIP : 'an unnamed ship');

/** An event as plain text. */
export const eventText = (battle: Battle, { parts }: BattleEvent): string =>
  parts.map((piece) => (typeof piece === 'string' ? piece : shipLabel(battle, piece.ship))).join('');
