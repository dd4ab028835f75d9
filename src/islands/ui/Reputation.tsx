import { readRibbon } from '#lib/domain/ribbon.ts';
import { Karma } from './Karma.tsx';
import { Ribbon } from './Ribbon.tsx';

interface ReputationProps {
  /** Null where it is hidden; undefined while it is not known. */
  karma: number | null | undefined;
  /** A letter per post; undefined without one. */
  ribbon?: string | undefined;
}

/** Total karma and ribbon of someone in a list. The list keeps the place of the ribbon while it loads. */
export function Reputation({ karma, ribbon }: ReputationProps) {
  return (
    <>
      {karma !== undefined && (
        <span>
          <span className="visually-hidden">Total karma: </span>
          <Karma value={karma} />
        </span>
      )}
      {ribbon && <Ribbon signs={readRibbon(ribbon)} />}
    </>
  );
}
