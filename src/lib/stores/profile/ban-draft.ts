/** The ban that a moderator is writing: one draft per moderator and player, kept until it is sent or discarded. */
import { BAN_LENGTHS, type BanForm } from '#lib/schemas/forms/ban-form.ts';
import { discardTexts, keepTexts, readTexts } from '#lib/stores/core/text-draft.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** The form before anything was typed: the shortest ban. */
export const EMPTY_BAN: BanForm = { length: '1', customDays: '', reason: '' };

/** Whoever writes; a session lost meanwhile does not change whose draft it is. */
let author = 0;

function keyOf(playerId: number): string {
  author = $viewer.get()?.id ?? author;
  return `ban-draft:${author}:${playerId}`;
}

/** What was typed before; null when there is nothing. */
export function readBanDraft(playerId: number): BanForm | null {
  const texts = readTexts(keyOf(playerId));
  if (texts === null) return null;
  const { length, customDays = '', reason = '' } = texts;
  return { length: BAN_LENGTHS.find((known) => known === length) ?? EMPTY_BAN.length, customDays, reason };
}

/** Keeps what is typed; what equals the empty form is no draft. */
export function keepBanDraft(playerId: number, { length, customDays, reason }: BanForm): void {
  const isEmpty = length === EMPTY_BAN.length && customDays === '' && reason === '';
  if (isEmpty) discardTexts(keyOf(playerId));
  else keepTexts(keyOf(playerId), { length, customDays, reason });
}

/** Forgets what was typed. */
export function discardBanDraft(playerId: number): void {
  discardTexts(keyOf(playerId));
}
