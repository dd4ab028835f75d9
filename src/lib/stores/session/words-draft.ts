/** Drafts of forms with one text. */
import { z } from '#lib/schemas/zod.ts';
import { createDraft, currentAuthor, type Draft } from '#lib/stores/session/draft.ts';
import { ACCOUNT_KEYS, accountKey } from '#lib/stores/session/session-hold.ts';

/** The draft of one text. */
export type WordsDraft = Draft<{ words: string }>;

const DraftSchema = z.object({ words: z.string() });

/** The draft of a text of the viewer about the post or decision with this id. */
export const wordsDraft = (kind: 'objection' | 'reply', id: string): WordsDraft =>
  createDraft(
    () => `${accountKey(ACCOUNT_KEYS.postDraft, currentAuthor())}:${kind}:${id}`,
    DraftSchema,
    (draft) => draft,
  );
