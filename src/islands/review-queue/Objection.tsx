import { Check, SkipForward, Undo2 } from 'lucide';
import { useState } from 'react';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import type { Verdict } from '#lib/schemas/decision.ts';
import type { ObjectionItem } from '#lib/schemas/review.ts';
import { MOD_REASON_MAX_LENGTH } from '#lib/schemas/written-moderation.ts';
import { claimedObjection, decideObjection } from '#lib/stores/moderation/objections.ts';
import { wordsDraft } from '#lib/stores/session/draft.ts';
import { Records } from '../moderation/Records.tsx';
import { Rule } from '../moderation/RuleReason.tsx';
import { Statement } from '../moderation/Statement.tsx';
import { WordsForm } from '../post-editor/WordsForm.tsx';
import { Alert } from '../ui/Alert.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { PlayerLink } from '../ui/PlayerLink.tsx';
import { Time } from '../ui/Time.tsx';
import { Words } from '../ui/Words.tsx';
import decide from './Decide.module.css';
import { KeyButton, UndoButton } from './KeyButton.tsx';
import { Moment } from './Reports.tsx';
import { Part, Written } from './ReviewContent.tsx';
import styles from './ReviewItem.module.css';

const CHOICES = {
  upheld: { action: 'Uphold', effect: 'The decision stays.', shortcut: 'h', icon: Check },
  reversed: { action: 'Reverse', effect: 'The decision is reverted.', shortcut: 'v', icon: Undo2 },
} as const;
const VERDICTS = ['upheld', 'reversed'] as const;

/** The buttons that open the form of a verdict, or the form in their place (Rule 31.22). */
function Decide({ id, refusal, notice }: { id: string; refusal: string | null; notice: string | null }) {
  const [verdict, setVerdict] = useState<Verdict | null>(
    () => VERDICTS.find((each) => wordsDraft(each, id).read() !== null) ?? null,
  );
  const isBlocked = refusal !== null || notice !== null;
  return (
    <section
      className={decide.decide}
      aria-label="Decision"
      onKeyDown={({ key }) => key === 'Escape' && setVerdict(null)}
    >
      {verdict !== null && refusal === null && (
        <WordsForm
          key={verdict}
          subject={[verdict, id]}
          label={`Reason to ${CHOICES[verdict].action.toLowerCase()}`}
          hint={`${CHOICES[verdict].effect} The person who objects gets this reason.`}
          max={MOD_REASON_MAX_LENGTH}
          action={CHOICES[verdict].action}
          onSend={(reason, task) => task.run(() => decideObjection(id, verdict, reason), moderationRefusal)}
          onCancel={() => setVerdict(null)}
        />
      )}
      <div className={decide.bar}>
        {verdict === null &&
          !isBlocked &&
          VERDICTS.map((each) => (
            <KeyButton
              key={each}
              shortcut={CHOICES[each].shortcut}
              hint={`${CHOICES[each].action} the decision`}
              icon={CHOICES[each].icon}
              onPress={() => setVerdict(each)}
            >
              {CHOICES[each].action}…
            </KeyButton>
          ))}
        <KeyButton
          shortcut="s"
          hint="Skip the objection"
          icon={SkipForward}
          onPress={() => claimedObjection.skip()}
        >
          {isBlocked ? 'Next' : <span className="visually-hidden">Skip</span>}
        </KeyButton>
        <UndoButton />
      </div>
    </section>
  );
}

/** The reports of the person who objects to a keep, without the name. */
function Reported({ item: { reports, post } }: { item: ObjectionItem }) {
  if (!reports?.length) return null;
  return (
    <Part title="What was reported">
      {reports.map(({ rule, words, moment, ofReply }) => (
        <div key={`${ofReply} ${rule} ${words}`}>
          <p className="row">
            <strong>
              <Rule code={rule} />
            </strong>
            <span className="soft">{ofReply ? 'about the reply' : 'about the post'}</span>
            {post && moment != null && <Moment post={post} moment={moment} />}
          </p>
          {words !== '' && <Words>{words}</Words>}
        </div>
      ))}
    </Part>
  );
}

/** Kinds whose statement has the text of the post. */
const WITH_TEXT: readonly string[] = ['removed', 'edited'];

/** An objection with everything that a decision about it needs. */
export function Objection({ item, notice }: { item: ObjectionItem; notice: string | null }) {
  const { objection, statement, post, refusal, moderator, objectUntil, records = [] } = item;
  return (
    <>
      {(notice ?? refusal) !== null && <Alert tone="warning">{notice ?? refusal}</Alert>}
      <div className={cx('stack', styles.item, styles.columns)}>
        <div className={styles.column}>
          <Part title="Objection">
            <Words>{objection.words}</Words>
            <p className="soft">
              Sent <Time value={objection.createdAt} />
              {objectUntil && (
                <>
                  , possible until <Time value={objectUntil} />
                </>
              )}
              .
            </p>
          </Part>
          <Reported item={item} />
          <Part title="Decision">
            {moderator && (
              <p className="soft">
                Decided by <PlayerLink player={moderator} />
              </p>
            )}
            <Statement statement={statement} />
          </Part>
          {post && !(WITH_TEXT.includes(statement.kind) && statement.former) && <Written post={post} />}
        </div>
        <div className={styles.column}>
          {records.length > 0 && (
            <Part title="Records">
              <Records
                rows={records.map(({ record, ...party }, at) => ({
                  part: at === 0 ? 'Concerned' : 'Other player',
                  party,
                  record,
                }))}
                postId={statement.postId}
                notes={item.notes}
              />
            </Part>
          )}
        </div>
        <Decide id={objection.id} refusal={refusal} notice={notice} />
      </div>
    </>
  );
}
