/**
 * The advice that everyone sees, on a badge: whether the replay is evidence. Apart from the rules, because cards need no more.
 */

import type { Post } from '#lib/schemas/post.ts';

/** Text about a replay of the CIS client. */
export const UNREAD = 'This client’s replays can’t be read yet';

const UNCHECKED = 'Can’t be checked';

/** By what follows `not-`. */
const BADGES: Readonly<Record<string, string>> = {
  shown: 'Replay of another battle',
  checked: UNCHECKED,
  read: UNREAD,
};

const badgeOf = (code: string): string | undefined => BADGES[/\bnot-(\w+)/.exec(code)?.[1] ?? ''];

/** Whether advice is about evidence, so that everyone sees it. */
export const isEvidence = (code: string): boolean => /\bnot-/.test(code);

/** Whether names, ships and map come from the replay’s header, which anyone can write, so that they are not checked. */
export const isUnchecked = (codes: readonly string[] = []): boolean =>
  codes.some((code) => badgeOf(code) === UNCHECKED);

/** The texts of the badges for these codes. */
export const badgesOf = (codes: readonly string[]): string[] => [
  ...new Set(codes.flatMap((code) => badgeOf(code) ?? [])),
];

/** Why a held post waits: each reason behind a dot, to follow the words that it waits (Rule 28.55). */
export function heldReasons({ replayId, advice = [] }: Pick<Post, 'replayId' | 'advice'>): string {
  const reasons = replayId === null ? ['No replay'] : badgesOf(advice);
  return reasons.map((reason) => ` · ${reason}`).join('');
}
