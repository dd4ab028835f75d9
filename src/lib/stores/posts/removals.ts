/** Who removed the removed posts of a list, and why, for viewers who still see them (Rule 8.3). */
import { atom, type ReadableAtom } from 'nanostores';
import { runtime } from '#lib/runtime.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';

/** The latest moderator action of each removed post, by the post's id. */
export type Removals = Readonly<Record<string, ModAction>>;

const removals = atom<Removals>({});
const known = new Set<string>();

/** The removals loaded so far. */
export const $removals: ReadableAtom<Removals> = removals;

/** Loads the removals that are missing for `posts`, one after the other. Never rejects. */
export async function explainRemovals(posts: readonly { id: string; modLocked: boolean }[]): Promise<void> {
  // A visible post may be removed again, for another reason.
  for (const { id, modLocked } of posts) if (!modLocked) known.delete(id);
  const wanted = posts.filter(({ id, modLocked }) => modLocked && !known.has(id));
  for (const { id } of wanted) known.add(id);
  for (const { id } of wanted) {
    try {
      // Few viewers see removed posts, so this code loads when it is needed.
      const { listModActions } = await import('#lib/client/moderation.ts');
      const [latest] = await listModActions({ postId: id });
      if (latest) removals.set({ ...removals.get(), [id]: latest });
    } catch (error) {
      known.delete(id);
      runtime.warn('The reason for removing a post could not be loaded.', error);
    }
  }
}
