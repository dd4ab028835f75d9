import { useStore } from '@nanostores/react';
import { KIND_WORDS, OBJECTION_WORDS } from '#lib/domain/decisions.ts';
import { DECISION_KINDS } from '#lib/schemas/decision.ts';
import type { DecisionRecord } from '#lib/schemas/review.ts';
import { $address, changeQuery, hrefWith, type QueryChanges } from '#lib/stores/core/address.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { $recordView, record } from '#lib/stores/moderation/record.ts';
import { DecisionTable } from '../moderation/Records.tsx';
import { RemotePart } from '../moderation/RemotePart.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Pagination } from '../ui/Pagination.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import styles from './ReviewQueue.module.css';

const hrefOf = (changes: QueryChanges) => hrefWith($address.get(), { page: null, ...changes });

const NONE = <EmptyState title="No such decisions in the last 90 days." />;

interface FilterProps {
  label: string;
  /** Its parameter in the address. */
  name: 'mod' | 'kind' | 'rule' | 'objection';
  /** Values with their texts. */
  options: readonly (readonly [string | number, string])[];
}

function Filter({ label, name, options }: FilterProps) {
  const value = useStore($recordView)?.[name] ?? '';
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => changeQuery({ page: null, [name]: target.value })}
        >
          <option value="">All</option>
          {options.map(([id, text]) => (
            <option key={id} value={id} translate={name === 'mod' ? 'no' : undefined}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Decisions({ value: { moderators, entries, hasMore } }: { value: DecisionRecord }) {
  const { page = 1, player } = useStore($recordView) ?? {};
  const guidelines = useStore($guidelines);
  return (
    <div className="stack" tabIndex={-1}>
      <div className={cx('row', styles.filters)}>
        <Filter label="Moderator" name="mod" options={moderators.map(({ id, username }) => [id, username])} />
        <Filter label="Kind" name="kind" options={DECISION_KINDS.map((kind) => [kind, KIND_WORDS[kind]])} />
        <Filter label="Guideline" name="rule" options={guidelines.map(({ code, title }) => [code, title])} />
        <Filter label="Objection" name="objection" options={Object.entries(OBJECTION_WORDS)} />
        {player && <ButtonLink href={hrefOf({ player: null })}>Show all players</ButtonLink>}
      </div>
      {entries.length === 0 ? NONE : <DecisionTable label="Decisions" entries={entries} />}
      <Pagination
        label="Decisions"
        current={page}
        total={page + (hasMore ? 1 : 0)}
        hrefOf={(other) => hrefOf({ page: other })}
        onNavigate={(other) => changeQuery({ page: other })}
      />
    </div>
  );
}

/** The decisions of the last 90 days (Rule 31.40). */
export function Decided() {
  return (
    <RemotePart remote={useStore(record.$remote)} name="the decisions" missing={NONE} onRetry={record.retry}>
      {(value) => <Decisions value={value} />}
    </RemotePart>
  );
}
