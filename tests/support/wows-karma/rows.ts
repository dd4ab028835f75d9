/** Odd rows of the old database, as five years have left them. Names are invented. */
import { CLAN_ROLES, PLAYER, POST, REPLAY, uuid } from '#tests/support/wows-karma/ids.ts';

/** Names that users gave their files, by replay. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  [REPLAY.whole]: '20260101_my battle é.wowsreplay',
  [REPLAY.again]: '../../etc/passwd',
  [REPLAY.ofWrongPost]: `${'n'.repeat(300)}.wowsreplay`,
  [REPLAY.damaged]: '',
};

/** The name of a replay in the blob store. */
export const blobName = (id: string): string =>
  `${id.replaceAll('-', '')}-${FILE_NAMES[id] ?? 'a.wowsreplay'}`;

/** Roster and chat as the old site decoded them: keys with capitals. */
const ROSTER = [
  {
    Id: 1,
    AvatarId: 7,
    AccountId: 500000001,
    Name: 'Captain_1',
    ClanId: null,
    ClanTag: '',
    TeamId: 0,
    ShipId: 8,
    ShipParamsId: 4277090288,
  },
];
const CHAT = [
  { PlayerId: 500000001, EntityId: 7, MessageGroup: 'battle_common', MessageContent: 'gl hf' },
  { PlayerId: 0, EntityId: 8, MessageGroup: 'battle_team', MessageContent: 'hi' },
];

/** As written by another version of the old site: keys in small letters. */
const ARENA_INFO = { clientVersionFromExe: '6,0,10,0', mapId: 41, scenario: 'Conquest' };

const { author, subject, moderator, optedOut } = PLAYER;

const replay = (id: string, columns: Record<string, string> = {}): string => {
  const all = {
    '"Players"': `'${JSON.stringify(ROSTER)}'`,
    '"ChatMessages"': `'${JSON.stringify(CHAT)}'`,
    ...columns,
  };
  return `insert into "Replays" ("Id", "BlobName", ${Object.keys(all)}) values ('${id}', '${blobName(id)}', ${Object.values(all)});`;
};

const withReplay = (id: string) => ({ '"ReplayId"': `'${id}'` });

const player = (id: number, columns: Record<string, string> = {}): string => {
  const all = { '"Username"': `'Captain_${id % 1000}'`, '"UpdatedAt"': `'2026-11-01T00:00:00Z'`, ...columns };
  return `insert into "Players" ("Id", "CreatedAt", ${Object.keys(all)}) values (${id}, '2021-03-04T05:06:07.123456Z', ${Object.values(all)});`;
};

const post = (id: string, columns: Record<string, string> = {}): string => {
  const all = {
    '"PlayerId"': String(subject),
    '"AuthorId"': String(author),
    '"Title"': `'A good game'`,
    '"Content"': `'${'They played the objective. '.repeat(3)}'`,
    '"CreatedAt"': `'2026-10-${id.slice(-2)}T10:00:00Z'`,
    ...columns,
  };
  return `insert into "Posts" ("Id", ${Object.keys(all)}) values ('${id}', ${Object.values(all)});`;
};

const action = (number: number, postId: string, type: string, reason = 'Rule 2', by: number = moderator) =>
  `insert into "PostModActions" values ('${uuid('action', number)}', '${postId}', '${type}', ${by}, '${reason}');`;

const ban = (number: number, account: number, until: string | null, reverted = false): string =>
  `insert into "PlatformBans" values ('${uuid('ban', number)}', ${account}, ${moderator}, 'Insults', ${until === null ? 'null' : `'${until}'`}, ${reverted}, '2026-09-01T00:00:00Z');`;

const note = (
  number: number,
  type: string,
  emitted: string,
  columns: Record<string, string> = {},
): string => {
  const all = { '"AccountId"': String(subject), ...columns };
  return `insert into "Notifications" ("Id", "Type", "EmittedAt", ${Object.keys(all)}) values ('${uuid('note', number)}', '${type}', '${emitted}', ${Object.values(all)});`;
};

const about = (id: string) => ({ '"PostId"': `'${id}'` });

/** The rows, as statements. */
export const ODD_ROWS: readonly string[] = [
  player(author, { '"OptOutChanged"': 'null', '"SiteKarma"': '1', '"PerformanceRating"': '1' }),
  player(subject, {
    '"SiteKarma"': '3',
    '"PerformanceRating"': '3',
    '"TeamplayRating"': '1',
    '"CourtesyRating"': '1',
    '"LastBattleTime"': `'1970-01-01Z'`,
  }),
  player(moderator, { '"Username"': `'Капитан'` }),
  player(PLAYER.hidden, { '"WgHidden"': 'true', '"GameKarma"': '0' }),
  player(PLAYER.unnamed, { '"Username"': `''` }),
  player(optedOut, {
    '"OptedOut"': 'true',
    '"OptOutChanged"': `'2026-11-18T00:00:00Z'`,
    '"SiteKarma"': '1',
    '"PerformanceRating"': '1',
  }),
  player(PLAYER.shiftedOptOut, { '"OptOutChanged"': `'0001-01-01 00:00:00+01'` }),
  player(PLAYER.oldFlag, { '"PostsBanned"': 'true' }),
  player(PLAYER.oldFlagAndBan, { '"PostsBanned"': 'true' }),
  player(PLAYER.drifted, { '"SiteKarma"': '1', '"PerformanceRating"': '-1' }),
  player(PLAYER.member, {
    '"SiteKarma"': '1',
    '"PerformanceRating"': '1',
    '"TeamplayRating"': '1',
    '"CourtesyRating"': '1',
  }),
  player(PLAYER.formerMember),
  player(PLAYER.ofMissingClan),
  player(PLAYER.neverRefreshed, { '"UpdatedAt"': `'-infinity'` }),
  player(PLAYER.rightToLeft, { '"Username"': `'\u200f'` }),
  player(PLAYER.underscores, { '"Username"': `'${'_'.repeat(24)}'` }),
  player(PLAYER.longName, { '"Username"': `'${'n'.repeat(100)}'` }),
  player(PLAYER.zeroOptOut, { '"OptOutChanged"': `'0001-01-01 00:00:00+00'` }),
  player(PLAYER.formerModerator),
  ...CLAN_ROLES.map((_, at) => player(PLAYER.firstOfRoles + at)),
  `insert into "Clans" values (700000001, 'FLEET', 'The Fleet', 'Sails.', 4281576191, false, '2022-04-01Z', '2026-01-01Z'),
    (700000002, '', '', '', 0, true, '-infinity', '-infinity');`,
  `insert into "ClanMembers" values (${PLAYER.member}, 700000001, '2023-05-06', null, 'recruitment_officer'),
    (${PLAYER.formerMember}, 700000001, '2023-05-06', '2024-01-01', 'private'),
    (${PLAYER.ofMissingClan}, 700000009, '-infinity', null, 'commander'),
    (${PLAYER.drifted}, 700000002, '-infinity', null, 'commander');`,
  ...CLAN_ROLES.map(
    (role, at) =>
      `insert into "ClanMembers" values (${PLAYER.firstOfRoles + at}, 700000001, '2024-02-29', null, '${role}');`,
  ),
  `insert into auth."Roles" values (3, 'wg', 'Support'), (4, 'owner', 'Owner');`,
  `insert into auth."Users" values (${moderator}, '11111111-1111-4111-8111-111111111111', '2026-11-10T00:00:00Z'),
    (${PLAYER.signedInOnly}, '22222222-2222-4222-8222-222222222222', '2026-11-20T12:00:00Z'),
    (${subject}, '33333333-3333-4333-8333-333333333333', '2026-11-09T00:00:00Z');`,
  `insert into auth."RoleUser" values (1, ${moderator}), (2, ${moderator}), (2, ${PLAYER.signedInOnly}), (3, ${moderator}), (4, ${moderator});`,
  replay(REPLAY.whole),
  replay(REPLAY.again, { '"MinimapRendered"': 'true' }),
  replay(REPLAY.ofWrongPost, { '"PostId"': `'${POST.plain}'` }),
  replay(REPLAY.withoutPost),
  replay(REPLAY.missing),
  replay(REPLAY.emptyFile),
  replay(REPLAY.damaged),
  replay(REPLAY.dangerous),
  replay(REPLAY.missingEmpty, { '"Players"': `'[]'`, '"ChatMessages"': `'{}'` }),
  replay(REPLAY.ofOldGame, { '"ArenaInfo"': `'${JSON.stringify(ARENA_INFO)}'` }),
  replay(REPLAY.large),
  post(POST.plain, { ...withReplay(REPLAY.whole), '"Flairs"': '1' }),
  post(POST.edited, { ...withReplay(REPLAY.again), '"UpdatedAt"': `'2026-10-03T00:00:00Z'` }),
  post(POST.empty, { ...withReplay(REPLAY.ofWrongPost), '"Title"': `''`, '"Content"': `''` }),
  post(POST.long, {
    ...withReplay(REPLAY.missing),
    '"Title"': `'${'t'.repeat(200)}'`,
    '"Content"': `'${'c'.repeat(5000)}'`,
  }),
  post(POST.aboutOneself, { ...withReplay(REPLAY.emptyFile), '"PlayerId"': String(author), '"Flairs"': '1' }),
  post(POST.bothBits, { ...withReplay(REPLAY.damaged), '"Flairs"': '3' }),
  post(POST.unknownBits, { ...withReplay(REPLAY.dangerous), '"Flairs"': '64' }),
  post(POST.allBits, { ...withReplay(REPLAY.missingEmpty), '"Flairs"': '65535' }),
  post(POST.minusOne, { '"Flairs"': '-1', '"PlayerId"': String(PLAYER.member) }),
  post(POST.uncounted, {
    '"Flairs"': '2',
    '"NegativeKarmaAble"': 'false',
    '"PlayerId"': String(PLAYER.drifted),
  }),
  post(POST.locked, { '"Flairs"': '1', '"ModLocked"': 'true' }),
  post(POST.lockedTwice, { '"Flairs"': '2', '"ModLocked"': 'true', '"ReadOnly"': 'true' }),
  post(POST.readOnly, { '"ReadOnly"': 'true', '"UpdatedAt"': `'2026-10-14T00:00:00Z'` }),
  post(POST.aboutOptedOut, { '"PlayerId"': String(optedOut), '"Flairs"': '1' }),
  post(POST.undated, { '"Flairs"': '2', '"CreatedAt"': `'-infinity'` }),
  post(POST.longTicket, { '"CustomerSupportTicketId"': '2147483647' }),
  post(POST.ticket, {
    '"CustomerSupportTicketId"': '999999999',
    '"CreatedAt"': `'2026-10-18T10:00:00.0001Z'`,
  }),
  post(POST.sameMillisecond, {
    '"CustomerSupportTicketId"': '0',
    '"CreatedAt"': `'2026-10-18T10:00:00.0002Z'`,
  }),
  post(POST.short, { '"Title"': `'gg'`, '"Content"': `'noob!'` }),
  post(POST.firstOfThree, { '"CreatedAt"': `'2026-10-20T10:00:00Z'` }),
  post(POST.secondOfThree, { '"CreatedAt"': `'2026-10-20T10:20:00Z'` }),
  post(POST.thirdOfThree, { '"CreatedAt"': `'2026-10-20T10:59:00Z'` }),
  post(POST.negativeTicket, { '"CustomerSupportTicketId"': '-5' }),
  post(POST.lockedByNone, { '"Flairs"': '1', '"ModLocked"': 'true' }),
  post(POST.ofOldGame, { ...withReplay(REPLAY.ofOldGame), '"CreatedAt"': `'2021-06-01T10:00:00Z'` }),
  post(POST.withLargeFile, { ...withReplay(REPLAY.large), '"CreatedAt"': `'2021-06-02T10:00:00Z'` }),
  action(1, POST.locked, 'deletion'),
  action(2, POST.lockedTwice, 'update'),
  action(3, POST.lockedTwice, 'deletion', ''),
  action(4, POST.readOnly, 'update'),
  action(5, POST.readOnly, 'update'),
  action(6, POST.lockedTwice, 'deletion', 'Rule 3', PLAYER.formerModerator),
  ban(1, PLAYER.oldFlagAndBan, null),
  ban(2, subject, '2026-09-08T00:00:00Z'),
  ban(3, subject, '2027-01-01T00:00:00Z', true),
  ban(4, PLAYER.oldFlag, '2027-01-01T00:00:00Z'),
  ban(5, PLAYER.oldFlagAndBan, '2027-01-01T00:00:00Z'),
  note(1, 'post_edited', '2026-10-05T00:00:00Z', about(POST.edited)),
  note(2, 'post_edited', '2026-10-06T00:00:00Z', about(POST.edited)),
  note(3, 'post_edited', '2026-10-04T00:00:00Z', about(POST.edited)),
  note(4, 'post_added', '2026-08-01T00:00:00Z', {
    ...about(POST.plain),
    '"AcknowledgedAt"': `'2026-08-23T12:00:00Z'`,
  }),
  note(5, 'post_added', '2026-08-01T00:00:00Z', {
    ...about(POST.plain),
    '"AcknowledgedAt"': `'2026-08-21T12:00:00Z'`,
  }),
  note(6, 'other', '2026-10-06T00:00:00Z'),
  note(7, 'post_added', '2026-10-06T00:00:00Z'),
  note(8, 'post_mod_deleted', '2026-10-06T00:00:00Z'),
  note(9, 'post_deleted', '2026-10-07T00:00:00Z', about(POST.plain)),
  note(10, 'post_mod_edited', '2026-10-20T00:00:00Z', {
    '"PostModEditedNotification_ModActionId"': `'${uuid('action', 2)}'`,
  }),
  note(11, 'post_mod_deleted', '2026-10-19T00:00:00Z', { '"ModActionId"': `'${uuid('action', 1)}'` }),
  note(12, 'platform_ban', '2026-09-01T00:00:00Z', { '"BanId"': `'${uuid('ban', 2)}'` }),
];
