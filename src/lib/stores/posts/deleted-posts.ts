/** Posts that the user deleted in this tab, whose pages show that here (Rule 8.15). */
import { AccountIdSchema, GuidSchema } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';
import { stored } from '#lib/stores/core/stored.ts';

/** Only the latest ones are kept. */
const KEPT = 50;

const DeletedPostSchema = z.object({
  id: GuidSchema,
  player: z.object({ id: AccountIdSchema, username: z.string() }),
});

/** A deleted post: its id, and the player it was about. */
export type DeletedPost = z.output<typeof DeletedPostSchema>;

const deletedPosts = stored('deleted-posts', z.array(DeletedPostSchema), 'sessionStorage');

/** Stores that the user is deleting a post. */
export function rememberDeletedPost({ id, player }: DeletedPost): void {
  const others = (deletedPosts.read() ?? []).filter((post) => post.id !== id);
  const deleted = { id, player: { id: player.id, username: player.username } };
  deletedPosts.write([...others, deleted].slice(-KEPT));
}

/** Removes a post whose deletion was refused. */
export function forgetDeletedPost(id: string): void {
  deletedPosts.write((deletedPosts.read() ?? []).filter((post) => post.id !== id));
}

/** The deleted post with this id; undefined when it is not known to be deleted. */
export function findDeletedPost(id: string): DeletedPost | undefined {
  return deletedPosts.read()?.find((post) => post.id === id);
}
