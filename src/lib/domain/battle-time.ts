/** Moments of a battle, as its clock showed them. */
import type { ReplayFacts } from '#lib/schemas/replay.ts';

const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A moment as text, and what the text means. */
export interface BattleMoment {
  text: string;
  meaning: string;
}

/**
 * A moment in seconds since the start as the game shows it: time left, or time until the start (`−0:12`). Where the clock is
 * not known, time since the start.
 */
export function battleMoment(time: number, facts: Pick<ReplayFacts, 'clockAtStart'> | null): BattleMoment {
  const { clockAtStart: start = null } = facts ?? {};
  if (time < 0) {
    const until = minutes(Math.ceil(-time));
    return { text: `−${until}`, meaning: `${until} before the battle’s start` };
  }
  if (start === null) {
    const since = minutes(Math.floor(time));
    return { text: since, meaning: `${since} after the battle’s start` };
  }
  const left = minutes(Math.max(0, Math.ceil(start - time)));
  return { text: left, meaning: `${left} left on the battle’s clock` };
}
