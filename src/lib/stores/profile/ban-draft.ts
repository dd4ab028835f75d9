/** The ban that a moderator is writing: one draft per moderator and player, on this device. */
import { BAN_LENGTHS, type BanForm, type BanValues } from '#lib/schemas/forms/ban-form.ts';
import { z } from '#lib/schemas/zod.ts';
import { createDraft, currentAuthor, type Draft } from '#lib/stores/session/draft.ts';
import { ACCOUNT_KEYS, accountKey } from '#lib/stores/session/session-hold.ts';

/** The form before anything was typed: the shortest ban. */
export const EMPTY_BAN: BanForm = { length: '1', customDays: '', reason: '' };

const BanDraftSchema = z.object({
  length: z.literal(['', ...BAN_LENGTHS]),
  customDays: z.string(),
  reason: z.string(),
});

/** The draft of a ban of this player. */
export function banDraft(playerId: number): Draft<BanValues> {
  return createDraft(
    () => `${accountKey(ACCOUNT_KEYS.banDraft, currentAuthor())}:${playerId}`,
    BanDraftSchema,
  );
}
