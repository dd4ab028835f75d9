import type { ReactNode } from 'react';
import { formatMedium } from '#lib/domain/dates.ts';
import {
  evidenceSentences,
  isAboutText,
  KIND_WORDS,
  OBJECTION_SENTENCES,
  ownTitle,
} from '#lib/domain/decisions.ts';
import { OTHER_RULE } from '#lib/domain/reports.ts';
import { paths } from '#lib/paths.ts';
import { runtime } from '#lib/runtime.ts';
import type { Statement as Decision, Objection } from '#lib/schemas/decision.ts';
import { Alert } from '../ui/Alert.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Time } from '../ui/Time.tsx';
import { ReasonText } from './ReasonText.tsx';
import { RuleReason } from './RuleReason.tsx';
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

const Words = ({ children }: { children: ReactNode }) => (
  <p className={styles.words} dir="auto" lang="">
    {children}
  </p>
);

function Title({ statement, isOwn }: { statement: Decision; isOwn: boolean }) {
  if (isOwn || statement.person === null) return ownTitle(statement, runtime.now());
  return (
    <>
      {KIND_WORDS[statement.kind]}:{' '}
      <a href={paths.player(statement.person)} dir="auto" translate="no">
        {statement.person.username}
      </a>
    </>
  );
}

/** The moderators' words and guidelines. Those of a kept post are from reports. */
function Reasons({ statement: { kind, reason, rules } }: { statement: Decision }) {
  const isKept = kind === 'kept';
  const reported = isKept ? rules.filter((code) => code !== OTHER_RULE.code) : [];
  return (
    <>
      <Part name="Reason">
        <Words>
          <ReasonText reason={reason} rules={isKept ? [] : rules} />
        </Words>
      </Part>
      {reported.length > 0 && (
        <Part name="Reported because of">
          <RuleReason reason="" rules={reported} />
        </Part>
      )}
    </>
  );
}

/** The text that the decision is about, with the moderator's changes. */
function Text({ statement: { kind, former, present } }: { statement: Decision }) {
  if (former === null) return <p className="soft">The former text was not kept.</p>;
  if (kind !== 'reply-removed') return <PostDiff before={former} after={present ?? former} />;
  return <Words>{former.content}</Words>;
}

/** The words of an objection, and how it ended (Rule 31.23). */
function ObjectionPart({ objection }: { objection: Objection }) {
  const { words, verdict, reason, createdAt, decidedAt } = objection;
  return (
    <>
      <Words>{words}</Words>
      <p className="soft">
        Sent <Time value={createdAt} />. {verdict === null && 'Moderators have not decided about it yet.'}
      </p>
      {verdict !== null && (
        <>
          <p>
            <strong>{OBJECTION_SENTENCES[verdict]}</strong> <Time value={decidedAt} className="soft" />
          </p>
          <Words>{reason}</Words>
        </>
      )}
    </>
  );
}

interface StatementProps {
  statement: Decision;
  /** It is for the person it concerns. */
  isOwn?: boolean;
  heading?: 'h1' | 'h2' | 'h3';
}

/** The statement of reasons of a decision (Rules 31.11 and 31.12). */
export function Statement({ statement, isOwn = false, heading: Heading = 'h3' }: StatementProps) {
  const { kind, createdAt, revertedAt, until, advice, postId, objection, objectUntil } = statement;
  const isAuthor = isOwn && (kind === 'removed' || kind === 'edited');
  const evidence = evidenceSentences(advice, isAuthor);
  return (
    <div className={cx('stack', styles.statement)}>
      <Heading>
        <Title statement={statement} isOwn={isOwn} />
      </Heading>
      <p className="soft">
        <Time value={createdAt} format={formatMedium} />. A moderator decided this, not a program.
      </p>
      {revertedAt !== null && (
        <Alert>
          This decision was reverted on <Time value={revertedAt} />.
        </Alert>
      )}
      <dl className={cx('stack', styles.parts)}>
        <Reasons statement={statement} />
        {kind === 'banned' && (
          <Part name="Until">
            {until === null ? 'Permanently' : <Time value={until} format={formatMedium} />}
          </Part>
        )}
        {isAboutText(kind) && (
          <Part name={kind === 'edited' ? 'The changes' : 'The text'}>
            <Text statement={statement} />
          </Part>
        )}
        {evidence.length > 0 && (
          <Part name="Evidence">
            {evidence.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Part>
        )}
        {objection !== null && (
          <Part name="Your objection">
            <ObjectionPart objection={objection} />
          </Part>
        )}
      </dl>
      {postId !== null && (
        <p>
          <a href={paths.post(postId)}>Show the post</a>
        </p>
      )}
      {objectUntil !== null && (
        <p>
          If this is wrong, you can object until <Time value={objectUntil} />. Another moderator will then
          decide.
        </p>
      )}
    </div>
  );
}
