/** Drafts of forms: what the user typed and has neither sent nor discarded (Rule 9.14). */
import { runtime } from '#lib/runtime.ts';
import type { Verdict } from '#lib/schemas/decision.ts';
import { z } from '#lib/schemas/zod.ts';
import { stored } from '#lib/stores/core/stored.ts';
import { $session } from '#lib/stores/session/session.ts';
import { ACCOUNT_KEYS, accountKey, hasLeftKey } from '#lib/stores/session/session-hold.ts';

/** The draft of one form. It belongs to its author: on a shared device each user has their own. */
export interface Draft<Values> {
  /** The fields of the draft; null when there is none. */
  read(): Partial<Values> | null;
  /** Keeps the values as the draft, unless the author chose Logout. Values equal to the `original` ones are no draft. */
  keep(values: Values, original: Values): void;
  discard(): void;
  /** The name of the draft's file once the page no longer has it, until a file is chosen. */
  missingFile?(): string | null;
}

let author = 0;

/** Id of the signed-in user. After the session is lost, the id of the last one; 0 when there was none. */
export function currentAuthor(): number {
  const session = $session.get();
  if (session.status === 'signed-in') author = session.id;
  return author;
}

/**
 * Creates the draft stored under `keyOf()`, which contains the author. `pack` returns the part of the values to store as JSON,
 * and the schema parses it; by default they are stored as they are.
 */
export function createDraft<Values extends object>(
  keyOf: () => string,
  schema: z.ZodMiniType<object>,
  pack: (values: Values) => object = (values) => values,
): Draft<Values> {
  const value = () => stored(keyOf(), schema);
  return {
    read: () => value().read() as Partial<Values> | null,
    keep: (values, original) => {
      // The user chose Logout in another tab, which deletes the drafts from the device (Rule 3.15).
      if (runtime.localStorage.get(hasLeftKey(currentAuthor())) !== null) return;
      const packed = pack(values);
      if (JSON.stringify(packed) === JSON.stringify(pack(original))) value().remove();
      else value().write(packed);
    },
    discard: () => value().remove(),
  };
}

/** The key of a draft about a player, post, decision or objection: one per author, kind of form and subject. */
export const draftKey = (kind: string, subject: number | string): string =>
  `${accountKey(ACCOUNT_KEYS.postDraft, currentAuthor())}:${kind}:${subject}`;

/** Kinds of forms with one text: of players, and of moderators. */
export type WordsKind = 'objection' | 'reply' | Verdict | 'note' | 'ask' | 'keep';

const WordsSchema = z.object({ words: z.string() });

/** The draft of a form with one text. */
export const wordsDraft = (kind: WordsKind, subject: string): Draft<z.output<typeof WordsSchema>> =>
  createDraft(() => draftKey(kind, subject), WordsSchema);
