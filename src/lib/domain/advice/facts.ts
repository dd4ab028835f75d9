/** Facts that a rule of advice may look at, and its shape. */

import type { EvidenceSource } from '#lib/domain/evidence.ts';
import type { ParsedFlairs } from '#lib/domain/flairs.ts';
import type { Parties } from '#lib/domain/roster.ts';
import type { ChatMessage } from '#lib/schemas/replay.ts';

/** A replay as rules read it. */
export interface AdviceReplay extends EvidenceSource {
  chatMessages: readonly ChatMessage[];
}

/** Who wrote a post, at that time. */
export interface AuthorFacts {
  id: number;
  clanId: number | null;
  /** The account had signed in here for the first time within the last `NEW_ACCOUNT_DAYS`. */
  isNew: boolean;
  /** The battle of the post’s replay. */
  arenaId: string | null;
}

/** Facts that only the API knows. */
export interface OtherPosts {
  author: AuthorFacts;
  /** Other authors’ posts about the same player with the same sign, in the `GANG_HOURS` before this post. */
  recent: readonly AuthorFacts[];
  /** An earlier post of the author has the same battle. */
  isBattleReused: boolean;
  /** This post is positive, and so is one that its player wrote about the author in the `TRADE_DAYS` before. */
  isPraisedBack: boolean;
}

/** A post, its people and its replay. */
export interface AdviceFacts extends Parties {
  flairs: ParsedFlairs;
  /** When it was posted, in milliseconds since 1970. */
  postedAt: number;
  hasReplay: boolean;
  /** Null without a replay, and while the decoder has not read it. */
  replay: AdviceReplay | null;
  /** Absent in the editor. */
  others?: OtherPosts | undefined;
}

/** Names in sentences. */
export type AdviceNames = Readonly<Record<'author' | 'player', string>>;

/** A rule: when it applies, and its sentences. Only the code is stored, so sentences have no counts. */
export interface AdviceRule {
  code: string;
  applies(facts: AdviceFacts): boolean;
  /** For the author, before publishing. Absent where the editor lacks the facts, or its verdict on the replay says the same. */
  toAuthor?(names: AdviceNames): string;
  toModerators(names: AdviceNames): string;
}

/** How long an account counts as new, in days. */
export const NEW_ACCOUNT_DAYS = 7;
/** How close posts about one player are for ganging up, in hours. */
export const GANG_HOURS = 72;
/** How soon praise is returned when it is traded, in days. */
export const TRADE_DAYS = 7;
