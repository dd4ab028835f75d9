/** Chat of a simulated battle, about its events. */

import type { SpokenLine } from 'wows-replay/encode/battle';
import type { Random } from '#api/demo/random.ts';
import type { SimulatedBattle } from '#api/demo/seed/battles/simulate.ts';
import texts from '#api/demo/seed/data/texts.json' with { type: 'json' };

const GROUP = { all: 'battle_common', team: 'battle_team', division: 'battle_prebattle' } as const;
const ABOUT_SINKINGS = 0.4;

type Occasion = keyof typeof texts.battleChat;

/** The chat of a battle as the recorder sees it, in the order of time. `division` are the seats of the recorder's division. */
export function inventTalk(
  random: Random,
  { plan, course, ships }: SimulatedBattle,
  division: readonly number[],
): SpokenLine[] {
  const lines: SpokenLine[] = [];
  const say = (at: number, from: number, group: string, occasion: Occasion, circle = 0) => {
    const text = random.pick(texts.battleChat[occasion]).replace('{circle}', letterOf(circle));
    if (at < course.length) lines.push({ at: Math.round(at * 10) / 10, from, group, text });
  };
  // Seats of the two sides alternate; the recorder reads what the own team writes to itself, and what anyone writes to all.
  const mate = () => 2 * random.between(0, ships.length / 2 - 1);
  for (const side of [0, 1]) say(-random.between(4, 15), mate() + side, GROUP.all, 'start');
  say(random.between(20, 50), mate(), GROUP.team, 'plan', random.between(0, course.circles.length - 1));
  for (const seat of division) say(random.between(60, 400), seat, GROUP.division, 'mates');
  for (const { at, ship } of course.sinkings.filter(() => random.chance(ABOUT_SINKINGS)))
    say(at + random.between(2, 7), mate(), GROUP.team, ship % 2 === 0 ? 'sunkOwn' : 'sunkEnemy');
  for (const { at, circle, value } of course.captures.filter(({ what }) => what === 'owner'))
    say(at + random.between(3, 12), mate(), GROUP.team, value === plan.ownTeam ? 'won' : 'lost', circle);
  for (const { from } of course.smokes.slice(0, 1)) say(from + 3, mate(), GROUP.team, 'smoke');
  for (const side of [0, 1]) say((course.result?.at ?? Infinity) + 2 + side, mate() + side, GROUP.all, 'end');
  return lines.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

const letterOf = (circle: number): string => String.fromCharCode('A'.charCodeAt(0) + circle);
