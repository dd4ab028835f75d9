/** Posts that were deleted by the user or under the user's eyes: their pages say so for as long as the tab is open (Rule 8.15). */
import { runtime } from '#lib/runtime.ts';
import { AccountIdSchema, GuidSchema } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

const KEY = 'deleted-posts';
/** Older ones are forgotten. */
const KEPT = 50;

const DeletedPostSchema = z.object({
  id: GuidSchema,
  player: z.object({ id: AccountIdSchema, username: z.string() }),
});

/** A deleted post: its id, and the player it was about. */
export type DeletedPost = z.output<typeof DeletedPostSchema>;

function readAll(): DeletedPost[] {
  try {
    return (
      z.array(DeletedPostSchema).safeParse(JSON.parse(runtime.sessionStorage.get(KEY) ?? '[]')).data ?? []
    );
  } catch {
    return [];
  }
}

/** Remembers that the post was deleted. */
export function rememberDeletedPost({ id, player }: DeletedPost): void {
  const others = readAll().filter((post) => post.id !== id);
  const deleted = { id, player: { id: player.id, username: player.username } };
  runtime.sessionStorage.set(KEY, JSON.stringify([...others, deleted].slice(-KEPT)));
}

/** The deleted post of that id; undefined when no such deletion is known. */
export function findDeletedPost(id: string): DeletedPost | undefined {
  return readAll().find((post) => post.id === id);
}
