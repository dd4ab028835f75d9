/** The meaning of numbers and flags that a client cannot guess, by component and field. */
import { OUTCOMES } from '#lib/schemas/moderation.ts';
import { NOTIFICATION_TYPE } from '#lib/schemas/notification.ts';
import { CLAN_RANKS } from '#lib/schemas/player.ts';
import { PROFILE_ROLES } from '#lib/schemas/profile.ts';

/** `0 Unknown, 1 Commander` of a table of numbers. */
const listed = (numbers: Readonly<Record<string, number>>): string =>
  Object.entries(numbers)
    .map(([name, number]) => `${number} ${name}`)
    .join(', ');

const FLAIRS =
  'Three ratings in six bits: performance 1 (positive) and 2 (negative), teamplay 4 and 8, courtesy 16 and 32. No bit is neutral; both bits count as positive.';
const COLOR = 'ARGB number, 0xFFrrggbb; 0 without a league.';
const ACTION = '0 removes the post, 1 edits it.';
const RULES = 'Codes of the guidelines that the reason names: ids of the headings of guidelines.html.';
const NOTIFICATION = `${listed(NOTIFICATION_TYPE)}. Clients show any other number as unknown.`;
const SUBJECT = 'The post that it is about; null when the receiver may not see it.';
const SIGN = 'How a post rates its player on the whole: 1 positive, 0 neutral, -1 negative.';
const SECONDS = 'Seconds since the start of the battle; negative in the countdown.';

/** Component → field → description. */
export const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Post: {
    flairs: FLAIRS,
    replayState:
      'State of the video: 0 there is none, 1 it is being made, 2 it can be watched. `replayId` tells whether there is a replay.',
    replay: 'Null in lists.',
    modLocked: 'A moderator removed the post; only its author and staff can read it.',
    readOnly: 'A moderator edited the post; its author cannot change it.',
    held: 'The post changes no karma until a moderator has kept it, or it gets a replay that shows both; absent otherwise.',
    updatedAt: 'Absent when the post was never edited.',
    reports: 'Open reports; only for staff.',
    advice: 'Codes of what the facts of the post advise: about evidence for everyone, all of them for staff.',
  },
  PostText: { flairs: FLAIRS },
  PostCreate: { flairs: FLAIRS },
  PostUpdate: { flairs: FLAIRS },
  SupportTicketStatus: { ticketId: 'Only for the author, mod, admin and wg.' },
  PostCooldown: {
    until: 'When the caller may post about the player again; null when they may now.',
    postsLeft: 'Posts that the caller may write now; null without a limit.',
  },
  ClanInfo: { leagueColor: COLOR },
  Clan: { leagueColor: COLOR, members: 'Absent when the list was not requested or is not known.' },
  ClanMembership: {
    clanMemberRole: `${listed(CLAN_RANKS)}.`,
    clanInfo: 'Null in the member list of the clan.',
  },
  PlayerProfile: {
    wgHidden: 'The publisher hides the details of this player: both karmas are absent.',
    siteKarma:
      'Sum of the received posts: each counts +1, 0 or −1 by the sign of its flairs; absent where it is hidden.',
    gameKarma: 'The karma in the game; absent where it is hidden.',
  },
  PlayerKarma: { karma: 'The same as `platformKarma`, as in the original API.' },
  RibbonPost: { sign: SIGN },
  ProfileFlags: {
    profileRoles: `${PROFILE_ROLES.administrator} administrator, ${PROFILE_ROLES.communityManager} community manager (moderator).`,
  },
  ModAction: { actionType: ACTION, rules: RULES },
  ModActionCreate: { actionType: ACTION, rules: RULES, updatedPost: 'Required for an edit.' },
  PlatformBan: { bannedUntil: 'Null for a permanent ban.', rules: RULES },
  PlatformBanCreate: { rules: RULES },
  PostNotification: { type: NOTIFICATION, post: 'Absent when the receiver may not see it.' },
  ModActionNotification: { type: NOTIFICATION, post: SUBJECT },
  PlatformBanNotification: { type: NOTIFICATION, until: 'Null for a permanent ban.' },
  ReportNotification: { type: NOTIFICATION, post: SUBJECT, outcome: `One of ${OUTCOMES.join(', ')}.` },
  StaffBanNotification: { type: NOTIFICATION },
  UnknownNotification: { type: NOTIFICATION },
  ReportCreate: {
    moment: 'A moment of the battle, in seconds since its start.',
    replyAt: 'When the reply that was read was written or changed.',
  },
  Replay: {
    downloadUri: 'Absent when the file is no longer stored.',
    minimapUri: 'Null until the video has been made.',
    timelineUri: 'Null where there is no timeline.',
  },
  ReplayPlayer: {
    accountId: '0 when only the header of the file could be read.',
    teamId: 'Number of the team in the battle, as in `facts.result.winner`.',
    shipParamsId: 'Number of the ship in the game.',
    division: 'Number that the members of a division share; null outside a division.',
    sunk: 'Time in seconds since the start, `shipId` of the ship that did it (0 when unknown), and the game’s number of the cause. Null when not sunk.',
  },
  ChatMessage: { playerId: 'Account id; 0 when unknown.', time: SECONDS },
};
