import { describe, expect, test } from 'vitest';
import {
  clockFace,
  clockOf,
  clockOfFacts,
  eventClock,
  findMoments,
  mayNameMoments,
} from '../src/battle/clock.ts';
import { makeTimeline } from '../src/encode/sample-timelines.ts';

/** 20:00 at the start, 5:00 at the end. */
const clock = clockOf(makeTimeline());
const UNKNOWN = clockOf(makeTimeline({ clock: [] }));

describe('the clock (Rule 25.33)', () => {
  test.each([
    [-120, '0:12', 'until start'],
    [0, '20:00', 'left'],
    [9, '20:00', 'left'],
    [10, '19:59', 'left'],
    [6000, '10:00', 'left'],
    [9000, '5:00', 'left'],
  ] as const)('at %i tenths shows %s %s', (time, text, meaning) => {
    expect(clockFace(clock, time)).toEqual({ text, meaning });
  });

  test('shows the time since the start where the time left is unknown', () => {
    expect(clockFace(UNKNOWN, 754)).toEqual({ text: '1:15', meaning: 'elapsed' });
  });

  test('runs on until the recording ends', () => {
    const short = clockOf({ clock: [[0, 1200]], to: 9000 });
    expect(clockFace(short, 8990).text).toBe('5:01');
  });

  test('ignores what it showed before the start', () => {
    const counted = clockOf({
      clock: [
        [-300, 30],
        [0, 1200],
      ],
      to: 9000,
    });
    expect(findMoments('0:30', counted)).toEqual([{ text: '0:30', seconds: null }]);
  });
});

describe('the clock of a replay without its timeline (Rule 25.33)', () => {
  // Three seconds late, and two minutes added after five.
  const jumping: [number, number][] = [
    [0, 1200],
    [32, 1194],
    [3000, 897],
    [3001, 1017],
  ];
  const facts = { clock: jumping.map(([time, left]): [number, number] => [time / 10, left]) };

  test.each([-116, 0, 15, 32, 952, 2999, 3001, 3500, 8990])(
    'shows the same time as the battle player at %i tenths',
    (time) => {
      const player = clockOf({ clock: jumping, to: 9000 });
      expect(eventClock(clockOfFacts(facts), time)).toBe(eventClock(player, time));
    },
  );

  test('counts down from the last time that is known, to zero', () => {
    expect(eventClock(clockOfFacts({ clock: [[0, 1200]] }), 952)).toBe('18:25');
    expect(eventClock(clockOfFacts({ clock: [[0, 1200]] }), 13_000)).toBe('0:00');
  });

  test.each([null, {}, { clock: null }])(
    'shows the time since the start where the clock is unknown: %j',
    (unknown) => {
      expect(clockFace(clockOfFacts(unknown), 952)).toEqual({ text: '1:35', meaning: 'elapsed' });
      expect(eventClock(clockOfFacts(unknown), -116)).toBe('−0:12');
    },
  );
});

describe('times in a text (Rule 25.36)', () => {
  const momentsIn = (text: string, of = clock) =>
    findMoments(text, of).flatMap(({ text: shown, seconds }) => (seconds === null ? [] : [[shown, seconds]]));

  test('that the clock showed name a moment', () => {
    expect(findMoments('AFK until 14:30, see 5:00!', clock)).toEqual([
      { text: 'AFK until ', seconds: null },
      { text: '14:30', seconds: 330 },
      { text: ', see ', seconds: null },
      { text: '5:00', seconds: 900 },
      { text: '!', seconds: null },
    ]);
  });

  test('lead to a moment at which the clock shows just that', () => {
    for (let left = 300; left <= 1200; left += 1) {
      const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
      const [[, seconds] = ['', -1]] = momentsIn(text);
      expect(clockFace(clock, Number(seconds) * 10).text).toBe(text);
    }
  });

  test.each([
    '20:01',
    '4:59',
    '14:60',
    '14:3',
    '1:14:30',
    '14:30:10',
    '14:30.5',
    '2026-11-22T14:30',
    '14:30 UTC',
    '9:45 pm',
    '9:45 a.m.',
    '114:30',
  ])('stay text: %s', (text) => {
    expect(momentsIn(text)).toEqual([]);
    expect(
      findMoments(text, clock)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  test('stay text where the clock is unknown', () => {
    expect(momentsIn('14:30', UNKNOWN)).toEqual([]);
  });

  test('are noticed before the clock is known', () => {
    expect(mayNameMoments('Left at 14:30')).toBe(true);
    expect(mayNameMoments('Left at half past two')).toBe(false);
  });
});
