import { Ellipsis, ExternalLink, Gavel, type IconNode, Link2, PenLine, Trash2, TriangleAlert } from 'lucide';
import { type ReactNode, useId, useRef } from 'react';
import {
  canDeletePost,
  canEditPost,
  canModeratePost,
  canReportPost,
  type Viewer,
} from '#lib/domain/permissions.ts';
import { paths } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import { cx } from '../helpers/cx.ts';
import { Icon } from '../Icon.tsx';
import styles from './PostActions.module.css';

interface PostMenuProps {
  actions: readonly PostAction[];
  onPick: (action: PostAction) => void;
}

/**
 * The actions behind "More actions". On wide screens without touch the moderators' ones are
 * buttons of the card and not in here.
 */
function PostMenu({ actions, onPick }: PostMenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const pick = (action: PostAction) => {
    menu.current?.hidePopover();
    // A dialog returns the focus to where it was. WebKit does not focus buttons on a click.
    opener.current?.focus();
    onPick(action);
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={cx(styles.icon, actions.every(({ mod }) => mod) && styles.narrow)}
        aria-label="More actions"
        popoverTarget={id}
      >
        <Icon node={Ellipsis} />
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu}>
        {actions.map((action) => (
          <button
            key={action.key}
            type="button"
            className={cx(styles.item, action.mod && styles.narrow, action.danger && 'negative')}
            onClick={() => pick(action)}
          >
            <Icon node={action.icon} />
            {action.text}
          </button>
        ))}
      </div>
    </>
  );
}

type Handler = ((post: Post) => void) | undefined;

/** Handlers for the buttons of a post. A button without a handler is not shown. */
export interface PostActionHandlers {
  onCopyLink?: Handler;
  onEdit?: Handler;
  onDelete?: Handler;
  onReport?: Handler;
  onModEdit?: Handler;
  onModDelete?: Handler;
  /** Reporting may be offered in a moment. */
  keepsMenu?: boolean;
  /** Further actions of the screen, drawn before "Copy link". */
  more?: ReactNode;
}

/** Actions of a viewer on a post. */
interface PostAction {
  key: Exclude<keyof PostActionHandlers, 'keepsMenu' | 'more'>;
  text: string;
  icon: IconNode;
  /** For moderators. */
  mod?: true;
  /** Cannot be undone, or affects someone else. */
  danger?: true;
  may: (viewer: Viewer, post: Post) => boolean;
}

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
          <button
            key={key}
            type="button"
            className={cx(styles.icon, styles.wide)}
            aria-label={text}
            onClick={() => handlers[key]?.(post)}
          >
            <Icon node={icon} />
          </button>
        ))}
      {single && (
        <a
          className={styles.icon}
          href={paths.post(post.id)}
          target="_blank"
          aria-label="Open in a new tab"
          rel="noopener"
        >
          <Icon node={ExternalLink} />
        </a>
      )}
      {more}
      {onCopyLink && (
        <button type="button" className={styles.icon} aria-label="Copy link" onClick={() => onCopyLink(post)}>
          <Icon node={Link2} />
        </button>
      )}
      {actions.length === 0 && keepsMenu && canReportPost(viewer, post) && <span className={styles.icon} />}
      {actions.length > 0 && <PostMenu actions={actions} onPick={({ key }) => handlers[key]?.(post)} />}
    </div>
  );
}
