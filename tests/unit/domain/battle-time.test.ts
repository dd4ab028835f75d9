import { describe, expect, it } from 'vitest';
import { battleMoment } from '#lib/domain/battle-time.ts';

describe('A moment of a battle (Rule 25.56)', () => {
  const clock = { clockAtStart: 1200 };

  it.each([
    [0, '20:00'],
    [0.4, '20:00'],
    [95.2, '18:25'],
    [1195, '0:05'],
    [1300, '0:00'],
  ])('shows the time left after %d s', (time, text) => {
    expect(battleMoment(time, clock)).toEqual({ text, meaning: `${text} left on the battle’s clock` });
  });

  it('shows the time until the start before it', () => {
    expect(battleMoment(-11.6, clock)).toEqual({ text: '−0:12', meaning: '0:12 before the battle’s start' });
  });

  it.each([null, {}, { clockAtStart: null }])(
    'shows the time since the start without a clock: %j',
    (facts) => {
      expect(battleMoment(95.2, facts)).toEqual({ text: '1:35', meaning: '1:35 after the battle’s start' });
    },
  );
});
