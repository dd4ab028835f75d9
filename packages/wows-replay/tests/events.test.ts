import { describe, expect, test } from 'vitest';
import { prepareBattle } from '../src/battle/battle.ts';
import { eventsOf, eventText } from '../src/battle/events.ts';
import { makeTimeline } from '../src/encode/sample-timelines.ts';

const textsOf = (overrides: Parameters<typeof makeTimeline>[0] = {}) => {
  const battle = prepareBattle(makeTimeline(overrides));
  return eventsOf(battle).map((event) => `${event.time} ${eventText(battle, event)}`);
};

describe('the events of a battle (Rule 25.34)', () => {
  test.each([
    ['Author’s team', 'Other team', 0],
    ['Other team', 'Author’s team', 1],
  ])('call the sides “%s” and “%s” when the author is ship %s', (first, second, author) => {
    const battle = prepareBattle(makeTimeline(), author);
    expect(battle.teams).toEqual([first, second]);
    expect(eventsOf(battle).at(-1)?.parts).toEqual([`The ${second.toLowerCase()} won`]);
  });

  test('are listed in order, from the countdown to the result', () => {
    expect(textsOf()).toEqual([
      '-100 Aurora_Captain: Good luck',
      '0 The battle started',
      '3200 Borodino_Gunner: Smoke at A',
      '3900 The recorder’s team captured A',
      '6000 Borodino_Gunner sank Aurora_Captain',
      '9000 The other team won',
    ]);
  });

  test('name ships and players as far as they are known', () => {
    expect(
      textsOf({
        sinkings: [
          [10, 0, -1, 1],
          [20, 1, 1, 1],
          [30, 7, 0, 1],
        ],
        chat: [[40, -1, 'all', 'Hello']],
        captures: [[50, 0, 'owner', -1]],
        result: null,
      }),
    ).toEqual([
      '0 The battle started',
      '10 Aurora_Captain sank',
      '20 Borodino_Gunner sank',
      '30 Aurora_Captain sank an unknown ship',
      '40 Unknown player: Hello',
      '50 A became neutral',
      '9000 The recording ends',
    ]);
  });

  test('call ships of the computer AI ships, and those that were only seen unnamed (Rule 15.14)', () => {
    const { ships } = makeTimeline();
    const nameless = ships.map((ship, index) => ({ ...ship, name: '', ship: index === 0 ? ship.ship : 0 }));
    expect(textsOf({ ships: nameless, sinkings: [[10, 0, 1, 1]], chat: [] })).toContain(
      '10 an unnamed ship sank AI ship',
    );
  });

  test('include a draw', () => {
    expect(textsOf({ result: { winner: -1, reason: 1 } }).at(-1)).toBe('9000 The battle ended in a draw');
  });
});
