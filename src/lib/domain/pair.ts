/** Finds the ships of a post's author and player in a battle. */
import type { Pair } from 'wows-replay/battle/thumbnail';
import type { Timeline } from 'wows-replay/timeline';
import { isParty, type Parties } from '#lib/domain/battle.ts';

/** The ships of author and player in a timeline. */
export function pairIn({ ships }: Pick<Timeline, 'ships'>, { author, player }: Parties): Pair {
  const indexOf = (party: Parties['author']): number | null => {
    const index = ships.findIndex(({ account, name }) =>
      isParty({ accountId: Math.max(0, account), name }, party),
    );
    return index < 0 ? null : index;
  };
  return { author: indexOf(author), player: indexOf(player) };
}
