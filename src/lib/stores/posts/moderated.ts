/** Shows what moderators do to a post without reloading the page (Rule 28.43). Lists reload themselves in the background. */
import { atom } from 'nanostores';
import { runtime } from '#lib/runtime.ts';
import type { ModActionCreate } from '#lib/schemas/written-moderation.ts';
import { focusAround } from '#lib/stores/core/scroll-position.ts';

/** How long the page has to draw what was loaded, in milliseconds. */
const DRAWN_MS = 100;

const refreshes = new Set<(postId: string) => unknown>();
const own = new Set<string>();

/** An action that was sent, with its id unless the API returned none. */
export type SentAction = ModActionCreate & { id: string | null };

/** The last action on a post of this page, and what to call once it is undone. */
export const $doneAction = atom<{
  postId: string;
  revert: () => Promise<void>;
  onUndone: () => void;
  /** The post stays. */
  ofReply?: true;
} | null>(null);

/** Set when something else in the records of a player was changed on this page: a note, a warning alone. */
export const $recordChange = atom({});

/** Calls `refresh` when a post was moderated on this page. Returns a function that stops this. */
export function onModerated(refresh: (postId: string) => unknown): () => void {
  refreshes.add(refresh);
  return () => void refreshes.delete(refresh);
}

/** Marks a post before it is moderated, because the live event may arrive before the answer. */
export function markModerated(postId: string): void {
  own.add(postId);
}

/** Removes that mark after the action was refused or reverted, so that what others do is noticed again. */
export function unmarkModerated(postId: string): void {
  own.delete(postId);
}

/** Whether a post was moderated on this page: a live deletion may only have locked it, so its card is loaded again. */
export const isModeratedHere = (postId: string): boolean => own.has(postId);

/** Reloads the lists with the post in the background, and keeps the focus at the post. Never rejects. */
export async function showModerated(postId: string): Promise<void> {
  const focus = focusAround(postId);
  await Promise.allSettled([...refreshes].map((refresh) => refresh(postId)));
  runtime.setTimer(focus, DRAWN_MS);
}
