/** By whom and why the removed posts of a list were removed, for those who still see them (Rule 8.3). */
import { atom, type ReadableAtom } from 'nanostores';
import { runtime } from '#lib/runtime.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';

/** The latest moderator action of each removed post, by the post's id. */
export type Removals = Readonly<Record<string, ModAction>>;

const removals = atom<Removals>({});
const known = new Set<string>();

/** What is known so far. */
export const $removals: ReadableAtom<Removals> = removals;

/** Fetches what is not known yet of the removed posts among `posts`, one after the other. Never rejects. */
export async function explainRemovals(posts: readonly { id: string; modLocked: boolean }[]): Promise<void> {
  // One that is visible again may be removed once more, for another reason.
  for (const { id, modLocked } of posts) if (!modLocked) known.delete(id);
  const wanted = posts.filter(({ id, modLocked }) => modLocked && !known.has(id));
  for (const { id } of wanted) known.add(id);
  for (const { id } of wanted) {
    try {
      // Few viewers see removed posts: the calls load with the first.
      const { listModActions } = await import('#lib/client/moderation.ts');
      const [latest] = await listModActions({ postId: id });
      if (latest) removals.set({ ...removals.get(), [id]: latest });
    } catch (error) {
      known.delete(id);
      runtime.warn('It could not be loaded why a post was removed.', error);
    }
  }
}

/** Forgets everything, for tests. */
export function resetRemovals(): void {
  known.clear();
  removals.set({});
}
