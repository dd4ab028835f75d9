/** The viewer's earlier post about a battle: the guidelines allow one post per battle (Rule 30.44). */
import { atom, type ReadableAtom } from 'nanostores';
import { listProfilePosts } from '#lib/client/post.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ReplayFacts } from '#lib/schemas/replay.ts';
import { currentAuthor } from '#lib/stores/session/draft.ts';

const NONE: ReadableAtom<Post | null> = atom(null);

/** By battle, so that the posts are loaded once for each. */
const found = new WeakMap<ReplayFacts, ReadableAtom<Post | null | undefined>>();

/** Of the viewer's newest posts with a replay, the one about the battle. Its id is not in lists; map and start are. */
async function find({ map, playedAt }: ReplayFacts): Promise<Post | null> {
  const { posts } = await listProfilePosts('sent', currentAuthor(), { page: 1, hasReplay: true });
  return posts.find(({ battle }) => battle?.map === map && battle?.playedAt === playedAt) ?? null;
}

/** Undefined while it loads; null without one, and when that could not be checked. The first call loads it. */
export function earlierPost(facts: ReplayFacts | null): ReadableAtom<Post | null | undefined> {
  if (!facts?.map || !facts.playedAt) return NONE;
  const known = found.get(facts);
  if (known) return known;
  const earlier = atom<Post | null | undefined>();
  found.set(facts, earlier);
  find(facts).then(
    (post) => earlier.set(post),
    () => earlier.set(null),
  );
  return earlier;
}
