import { KIND_WORDS, objectionsLine } from '#lib/domain/decisions.ts';
import { ladderLine } from '#lib/domain/ladder.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { paths } from '#lib/paths.ts';
import type { RecordedDecision } from '#lib/schemas/decision.ts';
import type { Note, PlayerRecord } from '#lib/schemas/review.ts';
import { $address, hrefWith } from '#lib/stores/core/address.ts';
import { Badge } from '../ui/Badge.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Karma } from '../ui/Karma.tsx';
import { type NamedPlayer, PlayerLink } from '../ui/PlayerLink.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import table from '../ui/Table.module.css';
import { Notes } from './Notes.tsx';
import { ObjectionOutcome } from './ObjectionOutcome.tsx';
import styles from './Records.module.css';
import { Rule } from './RuleReason.tsx';

function DecisionRow({ entry }: { entry: RecordedDecision }) {
  const { id, kind, rules, person, postId, title, moderator, createdAt, revertedAt, objections } = entry;
  const here = { ...$address.get(), path: '/moderation' };
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
        {person && (
          <a href={hrefWith(here, { page: null, tab: 'decided', player: person.id })}>{person.username}</a>
        )}
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
            <DecisionRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  part: string;
  party: NamedPlayer;
  record: PlayerRecord;
}

function Row({ part, party, record }: RowProps) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={5}>
          <span className="soft">{part}</span> <PlayerLink player={party} />
        </th>
      </tr>
      <tr>
        <td>
          <Karma value={record.totalKarma === undefined ? record.karma : record.totalKarma} />
        </td>
        <td>{record.posts}</td>
        <td>{record.removals}</td>
        <td>{record.edits}</td>
        <td>{record.bans}</td>
      </tr>
    </tbody>
  );
}

/** The ladder of a player (Rule 31.32), the latest decisions about them (Rule 30.76), and the notes on them. */
function More({ part, party, record: { since, ladder, objections, notes, outcomes = [] } }: RowProps) {
  return (
    <div className={cx('stack', styles.more)}>
      <h4>
        {part} <bdi translate="no">{party.username}</bdi>
      </h4>
      <p className="soft">
        On the site since <RelativeTime value={since} />.{ladder && ` ${ladderLine(ladder)}`}
        {objections && objections.made > 0 && ` · ${objectionsLine(objections)}`}
      </p>
      {outcomes.length > 0 && (
        <DecisionTable label={`Decisions about ${party.username}`} entries={outcomes} />
      )}
      {notes && <Notes title={party.username} about={{ playerId: party.id, postId: null }} notes={notes} />}
    </div>
  );
}

interface RecordsProps {
  rows: readonly RowProps[];
  /** The post whose notes are shown, without the question to colleagues. */
  postId: string | null;
  notes: readonly Note[] | undefined;
}

/** The records of players: how their posts fared so far. */
export function Records({ rows, postId, notes }: RecordsProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens */}
      <section className={table.scroll} tabIndex={0} aria-label="Players">
        <table className={cx(table.table, styles.records)}>
          <thead>
            <tr>
              <th scope="col">Karma</th>
              <th scope="col">Posts</th>
              <th scope="col">Removed</th>
              <th scope="col">Edited</th>
              <th scope="col">Bans</th>
            </tr>
          </thead>
          {rows.map((row) => (
            <Row key={row.part} {...row} />
          ))}
        </table>
      </section>
      {rows.map((row) => (
        <More key={row.part} {...row} />
      ))}
      {notes && postId !== null && (
        <div className={cx('stack', styles.more)}>
          <h4>This post</h4>
          <Notes title="this post" about={{ playerId: null, postId }} notes={notes} />
        </div>
      )}
    </>
  );
}
