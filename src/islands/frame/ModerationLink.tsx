import { useStore } from '@nanostores/react';
import { Gavel } from 'lucide';
import { $reviewCounts } from '#lib/stores/moderation/counts.ts';
import { Icon } from '../ui/Icon.tsx';

/**
 * The link to the moderators' queue with the number of reported and advised posts and of objections that the viewer may decide;
 * nothing in front of an API without it (Rule 28.51).
 */
export function ModerationLink() {
  const counts = useStore($reviewCounts);
  if (counts === null) return null;
  const open = counts.reported + counts.advised + (counts.objections ?? 0);
  return (
    <a href={'/moderation'}>
      <Icon node={Gavel} />
      Moderation
      {open > 0 && (
        <strong>
          {open}
          <span className="visually-hidden"> {open === 1 ? 'item waits' : 'items wait'}</span>
        </strong>
      )}
    </a>
  );
}
