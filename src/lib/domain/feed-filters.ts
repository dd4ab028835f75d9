/** The filters of the latest posts, as the page applies them to live events. */

import { signOf } from '#lib/domain/flairs.ts';
import { canSeeLockedInFeed, type Viewer } from '#lib/domain/permissions.ts';
import { SIGN_NAMES } from '#lib/domain/ribbon.ts';
import type { SignName } from '#lib/schemas/list-options.ts';
import type { Post } from '#lib/schemas/post.ts';

/** Filters of the feed. */
export interface FeedFilters {
  /** How the posts rate their player on the whole; undefined for all. */
  sign: SignName | undefined;
  hasReplay: boolean;
  hideModActions: boolean;
}

/** Whether a post passes the filters, and the viewer may see it in the feed (Rules 7.3, 7.6, 7.8). */
export function belongsInFeed(
  post: Post,
  { sign, hasReplay, hideModActions }: FeedFilters,
  viewer: Viewer,
): boolean {
  if (post.modLocked && (hideModActions || !canSeeLockedInFeed(viewer, post))) return false;
  if (sign !== undefined && SIGN_NAMES[signOf(post.flairs)] !== sign) return false;
  return !hasReplay || post.replayId !== null;
}

/** Whether an edit may change which posts pass. */
export const canEditsMatter = ({ sign, hasReplay }: FeedFilters): boolean => sign !== undefined || hasReplay;
