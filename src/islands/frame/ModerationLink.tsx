import { useStore } from '@nanostores/react';
import { Gavel } from 'lucide';
import { $reviewCounts } from '#lib/stores/moderation/counts.ts';
import { Icon } from '../ui/Icon.tsx';

/** The link to the moderators' queue with the number of reported and advised posts; nothing in front of an API without it (Rule 28.51). */
export function ModerationLink() {
  const counts = useStore($reviewCounts);
  if (counts === null) return null;
  const open = counts.reported + counts.advised;
  return (
    <a href={'/moderation'}>
      <Icon node={Gavel} />
      Moderation
      {open > 0 && (
        <strong>
          {open}
          <span className="visually-hidden"> {open === 1 ? 'post waits' : 'posts wait'}</span>
        </strong>
      )}
    </a>
  );
}
