/** Ids of the odd rows, by what is odd about them. */

/** The id of a row of any table: readable in a failure. */
export const uuid = (kind: 'post' | 'action' | 'ban' | 'note' | 'replay', number: number): string =>
  `${{ post: 'aaaaaaaa', action: 'bbbbbbbb', ban: 'cccccccc', note: 'dddddddd', replay: 'eeeeeeee' }[kind]}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The latest moment in the rows. */
export const LATEST = '2026-11-20T12:00:00.000Z';

/** Players by what is odd about them. */
export const PLAYER = {
  author: 500000001,
  subject: 500000002,
  moderator: 500000003,
  hidden: 500000004,
  unnamed: 500000005,
  optedOut: 500000006,
  shiftedOptOut: 500000007,
  oldFlag: 500000008,
  oldFlagAndBan: 500000009,
  drifted: 500000010,
  member: 500000011,
  formerMember: 500000012,
  ofMissingClan: 500000013,
  neverRefreshed: 500000014,
  rightToLeft: 500000015,
  underscores: 500000016,
  longName: 500000017,
  zeroOptOut: 500000018,
  /** Has acted as a moderator, and never signed in. */
  formerModerator: 500000019,
  /** One for each role in a clan, from here on. */
  firstOfRoles: 500000020,
  /** Only signed in: no row in Players. */
  signedInOnly: 500000099,
} as const;

/** The roles in the order of our numbers. */
export const CLAN_ROLES = [
  ...['unknown', 'commander', 'executive_officer', 'recruitment_officer', 'commissioned_officer'],
  ...['officer', 'private'],
];

/** Posts by what is odd about them. */
export const POST = {
  plain: uuid('post', 1),
  edited: uuid('post', 2),
  empty: uuid('post', 3),
  long: uuid('post', 4),
  aboutOneself: uuid('post', 5),
  bothBits: uuid('post', 6),
  unknownBits: uuid('post', 7),
  allBits: uuid('post', 8),
  minusOne: uuid('post', 9),
  uncounted: uuid('post', 10),
  locked: uuid('post', 11),
  lockedTwice: uuid('post', 12),
  readOnly: uuid('post', 13),
  aboutOptedOut: uuid('post', 14),
  undated: uuid('post', 15),
  longTicket: uuid('post', 16),
  ticket: uuid('post', 17),
  sameMillisecond: uuid('post', 18),
  short: uuid('post', 19),
  /** Three of a pair within an hour. */
  firstOfThree: uuid('post', 20),
  secondOfThree: uuid('post', 21),
  thirdOfThree: uuid('post', 22),
  negativeTicket: uuid('post', 23),
  /** No action has removed it. */
  lockedByNone: uuid('post', 24),
  ofOldGame: uuid('post', 25),
  withLargeFile: uuid('post', 26),
} as const;

/** Replays by what is odd about them. */
export const REPLAY = {
  /** Three with the same file. */
  whole: uuid('replay', 1),
  again: uuid('replay', 2),
  ofWrongPost: uuid('replay', 3),
  withoutPost: uuid('replay', 4),
  missing: uuid('replay', 5),
  emptyFile: uuid('replay', 6),
  damaged: uuid('replay', 7),
  dangerous: uuid('replay', 8),
  missingEmpty: uuid('replay', 9),
  ofOldGame: uuid('replay', 10),
  large: uuid('replay', 11),
} as const;
