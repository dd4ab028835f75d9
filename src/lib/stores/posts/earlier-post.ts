/** The viewer's earlier post about the battle of a chosen replay: the guidelines allow one post per battle (Rule 30.44). */
import { atom, type ReadableAtom } from 'nanostores';
import { listProfilePosts } from '#lib/client/post.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { CheckedFile } from '#lib/stores/posts/replay-check.ts';
import { currentAuthor } from '#lib/stores/session/draft.ts';

const NONE: ReadableAtom<Post | null> = atom(null);

/** By file, so that the posts are loaded once for each. */
const found = new WeakMap<CheckedFile, ReadableAtom<Post | null>>();

/** Of the viewer's newest posts with a replay, the one about the battle. Its id is not in lists; map and start are. */
async function find({ facts }: CheckedFile): Promise<Post | null> {
  const { posts } = await listProfilePosts('sent', currentAuthor(), { page: 1, hasReplay: true });
  const isSame = ({ battle }: Post) => battle?.map === facts?.map && battle?.playedAt === facts?.playedAt;
  return posts.find(isSame) ?? null;
}

/** Null until it is found, without one, and when that could not be checked. The first call loads it. */
export function earlierPost(file: CheckedFile): ReadableAtom<Post | null> {
  if (!file.facts?.map || !file.facts.playedAt) return NONE;
  const known = found.get(file);
  if (known) return known;
  const earlier = atom<Post | null>(null);
  found.set(file, earlier);
  find(file).then(
    (post) => earlier.set(post),
    () => {},
  );
  return earlier;
}
