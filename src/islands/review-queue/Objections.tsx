import { useStore } from '@nanostores/react';
import { KIND_WORDS } from '#lib/domain/decisions.ts';
import type { ObjectionItem } from '#lib/schemas/review.ts';
import { MOD_REASON_MAX_LENGTH } from '#lib/schemas/written-moderation.ts';
import { $address, hrefWith } from '#lib/stores/core/address.ts';
import { decide, openObjection } from '#lib/stores/moderation/objections.ts';
import { RemotePart } from '../moderation/RemotePart.tsx';
import { Statement } from '../moderation/Statement.tsx';
import { Alert } from '../ui/Alert.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Words } from '../ui/Words.tsx';
import { Part, Written } from './ReviewContent.tsx';
import styles from './ReviewItem.module.css';
import { StaffForm } from './StaffForm.tsx';

const CHOICES = [
  { verdict: 'upheld', action: 'Uphold', effect: 'The decision stays.' },
  { verdict: 'reversed', action: 'Reverse', effect: 'The decision is reverted.' },
] as const;

/** The decision about an objection, with its reason; or why the viewer cannot decide it. */
function Decision({ objection: { id }, refusal }: Pick<ObjectionItem, 'objection' | 'refusal'>) {
  if (refusal !== null) return <Alert tone="warning">{refusal}</Alert>;
  return CHOICES.map(({ verdict, action, effect }) => (
    <StaffForm
      key={verdict}
      subject={[verdict, id]}
      opener={`${action}…`}
      label="Reason"
      hint={`${effect} The person who objects gets this reason.`}
      max={MOD_REASON_MAX_LENGTH}
      action={action}
      onSend={(reason) => decide(id, verdict, reason)}
    />
  ));
}

interface ObjectionProps {
  value: ObjectionItem & { next: number; isOnly: boolean };
}

function Objection({ value: { objection, statement, post, refusal, next, isOnly } }: ObjectionProps) {
  return (
    <>
      <h2>{KIND_WORDS[statement.kind]}</h2>
      <Part title="Objection">
        <Words>{objection.words}</Words>
      </Part>
      <Part title="Decision">
        <Statement statement={statement} />
      </Part>
      {post && <Written post={post} />}
      <Decision objection={objection} refusal={refusal} />
      {!isOnly && (
        <div>
          <ButtonLink href={hrefWith($address.get(), { page: next })}>Next objection</ButtonLink>
        </div>
      )}
    </>
  );
}

/** The oldest open objection with the decision about it, and a link to the next one (Rule 31.21). */
export function Objections() {
  const remote = useStore(openObjection.$remote);
  return (
    <section className={cx('stack', styles.item)} aria-label="Open objection" tabIndex={-1}>
      <RemotePart
        remote={remote}
        name="the objections"
        missing={<EmptyState title="No open objections." />}
        onRetry={openObjection.retry}
      >
        {(value) => <Objection key={value.objection.id} value={value} />}
      </RemotePart>
    </section>
  );
}
