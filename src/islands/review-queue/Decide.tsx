import { useStore } from '@nanostores/react';
import { Check, Gavel, MessageCircleQuestionMark, MessageSquareX, PenLine, Trash2 } from 'lucide';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { canModeratePost } from '#lib/domain/permissions.ts';
import { NOTE_MAX_LENGTH, type ReviewItem } from '#lib/schemas/review.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import { keep, keepState } from '#lib/stores/moderation/decisions.ts';
import { ask } from '#lib/stores/moderation/notes.ts';
import { skip } from '#lib/stores/moderation/queue.ts';
import { postActions } from '#lib/stores/posts/post-dialog.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { wordsDraft } from '#lib/stores/session/words-draft.ts';
import { Alert } from '../ui/Alert.tsx';
import styles from './Decide.module.css';
import { KeepForm } from './KeepForm.tsx';
import { KeyButton, UndoButton } from './KeyButton.tsx';
import { OpenForm } from './OpenForm.tsx';
import { StaffForm } from './StaffForm.tsx';

/** The buttons of the moderator's actions on the post; `onBan` opens the form for both. */
function Actions({ item: { post, reports }, onBan }: { item: ReviewItem; onBan: () => void }) {
  const viewer = useStore($viewer);
  if (!canModeratePost(viewer, post)) return null;
  const rulesOf = (reply: boolean) =>
    reports.filter(({ ofReply = false }) => ofReply === reply).map(({ rule }) => rule);
  const reported = rulesOf(false);
  return (
    <>
      <KeyButton
        shortcut="e"
        hint="Edit the post as a moderator"
        icon={PenLine}
        onPress={() => postActions.onModEdit(post, reported)}
      >
        Edit
      </KeyButton>
      <KeyButton
        shortcut="r"
        hint="Remove the post"
        icon={Trash2}
        onPress={() => postActions.onModDelete(post, reported)}
      >
        Remove
      </KeyButton>
      <KeyButton shortcut="b" hint="Remove the post and ban its author" icon={Gavel} onPress={onBan}>
        Remove and ban
      </KeyButton>
      {post.reply && !post.reply.removed && (
        <KeyButton
          shortcut="x"
          hint="Remove the reply"
          icon={MessageSquareX}
          onPress={() => postActions.onRemoveReply(post, rulesOf(true))}
        >
          Remove reply
        </KeyButton>
      )}
    </>
  );
}

interface DecideProps {
  item: ReviewItem;
  /** It can no longer be decided. */
  isBlocked: boolean;
}

/** The decisions about the open item, each with its key (Rule 28.46). */
export function Decide({ item, isBlocked }: DecideProps) {
  const { id } = item.post;
  const needsSentence = item.reports.length > 0;
  const keeping = useStore(keepState(id));
  const keepButton = useRef<HTMLButtonElement>(null);
  // How often the form was asked for; null while it is closed. With 0, a draft opens it without the focus: keys that
  // follow, such as another undo, must not end up in the text.
  const [asked, setAsked] = useState(() =>
    needsSentence && wordsDraft('keep', id).read() !== null ? 0 : null,
  );
  const [isBanning, setBanning] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    // The button may be hidden until the form is gone.
    flushSync(() => setAsked(null));
    keepButton.current?.focus();
  };
  return (
    <section className={styles.decide} aria-label="Decision">
      {keeping.state === 'refused' && !isBlocked && (
        <Alert tone="danger" title="Couldn’t keep the post.">
          {keeping.message}
        </Alert>
      )}
      {!isBlocked && (
        <OpenForm item={item} isBanning={isBanning} onClose={() => setBanning(false)}>
          {asked !== null && <KeepForm key={asked} postId={id} focuses={asked > 0} onClose={close} />}
          {isAsking && (
            <StaffForm
              subject={['ask', id]}
              label="Ask a colleague"
              hint="Other moderators get this post first, with your note. Reporters and players see nothing of it."
              max={NOTE_MAX_LENGTH}
              action="Ask"
              onSend={async (words) => {
                await ask(id, words);
                setAsking(false);
              }}
            />
          )}
        </OpenForm>
      )}
      <div className={styles.bar}>
        {!isBlocked && (
          <>
            <KeyButton
              ref={keepButton}
              variant="primary"
              shortcut="a"
              hint="Accept: keep the post"
              icon={Check}
              busy={isBusy(keeping)}
              onPress={() => (needsSentence ? setAsked((asked ?? 0) + 1) : keep(''))}
            >
              Keep
            </KeyButton>
            <Actions item={item} onBan={() => setBanning(true)} />
            {item.askedBy !== undefined && (
              <KeyButton
                shortcut="c"
                hint="Ask a colleague for a second opinion"
                icon={MessageCircleQuestionMark}
                aria-expanded={isAsking}
                onPress={() => setAsking(!isAsking)}
              >
                Ask a colleague
              </KeyButton>
            )}
          </>
        )}
        <KeyButton shortcut="s" hint="Skip the post" onPress={skip}>
          {isBlocked ? 'Next' : 'Skip'}
        </KeyButton>
        <UndoButton />
      </div>
    </section>
  );
}
