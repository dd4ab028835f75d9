/** A moderator's latest texts, offered again: reasons (Rule 11.12), and sentences to reporters (Rule 28.53). */
import { z } from '#lib/schemas/zod.ts';
import { type Stored, stored } from '#lib/stores/core/stored.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { ACCOUNT_KEYS, accountKey } from '#lib/stores/session/session-hold.ts';

/** How many reasons are kept. */
export const RECENT_REASONS_MAX = 4;
/** How many sentences to reporters are kept. */
export const RECENT_REPLIES_MAX = 5;

const textsOf = (kind: string): Stored<string[]> =>
  stored(accountKey(kind, $viewer.get()?.id ?? 0), z.array(z.string()));

function keepText(kind: string, text: string, max: number): void {
  const texts = textsOf(kind);
  const others = (texts.read() ?? []).filter((known) => known !== text);
  texts.write([text, ...others].slice(0, max));
}

/** The last reasons of this moderator on this device, newest first. */
export const readReasons = (): readonly string[] => textsOf(ACCOUNT_KEYS.recentReasons).read() ?? [];

/** Adds a reason to the front of the list; the oldest one beyond the maximum is dropped. */
export const keepReason = (reason: string): void =>
  keepText(ACCOUNT_KEYS.recentReasons, reason, RECENT_REASONS_MAX);

/** The last sentences to reporters of this moderator on this device, newest first. */
export const readReplies = (): readonly string[] => textsOf(ACCOUNT_KEYS.recentReplies).read() ?? [];

/** Adds a sentence to the front of the list. */
export const keepReply = (sentence: string): void =>
  keepText(ACCOUNT_KEYS.recentReplies, sentence, RECENT_REPLIES_MAX);
