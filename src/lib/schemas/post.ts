/** Posts as the API sends them, and their events. What an author writes is in `written-post.ts`. */
import {
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
import { SIGNS } from '#lib/schemas/list-options.ts';
import { ClanInfoSchema, HiddenSchema, playerWith } from '#lib/schemas/player.ts';
import { BattleSchema, ReplaySchema } from '#lib/schemas/replay.ts';
import { z } from '#lib/schemas/zod.ts';

/** How a post rates its player on the whole. */
export const SignNameSchema = z.literal(SIGNS);

/** The author of a post or the player it is about. */
export const PostPartySchema = playerWith({
  clan: orNull(ClanInfoSchema),
  hidden: HiddenSchema,
});
export type PostParty = z.output<typeof PostPartySchema>;

/** A ticket id as text: on the wire most are numbers. */
export const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** Customer-support ticket of a post; only its author, mod, admin and wg get the id. */
export const SupportTicketStatusSchema = z.object({
  hasTicket: FlagSchema,
  ticketId: orNull(z.pipe(z.transform(asText), z.string())),
});

/** Longest reply, in UTF-16 units after trimming. */
export const REPLY_MAX_LENGTH = 500;
export const ReplyCreateSchema = z.object({ content: limitedText(1, REPLY_MAX_LENGTH) });

/** The answer of the player whom a post is about: plain text. */
export const ReplySchema = z.object({
  content: z.string(),
  createdAt: InstantSchema,
  updatedAt: OptionalInstantSchema,
  /** A moderator removed it: only its author and staff get it. */
  removed: z.optional(FlagSchema),
  /** The decision that removed it, for its author; absent for others. */
  decisionId: z.optional(GuidSchema),
});
export type Reply = z.output<typeof ReplySchema>;

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
  /** It changes no karma until a moderator has kept it; else absent. */
  held: z.optional(FlagSchema),
  replayId: orNull(GuidSchema),
  replay: nullIfUnreadable(ReplaySchema),
  /** Its battle in one line; absent without a replay, and from an API that does not send it. */
  battle: z.optional(nullIfUnreadable(BattleSchema)),
  replayState: z.pipe(
    z.transform((value: unknown) => (value === 1 || value === 2 ? value : 0)),
    z.literal([0, 1, 2]),
  ),
  /** Codes of advice from the post's own facts (`domain/advice`). Everyone gets those about evidence, staff get all. */
  advice: z.optional(z.array(ShownTextSchema)),
  /** The player's answer; absent without one, and while the player has opted out. */
  reply: z.optional(nullIfUnreadable(ReplySchema)),
  /** Open reports, for staff. */
  reports: z.optional(z.int()),
  createdAt: InstantSchema,
  updatedAt: OptionalInstantSchema,
  supportTicketStatus: orElse(SupportTicketStatusSchema, { hasTicket: false, ticketId: null }),
});
export type Post = z.output<typeof PostSchema>;

/** Title, content and flairs, as they were before a change. */
export const PostTextSchema = z.object({
  title: ShownTextSchema,
  content: z.string(),
  flairs: z.int(),
});
export type PostText = z.output<typeof PostTextSchema>;

/** A list of posts. */
export const PostsSchema = z.array(PostSchema);

/** The answer with one post in `model`. The API also sends the fields of the post next to it, as production does. */
export const PostModelSchema = z.object({ model: PostSchema });

/** Wraps a bare post, as production sends it. `{ model: null }` becomes null. */
export function wrapModel(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const model = 'model' in body ? body.model : body;
  return model === null ? null : { model };
}

/**
 * When the viewer may post about a player again; null means now. `postsLeft`: posts that they
 * may write now; null without a limit.
 */
export const PostCooldownSchema = z.object({
  until: z.nullable(InstantSchema),
  postsLeft: z._default(z.nullable(z.int().check(z.nonnegative())), null),
});
export type PostCooldown = z.output<typeof PostCooldownSchema>;

/** A live event of the post hub. A deletion has only the id. */
export type PostEvent =
  | { kind: 'new'; post: Post }
  | { kind: 'edited'; post: Post }
  | { kind: 'deleted'; postId: string };

/** Id of the event's post. */
export function postIdOf(event: PostEvent): string {
  return event.kind === 'deleted' ? event.postId : event.post.id;
}
