import { useStore } from '@nanostores/react';
import { TriangleAlert } from 'lucide';
import { canReportReply, type Viewer } from '#lib/domain/permissions.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $postActions } from '#lib/stores/posts/post-actions.ts';
import { Button } from '../ui/Button.tsx';
import { Reply } from '../ui/post/Reply.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { OwnReport } from './OwnReport.tsx';

/** For the player whom the post is about. */
const ReplyActions = lazyPart(
  'the form of your reply',
  async () => (await import('./ReplyActions.tsx')).ReplyActions,
);

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
        </Reply>
      )}
      {isSubject && <ReplyActions post={post} viewer={viewer} />}
    </>
  );
}
