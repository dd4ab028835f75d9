import { useStore } from '@nanostores/react';
import { KIND_WORDS, OBJECTION_WORDS } from '#lib/domain/decisions.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { paths } from '#lib/paths.ts';
import { DECISION_KINDS, type DecisionRecord, type RecordedDecision } from '#lib/schemas/decision.ts';
import { $address, changeQuery, hrefWith, type QueryChanges } from '#lib/stores/core/address.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { $recordView, record } from '#lib/stores/moderation/record.ts';
import { ObjectionOutcome } from '../moderation/ObjectionOutcome.tsx';
import { RemotePart } from '../moderation/RemotePart.tsx';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Pagination } from '../ui/Pagination.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import table from '../ui/Table.module.css';
import { Rule } from './Reports.tsx';
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

function Row({ entry }: { entry: RecordedDecision }) {
  const { id, kind, rules, person, postId, title, moderator, createdAt, revertedAt, objections } = entry;
  return (
    <tr>
      <td>
        <a href={paths.decision(id)}>{KIND_WORDS[kind]}</a>
        {rules.map((code) => (
          <span key={code}>
            {' · '}
            <Rule code={code} />
          </span>
        ))}
      </td>
      <td dir="auto" translate="no">
        {person && <a href={hrefOf({ player: person.id })}>{person.username}</a>}
      </td>
      <td dir="auto">
        {postId && title !== null && (
          <a href={paths.post(postId)}>{title === undefined ? 'Post' : postTitle({ title })}</a>
        )}
      </td>
      <td>
        <RelativeTime value={createdAt} />
      </td>
      <td>
        {moderator && (
          <>
            by <bdi translate="no">{moderator.username}</bdi>
          </>
        )}
      </td>
      <td>
        {revertedAt && <Badge>Reverted</Badge>}
        {objections?.map((objection) => (
          <ObjectionOutcome key={objection.id} objection={objection} />
        ))}
      </td>
    </tr>
  );
}

const COLUMNS = ['Decision', 'Player', 'Post', 'When', 'Moderator', 'Outcome'];

/** Decisions with what became of them (Rule 31.40); each is a block where there is no room for columns. */
export function DecisionTable({ label, entries }: { label: string; entries: readonly RecordedDecision[] }) {
  return (
    <div className={cx(table.scroll, styles.record)}>
      <table className={table.table} aria-label={label}>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
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
