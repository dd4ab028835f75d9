import { ExternalLink, Gavel, Link2, PenLine, Trash2, TriangleAlert } from 'lucide';
import {
  canDeletePost,
  canEditPost,
  canModeratePost,
  canReportPost,
  type Viewer,
} from '#lib/domain/permissions.ts';
import { paths } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import { Button, ButtonLink } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import styles from './PostActions.module.css';
import { PostMenu } from './PostMenu.tsx';
import type { PostAction, PostActionHandlers } from './post-action.ts';

const ACTIONS: readonly PostAction[] = [
  { key: 'onEdit', text: 'Edit', icon: PenLine, may: canEditPost },
  { key: 'onDelete', text: 'Delete', icon: Trash2, danger: true, may: canDeletePost },
  { key: 'onReport', text: 'Report', icon: TriangleAlert, may: canReportPost },
  { key: 'onModEdit', text: 'Mod Edit', icon: Gavel, mod: true, may: canModeratePost },
  { key: 'onModDelete', text: 'Mod Delete', icon: Trash2, mod: true, danger: true, may: canModeratePost },
];

interface PostActionsProps extends PostActionHandlers {
  post: Post;
  viewer: Viewer;
  /** Whether this is the post's own page. */
  single: boolean;
}

/** The viewer's actions: the moderators' buttons, copying the post's link, and a menu; on its page, a link to a new tab. */
export function PostActions({
  post,
  viewer,
  single,
  keepsMenu = false,
  more,
  ...handlers
}: PostActionsProps) {
  const actions = ACTIONS.filter(({ key, may }) => handlers[key] !== undefined && may(viewer, post));
  const { onCopyLink } = handlers;
  return (
    <div className={styles.actions}>
      {actions
        .filter(({ mod }) => mod)
        .map(({ key, text, icon }) => (
          <Button
            key={key}
            size="sm"
            variant="ghost"
            className={styles.wide}
            icon={icon}
            onClick={() => handlers[key]?.(post)}
          >
            {text}
          </Button>
        ))}
      {single && (
        <ButtonLink size="sm" variant="ghost" href={paths.post(post.id)} target="_blank" icon={ExternalLink}>
          Open in a new tab
        </ButtonLink>
      )}
      {more}
      {onCopyLink && (
        <button
          type="button"
          className={styles.icon}
          aria-label="Copy link"
          title="Copy link"
          onClick={() => onCopyLink(post)}
        >
          <Icon node={Link2} />
        </button>
      )}
      {actions.length === 0 && keepsMenu && canReportPost(viewer, post) && <span className={styles.icon} />}
      {actions.length > 0 && <PostMenu actions={actions} onPick={({ key }) => handlers[key]?.(post)} />}
    </div>
  );
}
