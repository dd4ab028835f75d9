import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import type { Claim, ReviewEntry, ReviewList } from '#lib/schemas/review.ts';
import { isClaimed } from '#lib/stores/moderation/claims.ts';
import { claimedPost } from '#lib/stores/moderation/queue.ts';
import { $reviewTab, countUnlisted, entryHref, loadMore } from '#lib/stores/moderation/review-list.ts';
import { RuleTitle } from '../moderation/RuleReason.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { onPlainClick } from '../ui/helpers/link-click.ts';
import { Karma } from '../ui/Karma.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import styles from './ReviewEntries.module.css';

/** How often a post was reported, in words. */
export const reportsText = (count: number): string => (count === 1 ? '1 report' : `${count} reports`);

interface EntryLinkProps {
  href: string;
  isCurrent: boolean;
  onOpen: () => void;
  /** The first line, as plain text of users. */
  title: string;
  /** The second line before the age. */
  children: ReactNode;
  since: string;
  claim: Claim | null | undefined;
  mark?: string | false | undefined;
}

/** The link to an item or an objection, with who works on it. */
export function EntryLink({ href, isCurrent, onOpen, title, children, since, claim, mark }: EntryLinkProps) {
  return (
    <a
      href={href}
      className={styles.entry}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onPlainClick(onOpen)}
    >
      <span className={styles.line} dir="auto" lang="">
        {title}
      </span>
      <span className={styles.facts}>
        {children}
        <span className={styles.age}>
          <RelativeTime value={since} />
        </span>
      </span>
      {mark && <span className={styles.claim}>{mark}</span>}
      {claim && (
        <span className={styles.claim}>
          {claim.username ? <bdi translate="no">{claim.username}</bdi> : 'Another moderator'} is deciding
        </span>
      )}
    </a>
  );
}

/** Author and subject, the sign of the ratings, what was reported, and the age (Rule 30.78). */
function Entry({ entry, isCurrent }: { entry: ReviewEntry; isCurrent: boolean }) {
  const { postId, reports, openedAt, asked, author, player, flairs, rule } = entry;
  return (
    <EntryLink
      href={entryHref(postId)}
      isCurrent={isCurrent}
      onOpen={() => void claimedPost.goTo(postId)}
      title={author && player ? `${author.username} → ${player.username}` : postTitle(entry)}
      since={openedAt}
      claim={isClaimed(entry) ? entry.claim : null}
      mark={asked && 'Second opinion asked'}
    >
      {flairs !== undefined && <Karma value={netFlair(parseFlairs(flairs))} />}
      {reports > 1 && <strong className="negative">{reports}×</strong>}
      <span className={styles.line} dir="auto" lang="">
        {rule ? <RuleTitle code={rule} /> : postTitle(entry)}
      </span>
    </EntryLink>
  );
}

/** The entries of a tab: a column on wide screens, a row to scroll on a phone. The current one is kept in view. */
export function EntryList({ currentId, children }: { currentId: string | null; children: ReactNode }) {
  const items = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = currentId === null ? null : items.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId]);
  return (
    <nav aria-label="Items" className={cx('stack', styles.entries)}>
      <ul ref={items} className={styles.list}>
        {children}
      </ul>
    </nav>
  );
}

/** The items of the tab. */
export function ReviewEntries({ list }: { list: ReviewList }) {
  const currentId = useStore(claimedPost.$currentId);
  const tab = useStore($reviewTab);
  const unlisted = tab === undefined ? 0 : countUnlisted(tab, list);
  return (
    <EntryList currentId={currentId}>
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
    </EntryList>
  );
}
