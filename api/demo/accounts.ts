/** The accounts that exist in every region, for trying the site and for tests. */
import type { Role } from '#lib/schemas/session.ts';

/** A fixed account. */
export interface FixedAccount {
  id: number;
  username: string;
  roles: readonly Role[];
  /** The purpose of the account, in a few words. */
  purpose: string;
  optedOut?: boolean;
  banned?: boolean;
  wgHidden?: boolean;
  clanless?: boolean;
}

/** The ten fixed accounts, the same in every region. The first two have never posted about each other. */
export const FIXED_ACCOUNTS: readonly FixedAccount[] = [
  { id: 500000001, username: 'Aurora_Captain', roles: [], purpose: 'player' },
  { id: 500000002, username: 'Borodino_Gunner', roles: [], purpose: 'player' },
  { id: 500000003, username: 'Cossack_Mod', roles: ['mod'], purpose: 'community manager' },
  {
    id: 500000004,
    username: 'Dreadnought_Admin',
    roles: ['admin', 'mod'],
    purpose: 'administrator and community manager',
  },
  { id: 500000005, username: 'Emden_OptedOut', roles: [], purpose: 'player who opted out', optedOut: true },
  { id: 500000006, username: 'Fuso_Banned', roles: [], purpose: 'player banned from posting', banned: true },
  {
    id: 500000007,
    username: 'Gneisenau_Hidden',
    roles: [],
    purpose: 'player with hidden details',
    wgHidden: true,
  },
  {
    id: 500000008,
    username: 'Hood_Clanless',
    roles: [],
    purpose: 'player without clan or posts',
    clanless: true,
  },
  { id: 500000009, username: 'Iowa_CS', roles: ['wg'], purpose: "publisher's support" },
  { id: 500000010, username: 'Jutland_Admin', roles: ['admin'], purpose: 'administrator' },
];
