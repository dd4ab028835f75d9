/** Sentences for refused requests, shown to the user who sent them. */
import { formatDateTime } from '#lib/domain/dates.ts';
import {
  CHANGED_TOO_OFTEN,
  changeLimitSentence,
  cooldownSentence,
  dayLimitSentence,
  POST_COOLDOWN_HOURS,
  POSTING_SENTENCES,
  WARNED_SENTENCE,
} from '#lib/domain/posting.ts';
import { formatFileSize } from '#lib/schemas/forms/messages.ts';
import { asSaved, isReplayReason, REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';

/** A refusal by the API: its status, whether it is a cooldown, the end of the cooldown (ISO), and the API's message. */
export interface Refusal {
  status: number;
  isCooldown: boolean;
  until: string | null;
  message: string;
}

const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'You are no longer signed in. Sign in again in a new tab, come back here and send again. What you wrote is kept.',
  403: POSTING_SENTENCES.banned,
  404: 'This post no longer exists. It may have been deleted in the meantime.',
  408: 'Your connection was too slow to send this in time. What you wrote is kept. Try again on a faster connection.',
  410: 'A moderator removed this post in the meantime.',
  413: `The replay is too large: the file size must be at most ${formatFileSize(REPLAY_MAX_BYTES)}.`,
  422: asSaved('The replay could not be read.'),
};

const DRAFT_KEPT = 'Your draft is kept.';
const COOLDOWN = `You posted about this player less than ${POST_COOLDOWN_HOURS} hours ago.`;

/** The end of the cooldown if the API sent it, else the reason to wait. */
const waitSentence = ({ until }: Pick<Refusal, 'until'>): string =>
  until === null ? COOLDOWN : cooldownSentence(formatDateTime(until));

/** Whether the author has changed a post or a reply too often (rule 9.20), and has not written too many. */
export const isChangeLimit = ({ message }: Refusal): boolean => message.includes(CHANGED_TOO_OFTEN);

/** The sentence of a refusal: ours where the contract fixes the cause, else the API's message (Rule 9.10). */
export function refusalSentence(refusal: Refusal): string {
  if (refusal.isCooldown) return `${waitSentence(refusal)} ${DRAFT_KEPT}`;
  if (refusal.status === 429 && refusal.until !== null) {
    const sentenceOf = isChangeLimit(refusal) ? changeLimitSentence : dayLimitSentence;
    return `${sentenceOf(formatDateTime(refusal.until))} ${DRAFT_KEPT}`;
  }
  if (refusal.message === WARNED_SENTENCE) return `${WARNED_SENTENCE} ${DRAFT_KEPT}`;
  // Written for users: it distinguishes a new game version from a damaged file.
  if (refusal.status === 422 && isReplayReason(refusal.message)) return refusal.message;
  return BY_STATUS[refusal.status] ?? refusal.message;
}

const CREATE_NOT_FOUND =
  'This region no longer has your account or this player. Reload the page and try again. What you wrote is kept.';

const UNANSWERED =
  'We never got an answer to your last try; it may have gone through. Check this player’s received posts first.';

/** The sentence of a refused new post. `unanswered`: an earlier try got no answer and may have been stored. */
export function createRefusal(refusal: Refusal, unanswered: boolean): string {
  if (refusal.isCooldown && unanswered) return `${waitSentence(refusal)} ${UNANSWERED} ${DRAFT_KEPT}`;
  return refusal.status === 404 ? CREATE_NOT_FOUND : refusalSentence(refusal);
}

const MODERATION_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'You are no longer signed in. Sign in again in a new tab, come back here and try again. What you wrote is kept.',
  404: 'It’s gone. Someone may have deleted or reverted it in the meantime.',
  429: 'You are acting too quickly. Wait a moment and try again.',
};

/** The sentence of a refused moderator or administrator action. */
export function moderationRefusal({ status, message }: Pick<Refusal, 'status' | 'message'>): string {
  return MODERATION_BY_STATUS[status] ?? message;
}
