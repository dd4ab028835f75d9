/** The battle's clock, which shows the time left, and the times in a text that name a moment of it. */

import type { ReplayFacts } from '../replay.ts';
import type { Timeline } from '../timeline.ts';
import { lastAt, type Steps, stepsOf } from './steps.ts';

/** Readings of the clock over time, in seconds left. */
export interface Clock {
  left: Steps<number>;
}

/** Moments are tenths of a second since the battle's start; links and the address have whole seconds. */
const TENTHS = 10;
/** A day: longer than any battle. */
const FOR_EVER = 864_000;

/** Rounds up, but not for the error of a floating-point number. */
const ceil = (value: number): number => Math.ceil(value - 1e-6);

/** Seconds since the battle's start, as links have them. */
export const secondsOf = (time: number): number => Math.floor(time / TENTHS);
/** The moment of a number of seconds since the start. */
export const timeOf = (seconds: number): number => Math.round(seconds * TENTHS);

/** The clock of a battle, which runs on evenly until the recording ends. The countdown before the battle has its own clock. */
export function clockOf({ clock, to }: Pick<Timeline, 'clock' | 'to'>): Clock {
  const known = clock.filter(([time]) => time >= 0);
  const last = known.at(-1);
  const rest: typeof known = last && to > last[0] ? [[to, last[1] - (to - last[0]) / TENTHS]] : [];
  return { left: stepsOf([...known, ...rest]) };
}

/** The same clock by the facts of a replay, for pages without its timeline. It never ends. */
export function clockOfFacts(facts: Pick<ReplayFacts, 'clock'> | null): Clock {
  const clock = (facts?.clock ?? []).map(([time, left]): [number, number] => [timeOf(time), left]);
  return clockOf({ clock, to: FOR_EVER });
}

/** Seconds left at a moment of the battle; null when the clock is unknown. */
export function secondsLeft({ left: { times, values } }: Clock, time: number): number | null {
  const index = Math.max(0, lastAt(times, time));
  const [start, shown] = [times[index], values[index]];
  if (start === undefined || shown === undefined) return null;
  const [end = start, next = shown] = [times[index + 1], values[index + 1]];
  const share = end > start ? Math.max(0, time - start) / (end - start) : 0;
  return Math.max(0, ceil(shown + (next - shown) * share));
}

/** Whole seconds as `m:ss`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.abs(Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The clock's reading at a moment, and its meaning. */
export interface ClockFace {
  text: string;
  meaning: keyof typeof CLOCK_WORDS;
}

/** The meaning of a clock's time, in words. */
export const CLOCK_WORDS = {
  left: 'left',
  elapsed: 'since the start',
  'until start': 'until the start',
} as const;

/** The clock at a moment: time left as in the game, time since the start where that is unknown, or the countdown. */
export function clockFace(clock: Clock, time: number): ClockFace {
  if (time < 0) return { text: formatSeconds(Math.ceil(-time / TENTHS)), meaning: 'until start' };
  const left = secondsLeft(clock, time);
  if (left === null) return { text: formatSeconds(secondsOf(time)), meaning: 'elapsed' };
  return { text: formatSeconds(left), meaning: 'left' };
}

/** The clock of an event: times before the start have a minus sign. */
export function eventClock(clock: Clock, time: number): string {
  const { text, meaning } = clockFace(clock, time);
  return meaning === 'until start' ? `−${text}` : text;
}

/** The first moment at which the clock showed so many seconds left; null when it never did. */
export function momentOfClock({ left: { times, values } }: Clock, wanted: number): number | null {
  for (const [index, shown] of values.entries()) {
    const start = times[index] as number;
    if (shown === wanted) return start;
    const next = values[index + 1];
    if (next === undefined || shown < wanted || next >= wanted) continue;
    return start + ((shown - wanted) / (shown - next)) * ((times[index + 1] as number) - start);
  }
  return null;
}

/** A piece of a text; `seconds` since the battle's start when it names a moment. */
export interface TextPiece {
  text: string;
  seconds: number | null;
}

/** `12:34`, but not a time of day, a part of a longer number or of a date. */
const TIME =
  /(?<![\w:.,/-])(\d{1,2}):([0-5]\d)(?![\d:/]|[.,]\d)(?!\s*(?:[ap]\.?m\b|utc|gmt|cest?\b|o[’']clock))/gi;

/** Whether a text may name a moment of a battle. */
export const mayNameMoments = (text: string): boolean => text.search(TIME) >= 0;

/** Splits a text at the times that the battle's clock showed. */
export function findMoments(text: string, clock: Clock): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(TIME)) {
    const [whole, minutes, seconds] = match;
    const time = momentOfClock(clock, Number(minutes) * 60 + Number(seconds));
    if (time === null) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), seconds: null });
    pieces.push({ text: whole, seconds: ceil(time / TENTHS) });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), seconds: null });
  return pieces;
}
