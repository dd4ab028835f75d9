/** Why something was refused, in words for whoever asked. */
import { formatShort } from '#lib/domain/format.ts';
import { cooldownSentence, POST_COOLDOWN_HOURS, POSTING_SENTENCES } from '#lib/domain/posting.ts';
import { formatFileSize } from '#lib/schemas/forms/messages.ts';
import { isUnknownClassSentence, REPLAY_MAX_BYTES } from '#lib/schemas/replay.ts';

/** What is known of a refusal: the answer's status, whether it is a cooldown, until when (ISO), and what it said. */
export interface Refusal {
  status: number;
  isCooldown: boolean;
  until: string | null;
  message: string;
}

const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'You are no longer signed in. Log in again in a new tab, come back here and send once more: what you wrote is kept.',
  403: POSTING_SENTENCES.banned,
  404: 'This post does not exist any more. It may have been deleted in the meantime.',
  410: 'A moderator removed this post in the meantime.',
  413: `The replay is too large: the file size must be at most ${formatFileSize(REPLAY_MAX_BYTES)}.`,
  422: 'The replay could not be read. Choose another file, as the game saved it.',
  429: 'You are sending too quickly, or another post of yours is still being saved. Wait a moment and send again.',
};

const DRAFT_KEPT = 'Your draft is kept.';
const COOLDOWN = `You posted about this player less than ${POST_COOLDOWN_HOURS} hours ago.`;

/** Until when to wait where the API says so, else why. */
const waitSentence = ({ until }: Pick<Refusal, 'until'>): string =>
  until === null ? COOLDOWN : cooldownSentence(formatShort(until));

/** The sentence of a refusal: the product's own where the contract fixes the cause, else what the API said. */
export function refusalSentence(refusal: Refusal): string {
  if (refusal.isCooldown) return `${waitSentence(refusal)} ${DRAFT_KEPT}`;
  // Written for the user: it tells a new game version from a damaged file.
  if (refusal.status === 422 && isUnknownClassSentence(refusal.message)) return refusal.message;
  return BY_STATUS[refusal.status] ?? refusal.message;
}

const CREATE_NOT_FOUND =
  'This region does not know your account or this player any more. Reload the page and try again: what you wrote is kept.';

const UNANSWERED =
  'An earlier attempt got no answer, but it may have arrived: check the posts that this player received before you write again.';

/** The sentence of a refused new post; `unanswered` when an earlier try may have been stored. */
export function createRefusal(refusal: Refusal, unanswered: boolean): string {
  if (refusal.isCooldown && unanswered) return `${waitSentence(refusal)} ${UNANSWERED} ${DRAFT_KEPT}`;
  return refusal.status === 404 ? CREATE_NOT_FOUND : refusalSentence(refusal);
}

const MODERATION_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'You are no longer signed in. Log in again in a new tab, come back here and try once more: what you wrote is kept.',
  404: 'It is not there any more. Somebody may have deleted or reverted it in the meantime.',
  429: 'You are acting too quickly. Wait a moment and try again.',
};

/** The sentence of a refusal that a moderator or an administrator meets. */
export function moderationRefusal({ status, message }: Pick<Refusal, 'status' | 'message'>): string {
  return MODERATION_BY_STATUS[status] ?? message;
}
