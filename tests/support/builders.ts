/** Builders of valid objects as the client holds them: every test names only what it is about. */
import type { Clan } from '#lib/schemas/clan.ts';
import type { Paging } from '#lib/schemas/common.ts';
import type { RecordedDecision, Statement } from '#lib/schemas/decision.ts';
import type { ModAction, PlatformBan } from '#lib/schemas/moderation.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import type { ReplayFacts, ReplayPlayer } from '#lib/schemas/replay.ts';

let counter = 0;
const nextId = (): number => 500_100_000 + ++counter;

/** A GUID that ends with the number. */
export const guid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A player without clan, with plain numbers. */
export function makePlayer(overrides: Partial<PlayerProfile> = {}): PlayerProfile {
  const id = overrides.id ?? nextId();
  return {
    id,
    username: `Player_${id}`,
    clan: null,
    gameKarma: 0,
    siteKarma: 0,
    wgHidden: false,
    optedOut: false,
    ratingPerformance: 0,
    ratingTeamplay: 0,
    ratingCourtesy: 0,
    wgAccountCreatedAt: '2016-03-01T10:00:00+00:00',
    lastBattleTime: '2026-01-10T20:30:00+00:00',
    optOutChanged: null,
    negativeKarmaAble: true,
    postsBanned: false,
    refreshedAt: null,
    outdated: false,
    ...overrides,
  };
}

/** A neutral post of one player about another. */
export function makePost(overrides: Partial<Post> = {}): Post {
  return {
    id: guid(nextId()),
    player: { id: 500_000_002, username: 'Borodino_Gunner', clan: null },
    author: { id: 500_000_001, username: 'Aurora_Captain', clan: null },
    flairs: 0,
    title: 'A fair fight',
    content: 'Played the objective, covered the flank and said thanks to everyone at the end.',
    modLocked: false,
    readOnly: false,
    replayId: null,
    replay: null,
    replayState: 0,
    createdAt: '2026-01-10T12:00:00+00:00',
    updatedAt: null,
    supportTicketStatus: { hasTicket: false, ticketId: null },
    ...overrides,
  };
}

/** A clan without members. */
export function makeClan(overrides: Partial<Clan> = {}): Clan {
  const id = overrides.id ?? nextId();
  return {
    id,
    tag: 'WAVES',
    name: 'Rolling Waves',
    leagueColor: 0xffcc9966,
    description: '',
    isDisbanded: false,
    createdAt: '2018-05-04T00:00:00+00:00',
    updatedAt: null,
    members: [],
    membersUpdatedAt: '2026-01-10T00:00:00+00:00',
    refreshedAt: null,
    outdated: false,
    ...overrides,
  };
}

/** Flags of a user without restrictions. */
export function makeFlags(overrides: Partial<ProfileFlags> = {}): ProfileFlags {
  return {
    id: 500_000_001,
    postsBanned: false,
    optedOut: false,
    optOutChanged: null,
    profileRoles: [],
    ...overrides,
  };
}

/** Paging of a list of one page. */
export function makePaging(overrides: Partial<Paging> = {}): Paging {
  return { currentPage: 1, totalPages: 1, pageSize: 20, totalItems: 1, ...overrides };
}

/** A ban of Borodino_Gunner without an end; a test names what it is about. */
export const makeBan = (overrides: Partial<PlatformBan> = {}): PlatformBan => ({
  id: guid(1),
  userId: 500_000_002,
  username: 'Borodino_Gunner',
  modId: 500_000_003,
  modUsername: 'Cossack_Mod',
  reason: 'Insults in three posts.',
  bannedUntil: null,
  reverted: false,
  createdAt: '2020-03-09T14:05:00+00:00',
  updatedAt: null,
  ...overrides,
});

/** A deletion by Cossack_Mod. */
export const makeModAction = (overrides: Partial<ModAction> = {}): ModAction => ({
  id: guid(11),
  postId: guid(21),
  updatedPost: null,
  actionType: 0,
  modId: 500_000_003,
  modUsername: 'Cossack_Mod',
  reason: 'Off topic.',
  createdAt: '2020-03-09T14:05:00+00:00',
  ...overrides,
});

/** The statement of the removal of a post by Aurora_Captain, for someone who may not object. */
export const makeStatement = (overrides: Partial<Statement> = {}): Statement => ({
  id: guid(31),
  kind: 'removed',
  person: { id: 500_000_001, username: 'Aurora_Captain' },
  postId: guid(21),
  rules: [],
  reason: 'An insult.',
  former: { title: 'Rammed me', content: 'This idiot rammed me.', flairs: 0 },
  present: null,
  advice: [],
  until: null,
  createdAt: '2026-01-10T12:00:00+00:00',
  revertedAt: null,
  isUnread: false,
  objection: null,
  objectUntil: null,
  ...overrides,
});

/** A reverted ban of the team's record, with an accepted objection. */
export const makeRecorded = (overrides: Partial<RecordedDecision> = {}): RecordedDecision => ({
  id: guid(80),
  kind: 'banned',
  moderator: { id: 7, username: 'Hood_Mod' },
  person: null,
  postId: guid(5),
  title: 'A good title',
  rules: ['respect'],
  createdAt: '2026-01-10T12:00:00.000Z',
  revertedAt: '2026-01-10T12:00:00.000Z',
  objections: [
    {
      id: guid(90),
      words: 'Not me.',
      createdAt: '2026-01-10T12:00:00.000Z',
      verdict: 'reversed',
      reason: 'A mistake.',
      decidedAt: '2026-01-10T12:00:00.000Z',
      decider: { id: 8, username: 'Fair_Mod' },
    },
  ],
  ...overrides,
});

/** Facts of a random battle that Aurora_Captain recorded and team 0 won. */
export const makeFacts = (overrides: Partial<ReplayFacts> = {}): ReplayFacts => ({
  decoderVersion: 1,
  source: 'payload',
  gameVersion: '15.5.0',
  map: '22_tierra_del_fuego',
  playedAt: '2026-01-09T20:15:00',
  mode: 'RandomBattle',
  recorder: { name: 'Aurora_Captain', shipParamsId: 0 },
  length: 912,
  result: { winner: 0, reason: 1 },
  observers: [],
  ...overrides,
});

/** A row of a replay's roster. */
export const makeReplayPlayer = (
  accountId: number,
  name: string,
  overrides: Partial<ReplayPlayer> = {},
): ReplayPlayer => ({
  id: accountId,
  avatarId: 1,
  accountId,
  name,
  clanId: 0,
  clanTag: '',
  teamId: 0,
  shipId: accountId,
  shipParamsId: 1,
  ...overrides,
});
