/** Why someone cannot report a post, and what reporters are told (Rules 28.10 to 28.16). */
import type { Outcome } from '#lib/schemas/moderation.ts';

/** Stands in reports for what no guideline names. */
export const OTHER_RULE = { code: 'other', title: 'Something else' } as const;

/** Refusals around reports. */
export const REPORT_SENTENCES = {
  own: 'You cannot report your own post.',
  again: 'You have reported this post already.',
  reasonNeeded: 'Say in a sentence why the post stays: it goes to those who reported it.',
} as const;

/** Refusals of reports of replies (Rule 31.7). */
export const REPLY_REPORT_SENTENCES = {
  own: 'You cannot report your own reply.',
  again: 'You have reported this reply already.',
  changed: 'The reply was changed. Read it again.',
} as const;

/** Why an account cannot report for now; `date` is already formatted. */
export const mutedSentence = (date: string): string => `Moderators do not take your reports until ${date}.`;

/** Why an account cannot report another post yet; `date` is already formatted. */
export const reportLimitSentence = (date: string): string =>
  `You have reported as many posts as an account may within 24 hours. You can report the next one on ${date}.`;

/** Outcomes of a report, for its author. */
export const OUTCOME_SENTENCES: Readonly<Record<Outcome, string>> = {
  open: 'You reported this post. Moderators have not decided yet.',
  kept: 'Moderators have kept the post that you reported.',
  edited: 'Moderators have edited the post that you reported.',
  removed: 'Moderators have removed the post that you reported.',
  deleted: 'The author has deleted the post that you reported.',
};

/** The outcome of a report of a post, or of its reply. */
export const outcomeSentence = (outcome: Outcome, ofReply: boolean): string =>
  ofReply ? OUTCOME_SENTENCES[outcome].replace('post', 'reply') : OUTCOME_SENTENCES[outcome];
