import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { KIND_WORDS } from '#lib/domain/decisions.ts';
import {
  type ObjectionItem as Item,
  type ObjectionList,
  VERDICTS,
  type Verdict,
} from '#lib/schemas/decision.ts';
import { MOD_REASON_MAX_LENGTH } from '#lib/schemas/written-moderation.ts';
import { changeQuery } from '#lib/stores/core/address.ts';
import {
  $objectionId,
  decide,
  objectionHref,
  objections,
  openObjection,
} from '#lib/stores/moderation/objections.ts';
import { Statement } from '../moderation/Statement.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { onPlainClick } from '../ui/helpers/link-click.ts';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import bar from './Decide.module.css';
import { RemotePart } from './RemotePart.tsx';
import { Words } from './Reports.tsx';
import { Part, Written } from './ReviewContent.tsx';
import entries from './ReviewEntries.module.css';
import item from './ReviewItem.module.css';
import styles from './ReviewQueue.module.css';
import { StaffForm } from './StaffForm.tsx';

const VERDICT_ACTIONS = { upheld: 'Uphold', reversed: 'Reverse' } as const;

/** The decision about an objection, with its reason; or why the viewer cannot decide it. */
function Decision({ objection, refusal }: Pick<Item, 'objection' | 'refusal'>) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  if (refusal !== null) return <Alert tone="warning">{refusal}</Alert>;
  return (
    <section className={bar.decide} aria-label="Your decision">
      {verdict !== null && (
        <StaffForm
          key={verdict}
          subject={['verdict', objection.id]}
          label="Reason"
          hint={`The decision ${verdict === 'upheld' ? 'stays' : 'is reverted'}. The person who objects gets this reason.`}
          max={MOD_REASON_MAX_LENGTH}
          action={VERDICT_ACTIONS[verdict]}
          onSend={(reason) => decide(objection.id, verdict, reason)}
        />
      )}
      <div className={bar.bar}>
        {VERDICTS.map((choice) => (
          <Button
            key={choice}
            size="sm"
            aria-expanded={choice === verdict}
            onClick={() => setVerdict(choice === verdict ? null : choice)}
          >
            {VERDICT_ACTIONS[choice]}…
          </Button>
        ))}
      </div>
    </section>
  );
}

function Content({ value: { objection, statement, post, refusal } }: { value: Item }) {
  return (
    <>
      <Part title="Objection">
        <Words>{objection.words}</Words>
      </Part>
      <Part title="Decision">
        <Statement statement={statement} />
      </Part>
      {post && <Written post={post} />}
      <Decision objection={objection} refusal={refusal} />
    </>
  );
}

/** The open objection. Its heading gets the focus when it follows another one. */
function Objection({ id }: { id: string }) {
  const remote = useStore(openObjection.$remote);
  const heading = useRef<HTMLHeadingElement>(null);
  const former = useRef(id);
  useEffect(() => {
    if (former.current !== id) heading.current?.focus();
    former.current = id;
  }, [id]);
  return (
    <section className={cx('stack', item.item)} aria-labelledby="objection-title">
      <h2 ref={heading} id="objection-title" tabIndex={-1}>
        {remote.status === 'ready' ? KIND_WORDS[remote.value.statement.kind] : 'Objection'}
      </h2>
      <RemotePart remote={remote} name="this objection" onRetry={openObjection.retry}>
        {(value) => <Content key={id} value={value} />}
      </RemotePart>
    </section>
  );
}

function List({ list, currentId }: { list: ObjectionList; currentId: string }) {
  return (
    <nav aria-label="Objections" className={cx('stack', entries.entries)}>
      <ul className={entries.list}>
        {list.entries.map(({ id, kind, createdAt }) => (
          <li key={id}>
            <a
              href={objectionHref(id)}
              className={entries.entry}
              aria-current={id === currentId ? 'true' : undefined}
              onClick={onPlainClick(() => changeQuery({ objection: id }))}
            >
              <span className={entries.title}>{KIND_WORDS[kind]}</span>
              <span className={entries.facts}>
                <RelativeTime value={createdAt} />
              </span>
            </a>
          </li>
        ))}
        {list.hasMore && <li className="soft">More appear as you decide.</li>}
      </ul>
    </nav>
  );
}

/** The open objections, and one of them with the decision about it (Rule 31.21). */
export function Objections() {
  const currentId = useStore($objectionId);
  return (
    <RemotePart remote={useStore(objections.$remote)} name="the objections" onRetry={objections.retry}>
      {(list) =>
        currentId === undefined ? (
          <EmptyState title="No open objections." />
        ) : (
          <div className={cx('two-columns', styles.columns)}>
            <List list={list} currentId={currentId} />
            <Objection id={currentId} />
          </div>
        )
      }
    </RemotePart>
  );
}
