import { addHours } from 'date-fns/addHours';
import { millisecondsInDay } from 'date-fns/constants';
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds';
import type { AdviceRule } from '#lib/domain/advice/facts.ts';

const DAYS = 7;
/** The recorder’s clock has no time zone. In the zone that is furthest behind, it is this much later in UTC. */
const HOURS_BEHIND_UTC = 12;

/** The battle was more than seven days before the post, in every time zone. */
export const oldBattle: AdviceRule = {
  code: 'old-battle',
  applies({ replay, postedAt }) {
    const playedAt = replay?.facts?.playedAt;
    if (!playedAt) return false;
    const latest = addHours(`${playedAt}Z`, HOURS_BEHIND_UTC);
    return differenceInMilliseconds(postedAt, latest) > DAYS * millisecondsInDay;
  },
  toAuthor: () => 'The battle was more than seven days ago.',
  toModerators: () => 'The battle was more than seven days before the post.',
};
