/** Words about moderators' decisions (Rules 31.10 and 31.11). */
import { UNREAD } from '#lib/domain/advice/badges.ts';
import type { DecisionKind, Verdict } from '#lib/schemas/decision.ts';

/** Names of the kinds. */
export const KIND_WORDS: Readonly<Record<DecisionKind, string>> = {
  removed: 'Post removed',
  edited: 'Post edited',
  'reply-removed': 'Reply removed',
  banned: 'Ban',
  warned: 'Warning',
  kept: 'Post kept',
};

/** How an objection ended, for its author. */
export const OBJECTION_SENTENCES: Readonly<Record<Verdict, string>> = {
  upheld: 'Moderators have considered your objection, and the decision stays.',
  reversed: 'Moderators have accepted your objection: the decision no longer applies.',
};

const EVIDENCE: Readonly<Record<string, string>> = {
  'author-not-shown': 'The replay does not show the author of the post.',
  'player-not-shown': 'The replay does not show the player whom the post is about.',
  'not-checked': 'The replay can’t be checked: it has no account IDs.',
  'not-read': `${UNREAD}.`,
};

/** What the replay of a post does not show, in sentences; empty if nothing. `isAuthor`: they are for the author of the post. */
export const evidenceSentence = (codes: readonly string[], isAuthor: boolean): string =>
  codes
    .map((code) =>
      isAuthor && code === 'author-not-shown' ? 'The replay does not show you.' : EVIDENCE[code],
    )
    .filter(Boolean)
    .join(' ');
