import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { Post } from '#lib/schemas/post.ts';

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
export interface PostAction {
  key: Exclude<keyof PostActionHandlers, 'keepsMenu' | 'more'>;
  text: string;
  icon: IconNode;
  /** For moderators. */
  mod?: true;
  /** Cannot be undone, or affects someone else. */
  danger?: true;
  may: (viewer: Viewer, post: Post) => boolean;
}
