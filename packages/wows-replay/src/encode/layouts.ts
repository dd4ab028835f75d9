/** Fields of a participant in the order that the game numbers them, which is alphabetical. */
const FIELDS_38 = [
  ['accountDBID', 'antiAbuseEnabled', 'avatarId', 'camouflageInfo', 'clanColor', 'clanID', 'clanTag'],
  ['crewParams', 'dogTag', 'fragsCount', 'friendlyFireEnabled', 'id', 'invitationsEnabled', 'isAbuser'],
  ['isAlive', 'isBot', 'isClientLoaded', 'isConnected', 'isHidden', 'isLeaver', 'isPreBattleOwner'],
  ['isTShooter', 'keyTargetMarkers', 'killedBuildingsCount', 'maxHealth', 'name', 'playerMode'],
  ['preBattleIdOnStart', 'preBattleSign', 'prebattleId', 'realm', 'shipComponents', 'shipConfigDump'],
  ['shipId', 'shipParamsId', 'skinId', 'teamId', 'ttkStatus'],
].flat();

const FIELDS_37 = without(FIELDS_38, 'keyTargetMarkers');
const FIELDS_35 = without(FIELDS_37, 'antiAbuseEnabled', 'shipConfigDump');
const FIELDS_34 = without(FIELDS_35, 'isHidden');
const FIELDS_32 = without(FIELDS_34, 'camouflageInfo', 'friendlyFireEnabled');
const HUMAN_FIELDS = [
  ['avatarId', 'isClientLoaded', 'isConnected', 'isHidden', 'isLeaver', 'keyTargetMarkers', 'playerMode'],
  ['preBattleIdOnStart', 'preBattleSign', 'prebattleId'],
].flat();
const FIELDS_BOT = without(FIELDS_38, ...HUMAN_FIELDS);
/** A possible future version: new fields in between move every column. */
const FIELDS_FUTURE = [...FIELDS_38, 'alliance', 'battlePass', 'hairColor', 'nickColor'].sort((a, b) =>
  a.toLowerCase() < b.toLowerCase() ? -1 : 1,
);

function without(fields: string[], ...removed: string[]): string[] {
  return fields.filter((field) => !removed.includes(field));
}

/** The format of a range of game versions. */
export interface ReplayLayout {
  version: string;
  headerBlocks: 1 | 3;
  playerFields: string[];
  /** Undefined when bots are listed among the players. */
  botFields?: string[];
  /** Whether a pickle of pre-battles comes before the players. */
  hasPreBattles: boolean;
  /** Lists after players and bots: observers, buildings. */
  trailingLists: number;
  chatSender: 'avatarId' | 'id';
  arenaMethodId: number;
  chatMethodId: number;
}

const OLD = { headerBlocks: 1, hasPreBattles: true, trailingLists: 2, chatSender: 'avatarId' } as const;
const BEFORE_0_9 = { ...OLD, hasPreBattles: false, trailingLists: 1 } as const;
const SINCE_0_11_4 = { ...OLD, botFields: FIELDS_BOT, chatSender: 'id' } as const;
const SINCE_12_6 = { ...SINCE_0_11_4, headerBlocks: 3, playerFields: FIELDS_38 } as const;

/** One layout for each generation of the format. */
export const REPLAY_LAYOUTS: readonly ReplayLayout[] = [
  { ...BEFORE_0_9, version: '0,8,0,1350826', playerFields: FIELDS_32, ...methods(101) },
  { ...BEFORE_0_9, version: '0,8,7,1900000', playerFields: FIELDS_32, ...methods(105) },
  { ...OLD, version: '0,9,1,2000000', playerFields: FIELDS_34, ...methods(110) },
  { ...OLD, version: '0,10,0,3400000', playerFields: FIELDS_34, ...methods(114) },
  { ...OLD, version: '0,10,5,4046169', playerFields: FIELDS_34, ...methods(116) },
  { ...OLD, version: '0,10,7,4400000', playerFields: FIELDS_35, ...methods(117) },
  { ...OLD, version: '0,10,9,4700000', playerFields: FIELDS_37, ...methods(121) },
  { ...OLD, version: '0,11,2,5315992', playerFields: FIELDS_37, ...methods(126) },
  { ...SINCE_0_11_4, version: '0,11,4,5600000', playerFields: FIELDS_37, ...methods(127) },
  { ...SINCE_0_11_4, version: '0,11,11,6500000', playerFields: FIELDS_38, ...methods(128) },
  { ...SINCE_0_11_4, version: '12,5,0,7100000', playerFields: FIELDS_38, ...methods(129) },
  { ...SINCE_12_6, version: '12,6,0,7200000', ...methods(130) },
  { ...SINCE_12_6, version: '15,5,0,12900000', ...methods(148) },
  { ...SINCE_12_6, version: '99,1,0,99000000', playerFields: FIELDS_FUTURE, ...methods(301) },
];

function methods(arenaMethodId: number) {
  return { arenaMethodId, chatMethodId: arenaMethodId - 2 };
}

/** The layout of current files. */
export const CURRENT_LAYOUT = REPLAY_LAYOUTS.find(({ version }) => version.startsWith('15,')) as ReplayLayout;
