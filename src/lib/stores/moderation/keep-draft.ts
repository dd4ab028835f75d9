/** The sentence to the reporters of a post that a moderator is writing. */
import { z } from '#lib/schemas/zod.ts';
import { createDraft, currentAuthor, type Draft } from '#lib/stores/session/draft.ts';
import { ACCOUNT_KEYS, accountKey } from '#lib/stores/session/session-hold.ts';

/** The draft of the sentence about a post. */
export const keepDraft = (postId: string): Draft<{ sentence: string }> =>
  createDraft(
    () => `${accountKey(ACCOUNT_KEYS.postDraft, currentAuthor())}:keep:${postId}`,
    z.object({ sentence: z.string() }),
    (draft) => draft,
  );
