/** Input of authors: the bodies of new and edited posts, and their limits. */
import { AccountIdSchema, FlagSchema, GuidSchema, limitedText, orElse } from '#lib/schemas/common.ts';
import { asText } from '#lib/schemas/post.ts';
import { z } from '#lib/schemas/zod.ts';

/** Limits of what an author writes, in UTF-16 units after trimming. */
export const POST_TITLE_MIN_LENGTH = 5;
export const POST_TITLE_MAX_LENGTH = 60;
export const POST_CONTENT_MIN_LENGTH = 50;
export const POST_CONTENT_MAX_LENGTH = 2000;
export const TICKET_ID_MAX_LENGTH = 9;

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
  /** Neutral when left out: serializers omit zeros. */
  flairs: z._default(FlairsSchema, 0),
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

/** The body of an edit; other keys are ignored. */
export const PostUpdateSchema = z.object({ id: GuidSchema, ...writtenFields });
export type PostUpdate = z.output<typeof PostUpdateSchema>;
