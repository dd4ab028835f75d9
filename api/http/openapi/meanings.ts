/** The meaning of numbers, flags and absent fields that a client cannot guess. */
import { OUTCOMES } from '#lib/schemas/moderation.ts';
import { NOTIFICATION_TYPE } from '#lib/schemas/notification.ts';
import { CLAN_RANKS } from '#lib/schemas/player.ts';
import { PROFILE_ROLES } from '#lib/schemas/profile.ts';

/** `0 Unknown, 1 Commander` of a table of numbers. */
const listed = (numbers: Readonly<Record<string, number>>): string =>
  Object.entries(numbers)
    .map(([name, number]) => `${number} ${name}`)
    .join(', ');

const NOTIFICATION = `${listed(NOTIFICATION_TYPE)}. Clients show any other number as unknown.`;

/** Description by component and field, or several of them. */
export const MEANINGS: Readonly<Record<string, string>> = {
  'Post.flairs PostText.flairs PostCreate.flairs PostUpdate.flairs':
    'Three ratings in six bits: performance 1 (positive) and 2 (negative), teamplay 4 and 8, courtesy 16 and 32. No bit is neutral; both bits count as positive.',
  'Post.replayState':
    'State of the video: 0 there is none, 1 it is being made, 2 it can be watched. `replayId` tells whether there is a replay.',
  'Post.replay': 'Null in lists.',
  'Post.modLocked': 'A moderator removed the post; only its author and staff can read it.',
  'Post.readOnly': 'A moderator edited the post; its author cannot change it.',
  'Post.held':
    'The post changes no karma until a moderator has kept it, or it gets a replay that shows both; absent otherwise.',
  'Post.updatedAt': 'Absent when the post was never edited.',
  'Post.reports': 'Open reports; only for staff.',
  'Post.advice':
    'Codes of what the facts of the post advise: about evidence for everyone, all of them for staff.',
  'SupportTicketStatus.ticketId': 'Only for the author, mod, admin and wg.',
  'PostCooldown.until': 'When the caller may post about the player again; null when they may now.',
  'PostCooldown.postsLeft': 'Posts that the caller may write now; null without a limit.',
  'ClanInfo.leagueColor Clan.leagueColor': 'ARGB number, 0xFFrrggbb; 0 without a league.',
  'Clan.members': 'Absent when the list was not requested or is not known.',
  'ClanMembership.clanMemberRole': `${listed(CLAN_RANKS)}.`,
  'ClanMembership.clanInfo': 'Null in the member list of the clan.',
  'PlayerProfile.wgHidden': 'The publisher hides the details of this player: both karmas are absent.',
  'PlayerProfile.siteKarma':
    'Sum of the received posts: each counts +1, 0 or −1 by the sign of its flairs; absent where it is hidden.',
  'PlayerProfile.gameKarma': 'The karma in the game; absent where it is hidden.',
  'PlayerKarma.karma': 'The same as `platformKarma`, as in the original API.',
  'RibbonPost.sign': 'How a post rates its player on the whole: 1 positive, 0 neutral, -1 negative.',
  'ProfileFlags.profileRoles': `${PROFILE_ROLES.administrator} administrator, ${PROFILE_ROLES.communityManager} community manager (moderator).`,
  'ModAction.actionType ModActionCreate.actionType': '0 removes the post, 1 edits it.',
  'ModAction.rules ModActionCreate.rules PlatformBan.rules PlatformBanCreate.rules':
    'Codes of the guidelines that the reason names: ids of the headings of guidelines.html.',
  'ModActionCreate.updatedPost': 'Required for an edit.',
  'PlatformBan.bannedUntil PlatformBanNotification.until': 'Null for a permanent ban.',
  'PostNotification.type ModActionNotification.type PlatformBanNotification.type ReportNotification.type':
    NOTIFICATION,
  'StaffBanNotification.type UnknownNotification.type': NOTIFICATION,
  'PostNotification.post': 'Absent when the receiver may not see it.',
  'ModActionNotification.post ReportNotification.post':
    'The post that it is about; null when the receiver may not see it.',
  'ReportNotification.outcome': `One of ${OUTCOMES.join(', ')}.`,
  'ReportCreate.moment': 'A moment of the battle, in seconds since its start.',
  'ReportCreate.replyAt': 'When the reply that was read was written or changed.',
  'Replay.downloadUri': 'Absent when the file is no longer stored.',
  'Replay.minimapUri': 'Null until the video has been made.',
  'Replay.timelineUri': 'Null where there is no timeline.',
  'ReplayPlayer.accountId': '0 when only the header of the file could be read.',
  'ReplayPlayer.teamId': 'Number of the team in the battle, as in `facts.result.winner`.',
  'ReplayPlayer.shipParamsId': 'Number of the ship in the game.',
  'ReplayPlayer.division': 'Number that the members of a division share; null outside a division.',
  'ReplayPlayer.sunk':
    'Time in seconds since the start, `shipId` of the ship that did it (0 when unknown), and the game’s number of the cause. Null when not sunk.',
  'ChatMessage.playerId': 'Account id; 0 when unknown.',
  'ChatMessage.time': 'Seconds since the start of the battle; negative in the countdown.',
};
