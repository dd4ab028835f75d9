/** The advice that everyone sees, on a badge: whether the replay is evidence. Apart from the rules, because cards need no more. */

/** Text about a replay of the CIS client. */
export const UNREAD = 'This client’s replays can’t be read yet';

const UNCHECKED = 'Can’t be checked';

const BADGES: Readonly<Record<string, string>> = {
  'author-not-shown': 'Replay of another battle',
  'player-not-shown': 'Replay of another battle',
  'not-checked': UNCHECKED,
  'newer-not-checked': UNCHECKED,
  'not-read': UNREAD,
};

/** Whether advice is about evidence, so that everyone sees it. Early posts use it without the texts above. */
export const isEvidence = (code: string): boolean => /^not-|-not-/.test(code);

/** Whether names, ships and map come from the replay’s header, which anyone can write, so that they are not checked. */
export const isUnchecked = (codes: readonly string[] = []): boolean =>
  codes.some((code) => BADGES[code] === UNCHECKED);

/** The texts of the badges for these codes. */
export const badgesOf = (codes: readonly string[]): string[] => [
  ...new Set(codes.flatMap((code) => BADGES[code] ?? [])),
];
