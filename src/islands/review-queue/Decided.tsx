import { useStore } from '@nanostores/react';
import { KIND_WORDS } from '#lib/domain/decisions.ts';
import { paths } from '#lib/paths.ts';
import { DECISION_KINDS, type DecisionRecord } from '#lib/schemas/decision.ts';
import { changeQuery, type QueryChanges } from '#lib/stores/core/address.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { $recordView, record, recordHref } from '#lib/stores/moderation/record.ts';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { onPlainClick } from '../ui/helpers/link-click.ts';
import { Pagination } from '../ui/Pagination.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { RemotePart } from './RemotePart.tsx';
import { Rule } from './Reports.tsx';
import styles from './ReviewQueue.module.css';

const show = (changes: QueryChanges) => changeQuery({ page: null, ...changes });

interface FilterProps {
  label: string;
  /** Its parameter in the address. */
  name: 'mod' | 'kind' | 'rule';
  /** Values with their texts. */
  options: readonly (readonly [string | number, string])[];
}

function Filter({ label, name, options }: FilterProps) {
  const value = useStore($recordView)?.[name] ?? '';
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => show({ [name]: event.currentTarget.value })}>
          <option value="">All</option>
          {options.map(([id, text]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Filters({ value: { moderators, entries } }: { value: DecisionRecord }) {
  const guidelines = useStore($guidelines);
  const player = useStore($recordView)?.player;
  const name = entries.find(({ person }) => person?.id === player)?.person?.username ?? `player ${player}`;
  return (
    <div className={cx('row', styles.filters)}>
      <Filter label="Moderator" name="mod" options={moderators.map(({ id, username }) => [id, username])} />
      <Filter label="Kind" name="kind" options={DECISION_KINDS.map((kind) => [kind, KIND_WORDS[kind]])} />
      <Filter label="Guideline" name="rule" options={guidelines.map(({ code, title }) => [code, title])} />
      {player !== undefined && (
        <ButtonLink
          size="sm"
          href={recordHref({ player: null })}
          onClick={onPlainClick(() => show({ player: null }))}
        >
          <span>
            About <bdi translate="no">{name}</bdi> only: show all
          </span>
        </ButtonLink>
      )}
    </div>
  );
}

function Row({ entry: { kind, moderator, person, ...entry } }: { entry: DecisionRecord['entries'][number] }) {
  return (
    <li className="row">
      <a href={paths.decision(entry.id)}>{KIND_WORDS[kind]}</a>
      {entry.revertedAt && <Badge>Reverted</Badge>}
      {person && (
        <a
          href={recordHref({ player: person.id })}
          title="Only decisions about this player"
          dir="auto"
          translate="no"
          onClick={onPlainClick(() => show({ player: person.id }))}
        >
          {person.username}
        </a>
      )}
      {entry.rules.map((code) => (
        <Rule key={code} code={code} />
      ))}
      <span className="soft">
        {moderator && (
          <>
            by <bdi translate="no">{moderator.username}</bdi>,{' '}
          </>
        )}
        <RelativeTime value={entry.createdAt} />
      </span>
    </li>
  );
}

/** The decisions of the last 90 days (Rule 31.40). */
export function Decided() {
  const page = useStore($recordView)?.page ?? 1;
  return (
    <RemotePart remote={useStore(record.$remote)} name="the decisions" onRetry={record.retry}>
      {(value) => (
        <div className="stack" tabIndex={-1}>
          <Filters value={value} />
          {value.entries.length === 0 && <EmptyState title="No such decisions in the last 90 days." />}
          <ul className={styles.decisions} aria-label="Decisions">
            {value.entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </ul>
          <Pagination
            label="Decisions"
            current={page}
            total={page + (value.hasMore ? 1 : 0)}
            hrefOf={(other) => recordHref({ page: other })}
            onNavigate={(other) => changeQuery({ page: other })}
          />
        </div>
      )}
    </RemotePart>
  );
}
