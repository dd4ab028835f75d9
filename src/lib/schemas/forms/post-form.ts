/** Schemas of the post forms, with the limits of the wire contract. */
import { limitedText } from '#lib/schemas/common.ts';
import { isCisName, REPLAY_EXTENSION, REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';
import { ModReasonSchema } from '#lib/schemas/written-moderation.ts';
import { PostCreateSchema, TICKET_ID_MAX_LENGTH } from '#lib/schemas/written-post.ts';
import { z } from '#lib/schemas/zod.ts';

/** The first bytes of every replay file. */
const REPLAY_MAGIC = [0x12, 0x32, 0x34, 0x11];

async function isReplay(file: File): Promise<boolean> {
  try {
    const head = new Uint8Array(await file.slice(0, REPLAY_MAGIC.length).arrayBuffer());
    return REPLAY_MAGIC.every((byte, index) => head[index] === byte);
  } catch {
    // The file was moved, changed or locked since it was chosen, so it cannot be sent.
    return false;
  }
}

/**
 * A chosen replay file. Checks extension, size (Rule 9.6) and first bytes, in this order. Parses async. Whether the API takes
 * files of the CIS client is checked with the file's content.
 */
export const ReplayFileSchema = z.file().check(
  z.refine(({ name }) => name.toLowerCase().endsWith(REPLAY_EXTENSION) || isCisName(name), {
    abort: true,
    params: { kind: 'extension' },
  }),
  z.maxSize(REPLAY_MAX_BYTES, { abort: true }),
  z.refine(isReplay, { params: { kind: 'format' } }),
);

const FlairSchema = z.nullable(z.boolean());
const FormFlairsSchema = z.object({
  performance: FlairSchema,
  teamplay: FlairSchema,
  courtesy: FlairSchema,
});

/** The three flairs in a form: true, false or null each. */
export type FormFlairs = z.output<typeof FormFlairsSchema>;

const { title, content } = PostCreateSchema.shape;
const textFields = { title, content, flairs: FormFlairsSchema };

/** The editor's fields, without the replay rule. */
const EditorFieldsSchema = z.object({
  ...textFields,
  ticketId: z.pipe(
    limitedText(0, TICKET_ID_MAX_LENGTH),
    z.transform((text) => text || null),
  ),
  replay: z.nullable(ReplayFileSchema),
  guidelinesAccepted: z.boolean().check(z.refine((ticked) => ticked, { params: { kind: 'required' } })),
});

/** The editor's fields while the user types. */
export type PostFormValues = z.input<typeof EditorFieldsSchema>;

/** Rules that depend on the flairs: whether a replay is required, and whether the ticket field is shown. */
export interface FlairRules {
  needsReplay: (flairs: FormFlairs) => boolean;
  offersTicket: (flairs: FormFlairs) => boolean;
}

/** The editor's fields. A ticket id whose field is hidden counts as empty, because the user could not correct it. */
export const postFormSchema = ({ needsReplay, offersTicket }: FlairRules) =>
  z.pipe(
    z.transform((typed: PostFormValues) => (offersTicket(typed.flairs) ? typed : { ...typed, ticketId: '' })),
    EditorFieldsSchema.check(
      z.refine(({ flairs, replay }) => replay !== null || !needsReplay(flairs), {
        path: ['replay'],
        params: { kind: 'required' },
      }),
    ),
  );

/** The editor's fields after validation: trimmed, with an empty ticket id as null. */
export type PostForm = z.output<ReturnType<typeof postFormSchema>>;

/** A moderator's edit of a post: its text and flairs, and the reason. */
export const ModEditFormSchema = z.object({ ...textFields, modReason: ModReasonSchema });
export type ModEditForm = z.output<typeof ModEditFormSchema>;

/** A moderator's reason for a removal or a warning, and whether a removed post's author is also warned. */
export const ModDeleteFormSchema = z.object({ modReason: ModReasonSchema, warns: z.optional(z.boolean()) });
export type ModDeleteForm = z.output<typeof ModDeleteFormSchema>;
