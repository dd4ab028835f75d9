import type { ReactNode } from 'react';
import { evidenceSentence, kindTitle, OBJECTION_SENTENCES, ownTitle } from '#lib/domain/decisions.ts';
import { OTHER_RULE } from '#lib/domain/reports.ts';
import { paths } from '#lib/paths.ts';
import { runtime } from '#lib/runtime.ts';
import type { Objection, Statement as StatementData } from '#lib/schemas/decision.ts';
import { Alert } from '../ui/Alert.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { PlayerLink } from '../ui/PlayerLink.tsx';
import { Time } from '../ui/Time.tsx';
import { Words } from '../ui/Words.tsx';
import { ObjectionOutcome } from './ObjectionOutcome.tsx';
import { ReasonText } from './ReasonText.tsx';
import styles from './Statement.module.css';
import { PostDiff } from './TextDiff.tsx';

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const TEXT_KINDS: ReadonlySet<StatementData['kind']> = new Set(['removed', 'edited', 'reply-removed']);

/** The text that the decision is about, with the moderator's changes. */
function Text({ statement: { kind, former, present } }: { statement: StatementData }) {
  if (former === null) return <p className="soft">The former text was not kept.</p>;
  if (kind !== 'reply-removed') return <PostDiff before={former} after={present ?? former} />;
  return <Words>{former.content}</Words>;
}

/** The words of an objection, and how it ended (Rule 31.23), unless the decision was reverted after it was upheld. */
function ObjectionPart({ objection, isReverted }: { objection: Objection; isReverted: boolean }) {
  const { words, verdict, reason, createdAt, decidedAt } = objection;
  const isOutdated = isReverted && verdict === 'upheld';
  return (
    <>
      <Words>{words}</Words>
      <p className="soft">
        Sent <Time value={createdAt} />. {verdict === null && 'Moderators have not decided about it yet.'}
      </p>
      {verdict !== null && !isOutdated && (
        <p>
          <strong>{OBJECTION_SENTENCES[verdict]}</strong> <Time value={decidedAt} className="soft" />
        </p>
      )}
      {reason !== null && !isOutdated && <Words>{reason}</Words>}
    </>
  );
}

interface StatementProps {
  statement: StatementData;
  /** It is for the person it concerns. */
  isOwn?: boolean;
  heading?: 'h1' | 'h3';
}

/** The statement of reasons of a decision (Rules 31.11 and 31.12). */
export function Statement({ statement, isOwn = false, heading: Heading = 'h3' }: StatementProps) {
  const { kind, person, createdAt, revertedAt, until, postId, about, objection } = statement;
  const evidence = evidenceSentence(statement.advice, isOwn && kind !== 'reply-removed');
  // The guidelines of a kept post are those of reports.
  const reported = kind === 'kept' ? statement.rules.filter((code) => code !== OTHER_RULE.code) : [];
  return (
    <div className={cx('stack', styles.statement)}>
      <Heading>
        {isOwn ? ownTitle(statement, runtime.now()) : kindTitle(statement)}
        {!isOwn && person && (
          <>
            {': '}
            <PlayerLink player={person} />
          </>
        )}
      </Heading>
      <p className="soft">
        <Time value={createdAt} />. A moderator decided this, not a program.
      </p>
      {revertedAt !== null && (
        <Alert>
          This decision was reverted on <Time value={revertedAt} />.
        </Alert>
      )}
      <dl className={cx('stack', styles.parts)}>
        {about && (
          <Part name="The post">
            <p>
              About <PlayerLink player={about.player} />, written <Time value={about.createdAt} />
            </p>
          </Part>
        )}
        <Part name="Reason">
          <Words>
            <ReasonText reason={statement.reason} rules={reported.length > 0 ? [] : statement.rules} />
          </Words>
        </Part>
        {statement.reports?.map(({ rule, words, ofReply }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
          <Part key={at} name={`Your report of the ${ofReply ? 'reply' : 'post'}`}>
            <Words>
              <ReasonText reason={words} rules={rule === OTHER_RULE.code ? [] : [rule]} />
            </Words>
          </Part>
        ))}
        {reported.length > 0 && !statement.reports && (
          <Part name="Reported because of">
            <ReasonText reason="" rules={reported} />
          </Part>
        )}
        {kind === 'banned' && (
          <Part name="Until">{until === null ? 'Permanently' : <Time value={until} />}</Part>
        )}
        {TEXT_KINDS.has(kind) && (
          <Part name={kind === 'edited' ? 'The changes' : 'The text'}>
            <Text statement={statement} />
          </Part>
        )}
        {evidence && <Part name="Evidence">{evidence}</Part>}
        {statement.objections?.map(
          (one) =>
            one.verdict !== null && (
              <Part key={one.id} name="Objection">
                <Words>{one.words}</Words>
                <ObjectionOutcome objection={one} />
              </Part>
            ),
        )}
        {objection && (
          <Part name="Your objection">
            <ObjectionPart objection={objection} isReverted={revertedAt !== null} />
          </Part>
        )}
      </dl>
      {postId !== null && (
        <p>
          <a href={paths.post(postId)}>Show the post</a>
        </p>
      )}
    </div>
  );
}
