import { useStore } from '@nanostores/react';
import {
  Check,
  Gavel,
  MessageCircleQuestionMark,
  MessageSquareX,
  PenLine,
  SkipForward,
  Trash2,
} from 'lucide';
import { useEffect, useState } from 'react';
import { canModeratePost, canRemoveReply } from '#lib/domain/permissions.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { NOTE_MAX_LENGTH, type ReviewItem } from '#lib/schemas/review.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import { ask } from '#lib/stores/moderation/notes.ts';
import { claimedPost } from '#lib/stores/moderation/queue.ts';
import { keep, keepState } from '#lib/stores/moderation/undoables.ts';
import { $postDialog, postActions } from '#lib/stores/posts/post-dialog.ts';
import { wordsDraft } from '#lib/stores/session/draft.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { FormFrame } from '../post-editor/FormDialog.tsx';
import { Refusal } from '../post-editor/Refusal.tsx';
import { WordsForm } from '../post-editor/WordsForm.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import styles from './Decide.module.css';
import { InlineForm, isAboutPost, leaveForm, useFocusReturn } from './InlineForm.tsx';
import { KeepForm } from './KeepForm.tsx';
import { KeyButton, UndoButton } from './KeyButton.tsx';

/** The buttons of the moderator's actions on the post; `onBan` opens the form for both. */
function Actions({ item, onBan }: { item: ReviewItem; onBan: () => void }) {
  const { post, reports, replyVersions = [] } = item;
  const viewer = useStore($viewer);
  // The words of a deleted reply can be removed, too.
  const reply = post.reply ?? (replyVersions.length > 0 ? {} : null);
  const rulesOf = (reply: boolean) =>
    reports.filter(({ ofReply = false }) => ofReply === reply).map(({ rule }) => rule);
  const reported = rulesOf(false);
  const ofPost = [
    ['e', 'Edit', PenLine, 'Edit the post as a moderator', () => postActions.onModEdit(post, reported)],
    ['r', 'Remove', Trash2, 'Remove the post', () => postActions.onModDelete(post, reported)],
    ['b', 'Remove and ban', Gavel, 'Remove the post and ban its author', onBan],
  ] as const;
  const onRemoveReply = () => postActions.onRemoveReply(post, rulesOf(true));
  const ofReply = [['x', 'Remove reply', MessageSquareX, 'Remove the reply', onRemoveReply]] as const;
  const actions = [
    ...(canModeratePost(viewer, post) ? ofPost : []),
    ...(canRemoveReply(viewer, { ...post, reply }) ? ofReply : []),
  ];
  return actions.map(([shortcut, text, icon, hint, onPress]) => (
    <KeyButton key={shortcut} shortcut={shortcut} hint={hint} icon={icon} onPress={onPress}>
      {text}
    </KeyButton>
  ));
}

interface DecideProps {
  item: ReviewItem;
  /** It can no longer be decided. */
  isBlocked: boolean;
}

/** A form, because keys wait for one whose code loads, too (Rule 28.46). */
const waiting = (
  <form>
    <Loading visible />
  </form>
);

/** Rarely needed. */
const BanForm = lazyPart('this form', async () => (await import('./BanForm.tsx')).BanForm, waiting);
const PostForm = lazyPart(
  'this form',
  async () => (await import('../post-editor/PostDialog.tsx')).PostDialog,
  waiting,
);

/** The decisions about the open item, each with its key (Rule 28.46), or the form of one. */
export function Decide({ item, isBlocked }: DecideProps) {
  const { id } = item.post;
  const mayDecide = !isBlocked && !item.refusal;
  const needsSentence = item.reports.length > 0;
  const keeping = useStore(keepState(id));
  const moderating = useStore($postDialog);
  // Whether the form has the focus; null while it is closed. One that a draft opens gets it with Keep, because keys that follow,
  // such as another undo, must not end up in the text.
  const [focuses, setFocuses] = useState(() =>
    needsSentence && wordsDraft('keep', id).read() !== null ? false : null,
  );
  const [isBanning, setBanning] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const form = isAboutPost(moderating) ? (
    <PostForm dialog={moderating} />
  ) : isBanning ? (
    <BanForm item={item} onClose={() => setBanning(false)} />
  ) : focuses !== null && !isAsking ? (
    <KeepForm postId={id} focuses={focuses} onClose={() => setFocuses(null)} />
  ) : null;
  useFocusReturn(form !== null);
  const openKeep = () => {
    setFocuses(true);
    const draft = document.querySelector<HTMLTextAreaElement>('[data-form] [data-idle] textarea');
    draft?.focus();
    // The next key or digit replaces it, such as that of a sentence.
    draft?.select();
  };
  useEffect(() => leaveForm, []);
  return (
    <section className={styles.decide} aria-label="Decision">
      {!isBlocked && !form && <Refusal of={keeping} title="Couldn’t keep the post." />}
      {mayDecide && <FormFrame value={InlineForm}>{form}</FormFrame>}
      {isAsking && !isBlocked && (
        <WordsForm
          subject={['ask', id]}
          label="Ask a colleague"
          hint="Other moderators get this post first, with your note. Reporters and players see nothing of it."
          max={NOTE_MAX_LENGTH}
          action="Ask"
          onSend={(words, task) =>
            task.run(() => ask(id, words).then(() => setAsking(false)), moderationRefusal)
          }
        />
      )}
      <div className={cx('touch', styles.bar)}>
        {mayDecide && (
          <>
            <KeyButton
              variant="primary"
              shortcut="a"
              hint="Accept: keep the post"
              icon={Check}
              busy={isBusy(keeping)}
              onPress={() => (needsSentence ? openKeep() : keep(''))}
            >
              Keep
            </KeyButton>
            <Actions item={item} onBan={() => setBanning(true)} />
          </>
        )}
        {!isBlocked && item.askedBy !== undefined && (
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
        <KeyButton shortcut="s" hint="Skip the post" icon={SkipForward} onPress={() => claimedPost.skip()}>
          {isBlocked ? 'Next' : <span className="visually-hidden">Skip</span>}
        </KeyButton>
        <UndoButton />
      </div>
    </section>
  );
}
