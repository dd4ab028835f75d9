import { useStore } from '@nanostores/react';
import { MessageSquareX, TriangleAlert } from 'lucide';
import { useMemo } from 'react';
import { canRemoveReply, canReportReply, type Viewer } from '#lib/domain/permissions.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $postActions } from '#lib/stores/posts/post-actions.ts';
import { postActions } from '#lib/stores/posts/post-dialog.ts';
import { isOwnReportOpen } from '#lib/stores/posts/report.ts';
import { Button } from '../ui/Button.tsx';
import { Reply } from '../ui/post/Reply.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { OwnReport } from './OwnReport.tsx';

/** For the player whom the post is about. */
const ReplyActions = lazyPart(
  'the form of your reply',
  async () => (await import('./ReplyActions.tsx')).ReplyActions,
);

/**
 * Removing the reply. Who has reported the post does not, unless it involves everyone: only then do
 * they find its reports (Rule 28.27).
 */
function Removal({ post }: { post: Post }) {
  const isReporter = useStore(useMemo(() => isOwnReportOpen(post.id), [post.id]));
  if (isReporter && !post.reports) return null;
  return (
    <div>
      <Button size="sm" variant="ghost" icon={MessageSquareX} onClick={() => postActions.onRemoveReply(post)}>
        Remove reply
      </Button>
    </div>
  );
}

/** The reply, and what the viewer may do with it (Rules 31.3, 31.4 and 31.7). */
export function ReplyPlace({ post, viewer }: { post: Post; viewer: Viewer }) {
  const { onReport } = { onReport: undefined, ...useStore($postActions) };
  const isSubject = viewer?.id === post.player.id;
  return (
    <>
      {post.reply && (
        <Reply post={post} reply={post.reply}>
          {canReportReply(viewer, post) && onReport && (
            <div>
              <Button size="sm" variant="ghost" icon={TriangleAlert} onClick={() => onReport(post, true)}>
                Report reply
              </Button>
              <OwnReport postId={post.id} ofReply />
            </div>
          )}
          {canRemoveReply(viewer, post) && <Removal post={post} />}
        </Reply>
      )}
      {isSubject && <ReplyActions post={post} viewer={viewer} />}
    </>
  );
}
