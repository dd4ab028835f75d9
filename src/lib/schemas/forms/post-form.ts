/** What the post forms hold, checked with the limits of the wire contract. */
import { limitedText } from '#lib/schemas/common.ts';
import { ModReasonSchema } from '#lib/schemas/moderation.ts';
import { PostCreateSchema, TICKET_ID_MAX_LENGTH } from '#lib/schemas/post.ts';
import { REPLAY_EXTENSION, REPLAY_MAX_BYTES } from '#lib/schemas/replay.ts';
import { z } from '#lib/schemas/zod.ts';

/** The first bytes of every replay file. */
const REPLAY_MAGIC = [0x12, 0x32, 0x34, 0x11];

async function isReplay(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, REPLAY_MAGIC.length).arrayBuffer());
  return REPLAY_MAGIC.every((byte, index) => head[index] === byte);
}

/** A chosen replay file: extension, size (Rule 9.6) and first bytes are checked, in this order. Parses async. */
export const ReplayFileSchema = z.file().check(
  z.refine((file) => file.name.toLowerCase().endsWith(REPLAY_EXTENSION), {
    abort: true,
    params: { kind: 'extension', extension: REPLAY_EXTENSION },
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

/** The three ratings as a form holds them: true, false or null each. */
export type FormFlairs = z.output<typeof FormFlairsSchema>;

const { title, content } = PostCreateSchema.shape;
const textFields = { title, content, flairs: FormFlairsSchema };

/** The editor's fields, the replay rule left out. */
const editorFields = {
  ...textFields,
  ticketId: z.pipe(
    limitedText(0, TICKET_ID_MAX_LENGTH),
    z.transform((text) => text || null),
  ),
  replay: z.nullable(ReplayFileSchema),
  guidelinesAccepted: z.boolean().check(z.refine((ticked) => ticked, { params: { kind: 'required' } })),
};

/** The editor's fields when an existing post is changed: its replay stays as it is. */
export const PostEditFormSchema = z.object(editorFields);

/** The editor's fields for a new post: `replayRequired` tells from the flairs whether a file must be chosen. */
export const postCreateFormSchema = (replayRequired: (flairs: FormFlairs) => boolean) =>
  z.object(editorFields).check(
    z.refine(({ flairs, replay }) => replay !== null || !replayRequired(flairs), {
      path: ['replay'],
      params: { kind: 'required' },
    }),
  );

/** What the editor's fields hold while somebody types. */
export interface PostFormValues {
  title: string;
  content: string;
  flairs: FormFlairs;
  ticketId: string;
  replay: File | null;
  guidelinesAccepted: boolean;
}

/** What the editor's fields hold once they passed: trimmed, an empty ticket id as null. */
export type PostForm = z.output<typeof PostEditFormSchema>;

/** A moderator's edit of a post: its text and ratings, and why. */
export const ModEditFormSchema = z.object({ ...textFields, modReason: ModReasonSchema });
export type ModEditForm = z.output<typeof ModEditFormSchema>;

/** A moderator's deletion of a post: why. */
export const ModDeleteFormSchema = z.object({ modReason: ModReasonSchema });
export type ModDeleteForm = z.output<typeof ModDeleteFormSchema>;
