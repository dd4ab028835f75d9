/** Drafts of forms with one text. */
import type { Verdict } from '#lib/schemas/decision.ts';
import { z } from '#lib/schemas/zod.ts';
import { createDraft, currentAuthor, type Draft } from '#lib/stores/session/draft.ts';
import { ACCOUNT_KEYS, accountKey } from '#lib/stores/session/session-hold.ts';

/** The draft of one text. */
export type WordsDraft = Draft<{ words: string }>;

const DraftSchema = z.object({ words: z.string() });

/** Kinds of texts: by players, and by moderators. */
export type WordsKind = 'objection' | 'reply' | Verdict | 'note' | 'ask' | 'keep';

/** The draft of a text of the viewer about the post, decision, objection or player with this id. */
export const wordsDraft = (kind: WordsKind, id: string): WordsDraft =>
  createDraft(() => `${accountKey(ACCOUNT_KEYS.postDraft, currentAuthor())}:${kind}:${id}`, DraftSchema);
