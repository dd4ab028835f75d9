import { useStore } from '@nanostores/react';
import { errorToMessage } from '#lib/client/errors.ts';
import { KIND_WORDS } from '#lib/domain/decisions.ts';
import { paths } from '#lib/paths.ts';
import { OBJECTION_MAX_LENGTH, type Statement as StatementData } from '#lib/schemas/decision.ts';
import {
  $decision,
  $objecting,
  markRead,
  object,
  objectionDraft,
  retryDecision,
} from '#lib/stores/decisions/decision.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { ConfirmWarning } from '../moderation/ConfirmWarning.tsx';
import { Statement } from '../moderation/Statement.tsx';
import { WordsForm } from '../moderation/WordsForm.tsx';
import { Card } from '../ui/Card.tsx';
import { usePageTitle } from '../ui/hooks/use-page-title.ts';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { NotFound } from '../ui/states/NotFound.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';

/** The form of an objection (Rule 31.20). */
function ObjectionForm({ id }: { id: string }) {
  const sending = useStore($objecting);
  return (
    <Card as="section" className="stack" aria-labelledby="object">
      <h2 id="object">Object to this decision</h2>
      <WordsForm
        label="Why it is wrong"
        hint="Moderators who did not make this decision read it. You can object once, so say everything that matters."
        action="Send objection"
        max={OBJECTION_MAX_LENGTH}
        draft={objectionDraft(id)}
        sending={sending}
        onSend={(words) => void object(id, words)}
      />
    </Card>
  );
}

function LoadedDecision({ statement }: { statement: StatementData }) {
  const viewer = useStore($viewer);
  const isOwn = statement.person === null || statement.person.id === viewer?.id;
  usePageTitle(KIND_WORDS[statement.kind]);
  return (
    <>
      <Card className="stack">
        <Statement statement={statement} isOwn={isOwn} heading="h1" />
        {statement.isUnread && <ConfirmWarning id={statement.id} onConfirmed={markRead} />}
      </Card>
      {statement.objectUntil !== null && <ObjectionForm id={statement.id} />}
    </>
  );
}

/** The decision: loading, ready, not found or failed. */
export function Decision() {
  const remote = useStore($decision);
  switch (remote.status) {
    case 'loading':
      return <LoadingSkeleton shape="card" count={2} />;
    case 'ready':
      return <LoadedDecision key={remote.value.id} statement={remote.value} />;
    case 'not-found':
      return (
        <NotFound
          heading="Decision not found"
          sentence="Sorry, no decision was found."
          href={paths.posts}
          action="Latest posts"
        >
          Only the person whom a decision concerns can open it, or the address is incomplete.
        </NotFound>
      );
    case 'failed':
      return (
        <>
          <h1 className="visually-hidden">Decision</h1>
          <ErrorState
            title="Couldn’t load the decision."
            detail={errorToMessage(remote.error)}
            onRetry={retryDecision}
          />
        </>
      );
  }
}
