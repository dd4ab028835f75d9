import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { KIND_WORDS } from '#lib/domain/decisions.ts';
import type { ObjectionEntry } from '#lib/schemas/review.ts';
import {
  $objections,
  claimedObjection,
  objectionHref,
  retryObjections,
  startObjections,
} from '#lib/stores/moderation/objections.ts';
import { RemotePart } from '../moderation/RemotePart.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Objection } from './Objection.tsx';
import { WayOn } from './QueueTabs.tsx';
import { EntryLink, EntryList } from './ReviewEntries.tsx';
import styles from './ReviewItem.module.css';
import columns from './ReviewQueue.module.css';
import { useArrival } from './use-arrival.ts';

/** The open objection: loading, shown, taken by another moderator, gone or failed. */
function Shown({ id }: { id: string }) {
  const remote = useStore(claimedObjection.$item);
  const notice = useStore(claimedObjection.$notice);
  const heading = useArrival(claimedObjection, id);
  const statement = remote.status === 'ready' ? remote.value.statement : undefined;
  return (
    <section className={cx('stack', styles.item)} aria-labelledby="item-title">
      <h2 ref={heading} id="item-title" tabIndex={-1}>
        {statement ? `Objection: ${KIND_WORDS[statement.kind].toLowerCase()}` : 'Objection'}
      </h2>
      {notice !== null && statement === undefined ? (
        <EmptyState title={notice} />
      ) : (
        <RemotePart
          remote={remote}
          name="the objection"
          missing={null}
          onRetry={() => claimedObjection.retry()}
        >
          {(item) => <Objection key={id} item={item} notice={notice} />}
        </RemotePart>
      )}
    </section>
  );
}

function Loaded({ entries }: { entries: readonly ObjectionEntry[] }) {
  const currentId = useStore(claimedObjection.$currentId);
  if (entries.length === 0 && currentId === null)
    return <EmptyState title="No open objections." action={<WayOn />} />;
  return (
    <div tabIndex={-1} className={cx('two-columns', columns.columns)}>
      <EntryList currentId={currentId}>
        {entries.map(({ id, kind, person, createdAt, claim, isBlocked }) => (
          <li key={id}>
            <EntryLink
              href={objectionHref(id)}
              isCurrent={id === currentId}
              onOpen={() => void claimedObjection.goTo(id)}
              title={person?.username ?? KIND_WORDS[kind]}
              since={createdAt}
              claim={claim}
            >
              {isBlocked ? `${KIND_WORDS[kind]} · yours` : KIND_WORDS[kind]}
            </EntryLink>
          </li>
        ))}
      </EntryList>
      {currentId === null ? (
        <EmptyState title="You cannot decide about these, or others are deciding." action={<WayOn />} />
      ) : (
        <Shown key={currentId} id={currentId} />
      )}
    </div>
  );
}

/** The open objections next to the one that the viewer decides about (Rule 31.21). */
export function Objections() {
  useEffect(startObjections, []);
  return (
    <RemotePart
      remote={useStore($objections)}
      name="the objections"
      missing={<EmptyState title="No open objections." />}
      onRetry={retryObjections}
    >
      {(entries) => <Loaded entries={entries} />}
    </RemotePart>
  );
}
