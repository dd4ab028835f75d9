import { useStore } from '@nanostores/react';
import { CLOCK_WORDS, clockFace, clockOfFacts, eventClock, timeOf } from 'wows-replay/battle/clock';
import type { ReplayFacts } from '#lib/schemas/replay.ts';
import { $hasMoments, momentHref, showMoment } from '#lib/stores/posts/battle.ts';
import { onPlainClick } from '../ui/helpers/link-click.ts';

interface MomentProps {
  /** Seconds since the battle's start. */
  time: number;
  facts: ReplayFacts | null;
}

/** A moment as the battle's clock showed it. From the start on it leads to that moment in the battle player, if there is one. */
export function Moment({ time, facts }: MomentProps) {
  const clock = clockOfFacts(facts);
  const { text, meaning } = clockFace(clock, timeOf(time));
  const title = `${text} ${CLOCK_WORDS[meaning]}`;
  const shown = eventClock(clock, timeOf(time));
  const seconds = Math.floor(time);
  const hasMoments = useStore($hasMoments);
  if (!hasMoments || seconds < 0) return <span title={title}>{shown}</span>;
  return (
    <a href={momentHref(seconds)} title={title} onClick={onPlainClick(() => showMoment(seconds))}>
      {shown}
    </a>
  );
}
