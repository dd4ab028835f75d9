/** Which dialog about a post is open. Screens open one; `islands/post-editor/PostDialogs.tsx` draws it. */
import { atom, type ReadableAtom } from 'nanostores';
import type { ModAction } from '#lib/schemas/moderation.ts';
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
  | { kind: 'delete'; post: Post }
  | { kind: 'mod-edit'; post: Post }
  | { kind: 'mod-delete'; post: Post }
  | { kind: 'revert'; action: ModAction };

const dialog = atom<PostDialog | null>(null);

/** The open dialog, or null. */
export const $postDialog: ReadableAtom<PostDialog | null> = dialog;

/** Opens the editor for a new post about a player. */
export function openNewPost({ id, username }: PostTarget): void {
  dialog.set({ kind: 'create', player: { id, username } });
}

/** Opens the editor with an existing post of the viewer. */
export function openPostEdit(post: Post): void {
  dialog.set({ kind: 'edit', post });
}

/** Asks whether a post of the viewer shall be deleted. */
export function openPostDelete(post: Post): void {
  dialog.set({ kind: 'delete', post });
}

/** Opens the moderator's editor of a post. */
export function openModEdit(post: Post): void {
  dialog.set({ kind: 'mod-edit', post });
}

/** Asks a moderator why a post shall be deleted. */
export function openModDelete(post: Post): void {
  dialog.set({ kind: 'mod-delete', post });
}

/** Asks whether a moderator action shall be taken back. */
export function openRevert(action: ModAction): void {
  dialog.set({ kind: 'revert', action });
}

/** All that a post card can open, under the names of its properties. */
export const postActions = {
  onEdit: openPostEdit,
  onDelete: openPostDelete,
  onModEdit: openModEdit,
  onModDelete: openModDelete,
} as const;

/** Closes whatever dialog is open. */
export function closePostDialog(): void {
  dialog.set(null);
}
