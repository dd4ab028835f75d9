import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { KIND_WORDS } from '#lib/domain/decisions.ts';
import { paths } from '#lib/paths.ts';
import { OBJECTION_MAX_LENGTH, type Statement as StatementData } from '#lib/schemas/decision.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import { firstWarning, type OpenStatement, pageStatement } from '#lib/stores/decisions/statement.ts';
import { closePostDialog } from '#lib/stores/posts/post-dialog.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { SendingStatus } from '../post-editor/Form.tsx';
import { WordsForm } from '../post-editor/WordsForm.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { usePageTitle } from '../ui/hooks/use-page-title.ts';
import { NotFound } from '../ui/states/NotFound.tsx';
import { Time } from '../ui/Time.tsx';
import { RemotePart } from './RemotePart.tsx';
import { Statement } from './Statement.tsx';

interface PartProps {
  opened: OpenStatement;
  heading: 'h1' | 'h3';
}

function Loaded({ statement, heading, opened }: PartProps & { statement: StatementData }) {
  const { id, kind, person, isUnread, objectUntil } = statement;
  const viewer = useStore($viewer);
  const confirming = useStore(opened.$confirming);
  const card = useRef<HTMLDivElement>(null);
  usePageTitle(heading === 'h1' ? KIND_WORDS[kind] : undefined);
  // The next warning replaces one whose button had the focus.
  useEffect(() => {
    if (heading === 'h3' && document.activeElement === document.body) card.current?.focus();
  }, [heading]);
  const act = async (action: Promise<boolean>) => {
    const isDone = await action;
    if (isDone) card.current?.focus();
    return isDone;
  };
  return (
    <Card ref={card} className="stack" tabIndex={-1}>
      <Statement
        statement={statement}
        isOwn={person === null || person.id === viewer?.id}
        heading={heading}
      />
      {isUnread && (
        <>
          <SendingStatus sending={confirming} />
          <div>
            <Button variant="primary" busy={isBusy(confirming)} onClick={() => act(opened.confirm(id))}>
              I have read this
            </Button>
          </div>
        </>
      )}
      {objectUntil !== null && (
        <>
          <p>
            If this is wrong, you can object once, until <Time value={objectUntil} />. Another moderator will
            then decide.
          </p>
          <WordsForm
            opener="Object to this decision"
            label="Why it is wrong"
            action="Send objection"
            max={OBJECTION_MAX_LENGTH}
            subject={['objection', id]}
            onSend={(words, task) => act(opened.object(id, words, task))}
          />
        </>
      )}
    </Card>
  );
}

/** A decision with what the viewer may do about it: loading, ready, not found or failed. */
function Part({ opened, heading }: PartProps) {
  return (
    <RemotePart
      remote={useStore(opened.$remote)}
      name="the decision"
      missing={
        <NotFound
          heading="Decision not found"
          sentence="Sorry, no decision was found."
          href={paths.posts}
          action="Latest posts"
        >
          Only the person whom a decision concerns can open it, or the address is incomplete.
        </NotFound>
      }
      onRetry={opened.retry}
    >
      {(statement) => <Loaded key={statement.id} statement={statement} heading={heading} opened={opened} />}
    </RemotePart>
  );
}

/** The decision of the page. */
export const PageStatement = () => <Part opened={pageStatement} heading="h1" />;

/** The warning that the viewer confirms before writing. */
export const FirstWarning = () => <Part opened={firstWarning} heading="h3" />;

/** Shows a warning that the viewer has not confirmed before the editor, whose draft stays (Rule 31.31). */
export function WarningDialog() {
  return (
    <Dialog size="lg" title="Read this before you post" onClose={closePostDialog}>
      <FirstWarning />
    </Dialog>
  );
}
