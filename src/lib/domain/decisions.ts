/** Words about moderators' decisions (Rules 31.10 and 31.11). */
import { UNREAD } from '#lib/domain/advice/badges.ts';
import type { DecisionKind, ObjectionState, Statement, Verdict } from '#lib/schemas/decision.ts';
import type { ReportNow } from '#lib/schemas/notification.ts';
import type { PlayerRecord } from '#lib/schemas/review.ts';

/** Names of the kinds, for lists and staff. */
export const KIND_WORDS: Readonly<Record<DecisionKind, string>> = {
  removed: 'Post removed',
  edited: 'Post edited',
  'reply-removed': 'Reply removed',
  banned: 'Ban',
  warned: 'Warning',
  kept: 'Post kept',
};

const OWN_TITLES: typeof KIND_WORDS = {
  removed: 'Your post was removed',
  edited: 'Your post was edited',
  'reply-removed': 'Your reply was removed',
  banned: 'You are banned from posting',
  warned: 'You were warned',
  kept: 'The post that you reported was kept',
};

/** The title of a decision in lists and for staff. */
export const kindTitle = ({ kind, isWarning }: Pick<Statement, 'kind' | 'isWarning'>): string =>
  isWarning && kind !== 'warned' ? `${KIND_WORDS[kind]}, with a warning` : KIND_WORDS[kind];

/** The title of a statement for the person it concerns. `now` in milliseconds since 1970. */
export function ownTitle({ kind, revertedAt, until, isWarning, reports }: Statement, now: number): string {
  const isOver = revertedAt !== null || (until !== null && Date.parse(until) <= now);
  if (kind === 'banned' && isOver) return 'You were banned from posting';
  if (isWarning && kind !== 'warned') return `${OWN_TITLES[kind]}, and you were warned`;
  const isReply = reports?.length && reports.every(({ ofReply }) => ofReply);
  return isReply ? OWN_TITLES[kind].replace('post', 'reply') : OWN_TITLES[kind];
}

/** How an objection ended, for its author. */
export const OBJECTION_SENTENCES: Readonly<Record<Verdict, string>> = {
  upheld: 'Moderators have considered your objection, and the decision stays.',
  reversed: 'Moderators have accepted your objection: the decision no longer applies.',
};

/** The same for who made the decision (Rule 31.28). */
export const DECIDER_SENTENCES: typeof OBJECTION_SENTENCES = {
  upheld: 'The objection to your decision was refused: the decision stays.',
  reversed: 'The objection to your decision was accepted: the decision no longer applies.',
};

/** The state of an objection, in lists and for staff. */
export const OBJECTION_WORDS: Readonly<Record<ObjectionState, string>> = {
  open: 'Objection open',
  upheld: 'Objection refused',
  reversed: 'Objection accepted',
};

/** A player's objections in one line. */
export const objectionsLine = ({ made, accepted }: NonNullable<PlayerRecord['objections']>): string =>
  `${made} ${made === 1 ? 'objection' : 'objections'}, ${accepted} accepted`;

/** The state of the report of a post that was kept, for its author (Rule 31.26). */
export const REPORT_NOW_SENTENCES: Readonly<Record<ReportNow, string>> = {
  open: 'Your report is open again.',
  removed: 'What you reported has been removed since.',
  deleted: 'The post that you reported was deleted by its author.',
};

const EVIDENCE: Readonly<Record<string, string>> = {
  'author-not-shown': 'The replay does not show the author of the post.',
  'player-not-shown': 'The replay does not show the player whom the post is about.',
  'not-checked': 'The replay can’t be checked: it has no account IDs.',
  'not-read': `${UNREAD}.`,
};

/**
 * Sentences about the people whom the replay of a post does not show; empty if it shows all. `isAuthor`:
 * they are for the author of the post.
 */
export const evidenceSentence = (codes: readonly string[], isAuthor: boolean): string =>
  codes
    .map((code) =>
      isAuthor && code === 'author-not-shown' ? 'The replay does not show you.' : EVIDENCE[code],
    )
    .filter(Boolean)
    .join(' ');
