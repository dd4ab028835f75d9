import { useStore } from '@nanostores/react';
import { Trash2 } from 'lucide';
import { useState } from 'react';
import { formatDateTime } from '#lib/domain/dates.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import { replyLimitSentence } from '#lib/domain/posting.ts';
import { canChangeReply, canDeleteReply, canReply, replyRefusal } from '#lib/domain/replies.ts';
import { type Post, REPLY_MAX_LENGTH } from '#lib/schemas/post.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { createTask, isBusy } from '#lib/stores/core/task.ts';
import { $unreadWarning } from '#lib/stores/posts/post-dialog.ts';
import { sendReply } from '#lib/stores/posts/reply.ts';
import { $hasReplies } from '#lib/stores/session/feature.ts';
import { $profileFlags, retryProfileFlags } from '#lib/stores/session/session.ts';
import { WordsForm } from '../post-editor/WordsForm.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';

/** Few players have one. */
const FirstWarning = lazyPart(
  'your warning',
  async () => (await import('../moderation/OpenStatement.tsx')).FirstWarning,
  <Loading visible />,
);

function Deletion({ postId }: { postId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [task] = useState(createTask);
  const sending = useStore(task.$state);
  const nextReplyAt = remoteValue(useStore($profileFlags))?.nextReplyAt;
  const open = () => {
    setOpen(true);
    void retryProfileFlags();
  };
  const close = () => {
    task.reset();
    setOpen(false);
  };
  return (
    <div>
      <Button size="sm" variant="ghost" icon={Trash2} onClick={open}>
        Delete reply
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Delete your reply?"
          action="Delete"
          danger
          busy={isBusy(sending)}
          refusal={sending.state === 'refused' ? sending.message : undefined}
          onConfirm={() => sendReply(postId, null, task)}
          onCancel={close}
        >
          {nextReplyAt ? replyLimitSentence(formatDateTime(nextReplyAt)) : 'You can write another one.'} If it
          was reported, moderators still see it until they have decided.
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Writing, changing and deleting the viewer's reply (Rules 31.1 and 31.4). */
export function ReplyActions({ post, viewer }: { post: Post; viewer: Viewer }) {
  const hasReplies = useStore($hasReplies);
  const warning = useStore($unreadWarning);
  const optedOut = remoteValue(useStore($profileFlags))?.optedOut;
  const answerer = viewer && { ...viewer, optedOut };
  if (!hasReplies) return null;
  if (post.reply?.removed && !post.modLocked)
    return <p className="soft">{replyRefusal(viewer && { ...viewer, postsBanned: false }, post)}</p>;
  return (
    <>
      {(canReply(answerer, post) || canChangeReply(answerer, post)) && (
        <WordsForm
          opener={post.reply ? 'Change reply' : 'Reply'}
          label="Your reply"
          hint="Everyone can read it below the post. Plain text; addresses become links."
          action={post.reply ? 'Save reply' : 'Publish reply'}
          max={REPLY_MAX_LENGTH}
          original={post.reply?.content}
          subject={['reply', post.id]}
          onSend={(words, task) => sendReply(post.id, words, task)}
          first={warning !== null && <FirstWarning />}
        />
      )}
      {canDeleteReply(viewer, post) && <Deletion postId={post.id} />}
    </>
  );
}
