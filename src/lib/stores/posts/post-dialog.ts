/** The open dialog about a post. Screens open it; `islands/post-editor/PostDialogs.tsx` draws it. */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { paths } from '#lib/paths.ts';
import { runtime } from '#lib/runtime.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { $profileFlags } from '#lib/stores/session/session.ts';

/** An open dialog and what it is about. */
export type PostDialog =
  | { kind: 'create'; player: PlayerListing /** Chosen before the player. */; replay?: File | undefined }
  | {
      kind: 'write';
      /** Null before it is chosen. */
      replay: File | null;
      /** Name of the player whom it is about, if the replay shows them. */
      about?: string | undefined;
    }
  | { kind: 'edit'; post: Post }
  | { kind: 'delete'; post: Post }
  | { kind: 'report'; post: Post /** It is about the reply. */; ofReply?: boolean | undefined }
  /** `rules` are the codes of the guidelines that are ticked at first. */
  | { kind: 'mod-edit'; post: Post; rules?: readonly string[] | undefined }
  | { kind: 'mod-delete'; post: Post; rules?: readonly string[] | undefined }
  | { kind: 'remove-reply'; post: Post; rules?: readonly string[] | undefined }
  | { kind: 'warn'; player: PlayerListing };

const dialog = atom<PostDialog | null>(null);

/** The open dialog, or null. */
export const $postDialog: ReadableAtom<PostDialog | null> = dialog;

/** What was typed while the form of the open dialog was loading. */
let earlyText = '';
dialog.listen(() => {
  earlyText = '';
});

/** Keeps what is typed while the form of the open dialog is loading. */
export function keepEarlyText(text: string): void {
  earlyText = text;
}

/** Returns that text, once. */
export function takeEarlyText(): string {
  const text = earlyText;
  earlyText = '';
  return text;
}

/** The id of the warning that the viewer must confirm before writing; null without one (Rule 31.31). */
export const $unreadWarning = computed($profileFlags, (flags) => remoteValue(flags)?.unreadWarning ?? null);

/** The same in place of the editor of a new post; null unless it is open. */
export const $firstWarning = computed([dialog, $unreadWarning], (open, warning) =>
  open?.kind === 'create' || open?.kind === 'write' ? warning : null,
);

/** Opens the editor for a new post about a player, after `openWriting` with the chosen replay. */
export function openNewPost({ id, username }: PlayerListing, replay?: File): void {
  dialog.set({ kind: 'create', player: { id, username }, replay });
}

/** Opens the form that warns a player. */
export function openWarning({ id, username }: PlayerListing): void {
  dialog.set({ kind: 'warn', player: { id, username } });
}

/**
 * Opens a new post that starts with a replay, or chooses its replay (Rule 30.42), about the
 * player of that name if there is one.
 */
export function openWriting(replay: File | null, about?: string): void {
  dialog.set({ kind: 'write', replay, about });
}

/** Whether a dialog starts with a replay. The frame draws these, on every page. */
export const startsWithReplay = (open: PostDialog): boolean =>
  open.kind === 'write' || (open.kind === 'create' && open.replay !== undefined);

async function copyLink({ id }: Post): Promise<void> {
  const { href } = new URL(paths.post(id), runtime.location().origin);
  try {
    await navigator.clipboard.writeText(href);
    showStatus('Link copied');
  } catch {
    // Refused by the browser, or not a secure page.
    showStatus(`Couldn’t copy the link: ${href}`);
  }
}

/**
 * Copies the link of a post, and opens the dialogs about it: the author's and the moderators'. By the names of a post card's
 * props.
 */
export const postActions = {
  onCopyLink: copyLink,
  onEdit: (post: Post) => dialog.set({ kind: 'edit', post }),
  onDelete: (post: Post) => dialog.set({ kind: 'delete', post }),
  onReport: (post: Post, ofReply?: boolean) => dialog.set({ kind: 'report', post, ofReply }),
  onModEdit: (post: Post, rules?: readonly string[]) => dialog.set({ kind: 'mod-edit', post, rules }),
  onModDelete: (post: Post, rules?: readonly string[]) => dialog.set({ kind: 'mod-delete', post, rules }),
  onRemoveReply: (post: Post, rules?: readonly string[]) => dialog.set({ kind: 'remove-reply', post, rules }),
} as const;

/** Closes the open dialog. */
export function closePostDialog(): void {
  dialog.set(null);
}
