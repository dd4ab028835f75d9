import type { MemberColumn } from '#lib/domain/clan.ts';

/** Names of the columns in the table, on cards and in the sort control. */
export const COLUMN_NAMES: Readonly<Record<MemberColumn, string>> = {
  rank: 'Rank',
  username: 'Username',
  accountCreated: 'Account Created',
  joinedClan: 'Joined Clan',
  gameKarma: 'Game Karma',
  siteKarma: 'Platform Karma',
  performance: 'Performance',
  teamplay: 'Teamplay',
  courtesy: 'Courtesy',
  lastBattle: 'Last Battle',
};
