/** Posts: the wire shape, what an author writes, and its limits. */
import {
  AccountIdSchema,
  FlagSchema,
  GuidSchema,
  InstantSchema,
  limitedText,
  nullIfUnreadable,
  OptionalInstantSchema,
  orElse,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { ClanInfoSchema, withPlayerName } from '#lib/schemas/player.ts';
import { BattleSchema, ReplaySchema } from '#lib/schemas/replay.ts';
import { isVisible } from '#lib/schemas/visible-text.ts';
import { z } from '#lib/schemas/zod.ts';

/** Limits of what an author writes, in UTF-16 units after trimming. */
export const POST_TITLE_MIN_LENGTH = 5;
export const POST_TITLE_MAX_LENGTH = 60;
export const POST_CONTENT_MIN_LENGTH = 50;
export const POST_CONTENT_MAX_LENGTH = 2000;
export const TICKET_ID_MAX_LENGTH = 9;

/** Page size of the received and sent lists. */
export const PROFILE_PAGE_SIZE = 20;
/** Page sizes of the latest feed; the last only for signed-in users. */
export const FEED_PAGE_SIZES = [10, 25, 50, 100, 500] as const;
export const FEED_PAGE_SIZE_DEFAULT = 10;

/** The author of a post or the player it is about. */
export const PostPartySchema = withPlayerName(
  z.object({ id: AccountIdSchema, username: ShownTextSchema, clan: orNull(ClanInfoSchema) }),
  'username',
  'id',
);
export type PostParty = z.output<typeof PostPartySchema>;

/** Production sends ticket ids as numbers. */
const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** Customer-support ticket of a post; only its author, mod, admin and wg get the id. */
export const SupportTicketStatusSchema = z.object({
  hasTicket: FlagSchema,
  ticketId: orNull(z.pipe(z.transform(asText), z.string())),
});

/** A post as the API sends it. `replay` is null in lists. */
export const PostSchema = z.object({
  id: GuidSchema,
  /** The player the post is about. */
  player: PostPartySchema,
  author: PostPartySchema,
  /** Packed ratings, see `domain/flairs.ts`. */
  flairs: orElse(z.int(), 0),
  title: orElse(ShownTextSchema, ''),
  content: orElse(z.string(), ''),
  modLocked: FlagSchema,
  readOnly: FlagSchema,
  replayId: orNull(GuidSchema),
  replay: nullIfUnreadable(ReplaySchema),
  /** Its battle in one line; absent without a replay, and from an API that does not send it. */
  battle: z.optional(nullIfUnreadable(BattleSchema)),
  replayState: z.pipe(
    z.transform((value: unknown) => (value === 1 || value === 2 ? value : 0)),
    z.literal([0, 1, 2]),
  ),
  createdAt: InstantSchema,
  updatedAt: OptionalInstantSchema,
  supportTicketStatus: orElse(SupportTicketStatusSchema, { hasTicket: false, ticketId: null }),
});
export type Post = z.output<typeof PostSchema>;

/** A post's title, or a placeholder when it is missing or invisible (Rule 16.9). */
export function postTitle({ title }: Pick<Post, 'title'>): string {
  return isVisible(title) ? title.trim() : 'Untitled post';
}

/** A list of posts. */
export const PostsSchema = z.array(PostSchema);

/** The answer with one post, wrapped in `model`. */
export const PostModelSchema = z.object({ model: PostSchema });

/** Wraps a bare post, as production sends it. `{ model: null }` becomes null. */
export function wrapModel(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const model = 'model' in body ? body.model : body;
  return model === null ? null : { model };
}

/** A ticket id, trimmed; empty and absent read as null. */
export const TicketIdSchema = z.pipe(
  z.transform((value: unknown) => {
    const text = asText(value);
    return typeof text === 'string' ? text.trim() || null : (text ?? null);
  }),
  z.nullable(limitedText(0, TICKET_ID_MAX_LENGTH)),
);

/** Packed flairs: six bits. */
export const FlairsSchema = z.int().check(z.gte(0), z.lte(63));

/** The part of a post that moderators can edit, too. */
export const postTextFields = {
  flairs: FlairsSchema,
  title: limitedText(POST_TITLE_MIN_LENGTH, POST_TITLE_MAX_LENGTH),
  content: limitedText(POST_CONTENT_MIN_LENGTH, POST_CONTENT_MAX_LENGTH),
};

const writtenFields = {
  ...postTextFields,
  supportTicketStatus: orElse(z.object({ hasTicket: FlagSchema, ticketId: TicketIdSchema }), {
    hasTicket: false,
    ticketId: null,
  }),
};

/** The `postDto` of a new post; other keys are ignored. */
export const PostCreateSchema = z.object({
  player: z.object({ id: AccountIdSchema }),
  author: z.object({ id: AccountIdSchema }),
  ...writtenFields,
});
export type PostCreate = z.output<typeof PostCreateSchema>;

/** When the viewer may post about a player again; null means now. */
export const PostCooldownSchema = z.object({ until: z.nullable(InstantSchema) });
export type PostCooldown = z.output<typeof PostCooldownSchema>;

/** The body of an edit; other keys are ignored. */
export const PostUpdateSchema = z.object({ id: GuidSchema, ...writtenFields });
export type PostUpdate = z.output<typeof PostUpdateSchema>;

/** A live event of the post hub. A deletion has only the id. */
export type PostEvent =
  | { kind: 'new'; post: Post }
  | { kind: 'edited'; post: Post }
  | { kind: 'deleted'; postId: string };

/** Id of the event's post. */
export function postIdOf(event: PostEvent): string {
  return event.kind === 'deleted' ? event.postId : event.post.id;
}
