import { ChevronRight, ExternalLink, Gavel, PenLine, Trash2 } from 'lucide';
import { canDeletePost, canEditPost, canModeratePost, type Viewer } from '#lib/domain/permissions.ts';
import { paths } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import { Button, ButtonLink } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import styles from './PostCard.module.css';

/** Handlers for the buttons of a post. A button without a handler is not shown. */
export interface PostActionHandlers {
  onEdit?: ((post: Post) => void) | undefined;
  onDelete?: ((post: Post) => void) | undefined;
  onModEdit?: ((post: Post) => void) | undefined;
  onModDelete?: ((post: Post) => void) | undefined;
}

const ACTIONS = [
  { key: 'onEdit', text: 'Edit', icon: PenLine, may: canEditPost },
  { key: 'onDelete', text: 'Delete', icon: Trash2, may: canDeletePost },
  { key: 'onModEdit', text: 'Mod Edit', icon: Gavel, may: canModeratePost },
  { key: 'onModDelete', text: 'Mod Delete', icon: Trash2, may: canModeratePost },
] as const;

interface PostActionsProps extends PostActionHandlers {
  post: Post;
  viewer: Viewer;
  /** Whether this is the post's own page. */
  single: boolean;
}

/** A link to the post's page (on that page, to a new tab), and the buttons that the viewer may use. */
export function PostActions({ post, viewer, single, ...handlers }: PostActionsProps) {
  const shown = ACTIONS.filter(({ key, may }) => handlers[key] !== undefined && may(viewer, post));
  return (
    <div className={styles.actions}>
      {shown.map(({ key, text, icon }) => (
        <Button
          key={key}
          size="sm"
          variant="ghost"
          icon={<Icon node={icon} />}
          onClick={() => handlers[key]?.(post)}
        >
          {text}
        </Button>
      ))}
      <ButtonLink
        size="sm"
        variant="ghost"
        href={paths.post(post.id)}
        target={single ? '_blank' : undefined}
        icon={single ? <Icon node={ExternalLink} /> : <Icon node={ChevronRight} />}
      >
        {single ? 'Open in a new tab' : 'Open post'}
      </ButtonLink>
    </div>
  );
}
