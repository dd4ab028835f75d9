/** The battles of a region: who sat where in each of the dozen, and when it was. */
import { millisecondsInDay } from 'date-fns/constants';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import { createRandom, type Random } from '#api/demo/random.ts';
import { type DemoBattle, demoBattles } from '#api/demo/seed/demo-battles.ts';
import type { PlayerRow } from '#api/demo/seed/world-players.ts';

/** A battle with its players. Several posts are about the same one. */
export interface Encounter {
  battle: DemoBattle;
  /** When it began, in milliseconds since 1970. */
  at: number;
  /** The player of each seat; the first one recorded the battle. */
  seats: PlayerRow[];
}

/** Days since each battle. A post is about the latest battle before it, so newer ones are closer together. */
const AGES = [0.6, 2, 5, 12, 25, 50, 90, 150, 240, 370, 530, 732] as const;
/** Longer than any battle. */
const LONGEST_MS = 1_800_000;
const FIXED_PER_BATTLE = 3;
const BY_RECORDER = 0.2;
/** The account that never has posts is in no battle. */
const SEATED = FIXED_ACCOUNTS.flatMap((account, index) => (account.clanless ? [] : [index]));

/** Seats the region's players in every battle, newest battle first. `players` begins with the fixed accounts. */
export function inventEncounters(region: string, players: readonly PlayerRow[], now: number): Encounter[] {
  const random = createRandom(`${region} battles`);
  return demoBattles().battles.map((battle, index) => {
    const at = now - (AGES[index] ?? 0) * millisecondsInDay - random.between(0, 7200) * 1000;
    return { battle, at, seats: inventSeats(random, battle.ships.length, index, players) };
  });
}

/** Some players meet in more battles than others. */
function inventSeats(
  random: Random,
  count: number,
  battle: number,
  players: readonly PlayerRow[],
): PlayerRow[] {
  const seats = new Set<PlayerRow>();
  while (seats.size < count - FIXED_PER_BATTLE) {
    const index = Math.floor(random.next() ** 1.3 * (players.length - FIXED_ACCOUNTS.length));
    seats.add(players[FIXED_ACCOUNTS.length + index] as PlayerRow);
  }
  const all = [...seats];
  for (let index = 0; index < FIXED_PER_BATTLE; index++) {
    const account = SEATED[(battle * FIXED_PER_BATTLE + index) % SEATED.length] as number;
    all.splice(random.between(0, all.length), 0, players[account] as PlayerRow);
  }
  return all;
}

/** The latest battle that was over at a moment. */
export function encounterAt(encounters: readonly Encounter[], at: number): number {
  const index = encounters.findIndex((encounter) => encounter.at + LONGEST_MS < at);
  return index < 0 ? encounters.length - 1 : index;
}

/** Two players of a battle: often its recorder and another one. They may be the same. */
export function pickSeats(random: Random, { seats }: Encounter): { author: PlayerRow; target: PlayerRow } {
  const author = random.chance(BY_RECORDER) ? (seats[0] as PlayerRow) : random.pick(seats);
  return { author, target: random.pick(seats) };
}

/** Name of the ship that a player sailed. */
export function shipOf({ battle, seats }: Encounter, player: PlayerRow): string | undefined {
  return battle.ships[seats.indexOf(player)]?.name;
}

/** The time left on the battle's clock when a ship sank. */
export function clockOfSinking(random: Random, { battle }: Encounter): string {
  const { at } = random.pick(battle.course.sinkings);
  const left = Math.round(battle.course.timeLimit - at);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
