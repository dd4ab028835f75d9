/** The open dialog about a post. Screens open it; `islands/post-editor/PostDialogs.tsx` draws it. */
import { atom, type ReadableAtom } from 'nanostores';
import type { Post } from '#lib/schemas/post.ts';

/** The player that a new post is about. */
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
  | { kind: 'mod-delete'; post: Post };

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

/** Opens the question whether to delete a post of the viewer. */
export function openPostDelete(post: Post): void {
  dialog.set({ kind: 'delete', post });
}

/** Opens the moderator's editor of a post. */
export function openModEdit(post: Post): void {
  dialog.set({ kind: 'mod-edit', post });
}

/** Opens the form for a moderator's deletion of a post. */
export function openModDelete(post: Post): void {
  dialog.set({ kind: 'mod-delete', post });
}

/** The dialogs that a post card can open, by the names of its props. */
export const postActions = {
  onEdit: openPostEdit,
  onDelete: openPostDelete,
  onModEdit: openModEdit,
  onModDelete: openModDelete,
} as const;

/** Closes the open dialog. */
export function closePostDialog(): void {
  dialog.set(null);
}
