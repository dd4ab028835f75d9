/** Which dialog about a post is open. Screens open one; `islands/post-editor/PostDialogs.tsx` draws it. */
import { atom } from 'nanostores';
import type { Post } from '#lib/schemas/post.ts';

/** Whom a new post is about. */
export interface PostTarget {
  id: number;
  username: string;
}

/** An open dialog and what it is about. */
export type PostDialog =
  | { kind: 'create'; player: PostTarget }
  | { kind: 'edit'; post: Post }
  | { kind: 'delete'; post: Post };

/** The open dialog, or null. */
export const $postDialog = atom<PostDialog | null>(null);

/** Opens the editor for a new post about a player. */
export function openNewPost(player: PostTarget): void {
  $postDialog.set({ kind: 'create', player });
}

/** Opens the editor with an existing post of the viewer. */
export function openPostEdit(post: Post): void {
  $postDialog.set({ kind: 'edit', post });
}

/** Asks whether a post of the viewer shall be deleted. */
export function openPostDelete(post: Post): void {
  $postDialog.set({ kind: 'delete', post });
}

/** Closes whatever dialog is open. */
export function closePostDialog(): void {
  $postDialog.set(null);
}
