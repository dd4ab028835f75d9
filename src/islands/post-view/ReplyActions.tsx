import { useStore } from '@nanostores/react';
import { Trash2 } from 'lucide';
import { useState } from 'react';
import { canChangeReply, canReply, canWithdrawReply, type Viewer } from '#lib/domain/permissions.ts';
import { type Post, REPLY_MAX_LENGTH } from '#lib/schemas/post.ts';
import { $hasReplies } from '#lib/stores/core/feature.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import { $replying, forgetRefusal, replyDraft, sendReply } from '#lib/stores/posts/reply.ts';
import { WordsForm } from '../post-editor/WordsForm.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';

function Withdrawal({ postId }: { postId: string }) {
  const [isOpen, setOpen] = useState(false);
  const sending = useStore($replying);
  const close = () => {
    forgetRefusal();
    setOpen(false);
  };
  return (
    <div>
      <Button size="sm" variant="ghost" icon={Trash2} onClick={() => setOpen(true)}>
        Withdraw reply
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Withdraw your reply?"
          action="Withdraw"
          danger
          busy={isBusy(sending)}
          refusal={sending.state === 'refused' ? sending.message : undefined}
          onConfirm={() => sendReply(postId, null)}
          onCancel={close}
        >
          It is deleted. You can write another one. If it was reported, moderators still see it until they
          have decided.
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Writing, changing and withdrawing the viewer's reply (Rules 31.1 and 31.4). */
export function ReplyActions({ post, viewer }: { post: Post; viewer: Viewer }) {
  const hasReplies = useStore($hasReplies);
  const sending = useStore($replying);
  if (!hasReplies) return null;
  return (
    <>
      {(canReply(viewer, post) || canChangeReply(viewer, post)) && (
        <WordsForm
          opener={post.reply ? 'Change reply' : 'Reply'}
          label="Your reply"
          hint="Everyone can read it below the post. Plain text; addresses become links."
          action={post.reply ? 'Save reply' : 'Publish reply'}
          max={REPLY_MAX_LENGTH}
          original={post.reply?.content}
          draft={replyDraft(post.id)}
          sending={sending}
          onSend={(words) => sendReply(post.id, words)}
        />
      )}
      {canWithdrawReply(viewer, post) && <Withdrawal postId={post.id} />}
    </>
  );
}
