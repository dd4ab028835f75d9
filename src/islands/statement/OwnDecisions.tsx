import { useStore } from '@nanostores/react';
import { kindTitle, OBJECTION_WORDS } from '#lib/domain/decisions.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { paths } from '#lib/paths.ts';
import type { OwnDecision } from '#lib/schemas/decision.ts';
import { changeQuery } from '#lib/stores/core/address.ts';
import { ownDecisions } from '#lib/stores/decisions/own-decisions.ts';
import { RemotePart } from '../moderation/RemotePart.tsx';
import { Badge } from '../ui/Badge.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Pagination } from '../ui/Pagination.tsx';
import { PlayerLink } from '../ui/PlayerLink.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './StatementScreen.module.css';

/** A row: the decision, its date and post, and how the user's objection ended. */
function Row({ entry }: { entry: OwnDecision }) {
  const { id, post, createdAt, revertedAt, objection } = entry;
  return (
    <li className="row">
      <a href={paths.decision(id)}>{kindTitle(entry)}</a>
      <Time value={createdAt} className="soft" />
      {revertedAt && <Badge>Reverted</Badge>}
      {objection && <Badge>{OBJECTION_WORDS[objection.verdict ?? 'open']}</Badge>}
      {post && (
        <p className={cx('soft', styles.post)}>
          <a href={paths.post(post.id)} dir="auto" lang="">
            {postTitle(post)}
          </a>
          , by <PlayerLink player={post.author} /> about <PlayerLink player={post.player} />
        </p>
      )}
    </li>
  );
}

/** The decisions about the user: loading, ready, none or failed (Rule 31.41). */
export function OwnDecisions() {
  return (
    <RemotePart
      remote={useStore(ownDecisions.$remote)}
      name="the decisions about you"
      missing={<EmptyState title="This region has no list of decisions." />}
      onRetry={ownDecisions.retry}
    >
      {({ entries, hasMore, page }) => (
        <div className="stack" tabIndex={-1}>
          {entries.length === 0 && (
            <EmptyState title={page === 1 ? 'No decisions about you.' : 'No more decisions.'} />
          )}
          <ul className={styles.list} aria-label="Decisions about you">
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </ul>
          <Pagination
            label="Decisions"
            current={page}
            total={page + (hasMore ? 1 : 0)}
            hrefOf={(other) => `${paths.decisions}?page=${other}`}
            onNavigate={(other) => changeQuery({ page: other })}
          />
        </div>
      )}
    </RemotePart>
  );
}
