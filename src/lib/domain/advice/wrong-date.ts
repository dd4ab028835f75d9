import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds';
import { subHours } from 'date-fns/subHours';
import type { AdviceRule } from '#lib/domain/advice/facts.ts';

/** The recorder’s clock has no time zone. In the zone that is furthest ahead, it is this much earlier in UTC. */
const HOURS_AHEAD_OF_UTC = 14;

const SENTENCE = 'The date in this replay can’t be right.';

/** The battle has no date, or was after the post in every time zone, so that its age is unknown. */
export const wrongDate: AdviceRule = {
  code: 'wrong-date',
  applies({ replay, postedAt }) {
    if (!replay?.facts || replay.facts.source === 'none') return false;
    const { playedAt } = replay.facts;
    if (playedAt === null) return true;
    return differenceInMilliseconds(subHours(`${playedAt}Z`, HOURS_AHEAD_OF_UTC), postedAt) > 0;
  },
  toAuthor: () => SENTENCE,
  toModerators: () => SENTENCE,
};
