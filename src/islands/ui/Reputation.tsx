import { readRibbon } from '#lib/domain/ribbon.ts';
import type { Sign } from '#lib/schemas/player.ts';
import { Karma } from './Karma.tsx';
import { Ribbon } from './Ribbon.tsx';

interface ReputationProps {
  /** Null where it is hidden; undefined while it is not known. */
  karma: number | null | undefined;
  /** A letter or sign per post; undefined without one. */
  ribbon?: string | readonly Sign[] | undefined;
}

/**
 * Total karma of someone in a list, and their ribbon, whose place is kept while it loads.
 * Alone, it would be in the other's place.
 */
export function Reputation({ karma, ribbon }: ReputationProps) {
  if (karma === undefined) return null;
  return (
    <>
      <span>
        <span className="visually-hidden">Total karma: </span>
        <Karma value={karma} />
      </span>
      {ribbon?.length ? <Ribbon signs={typeof ribbon === 'string' ? readRibbon(ribbon) : ribbon} /> : null}
    </>
  );
}
