import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import type { ReviewEntry, ReviewList } from '#lib/schemas/review.ts';
import { $currentId, goTo } from '#lib/stores/moderation/queue.ts';
import {
  $reviewTab,
  countUnlisted,
  entryHref,
  isClaimed,
  loadMore,
} from '#lib/stores/moderation/review-list.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { onPlainClick } from '../ui/helpers/link-click.ts';
import { Karma } from '../ui/Karma.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { RuleTitle } from './Reports.tsx';
import styles from './ReviewEntries.module.css';

/** How often a post was reported, in words. */
export const reportsText = (count: number): string => (count === 1 ? '1 report' : `${count} reports`);

/** Author and subject, the sign of the ratings, what was reported, and the age (Rule 30.78). */
function Entry({ entry, isCurrent }: { entry: ReviewEntry; isCurrent: boolean }) {
  const { postId, claim, reports, openedAt, asked, author, player, flairs, rule } = entry;
  return (
    <a
      href={entryHref(postId)}
      className={styles.entry}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onPlainClick(() => void goTo(postId))}
    >
      <span className={styles.line} dir="auto" lang="">
        {author && player ? `${author.username} → ${player.username}` : postTitle(entry)}
      </span>
      <span className={styles.facts}>
        {flairs !== undefined && <Karma value={netFlair(parseFlairs(flairs))} />}
        {reports > 1 && <strong className="negative">{reports}×</strong>}
        <span className={styles.line} dir="auto" lang="">
          {rule ? <RuleTitle code={rule} /> : postTitle(entry)}
        </span>
        <span className={styles.age}>
          <RelativeTime value={openedAt} />
        </span>
      </span>
      {asked && <span className={styles.claim}>Second opinion asked</span>}
      {isClaimed(entry) && (
        <span className={styles.claim}>
          {claim?.username ? <bdi translate="no">{claim.username}</bdi> : 'Another moderator'} is deciding
        </span>
      )}
    </a>
  );
}

/** The items of the tab: a column on wide screens, a row to scroll on a phone. */
export function ReviewEntries({ list }: { list: ReviewList }) {
  const currentId = useStore($currentId);
  const tab = useStore($reviewTab);
  const items = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = currentId === null ? null : items.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId]);
  const unlisted = tab === undefined ? 0 : countUnlisted(tab, list);
  return (
    <nav aria-label="Items" className={cx('stack', styles.entries)}>
      <ul ref={items} className={styles.list}>
        {list.entries.map((entry) => (
          <li key={entry.postId}>
            <Entry entry={entry} isCurrent={entry.postId === currentId} />
          </li>
        ))}
        {unlisted > 0 && (
          <li>
            <Button size="sm" variant="ghost" onClick={() => void loadMore()}>
              Show more
            </Button>
          </li>
        )}
      </ul>
    </nav>
  );
}
