import { OBJECTION_WORDS } from '#lib/domain/decisions.ts';
import type { StaffObjection } from '#lib/schemas/decision.ts';
import { Badge } from '../ui/Badge.tsx';
import { Words } from '../ui/Words.tsx';

/** How an objection ended, who decided that and why, for staff (Rule 31.28). */
export function ObjectionOutcome({ objection: { verdict, decider, reason } }: { objection: StaffObjection }) {
  return (
    <>
      <p className="row">
        <Badge tone={verdict === null ? 'warning' : 'neutral'}>{OBJECTION_WORDS[verdict ?? 'open']}</Badge>{' '}
        {decider && (
          <span className="soft">
            by <bdi translate="no">{decider.username}</bdi>
          </span>
        )}
      </p>
      {reason !== null && <Words>{reason}</Words>}
    </>
  );
}
