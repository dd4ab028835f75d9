import { deflateSync } from 'node:zlib';
import type { Battle, Observer, Participant, SpokenLine } from './battle.ts';
import { blob, bytesOf, i64, u32 } from './byte-writer.ts';
import { encryptPayload } from './encrypt-payload.ts';
import type { ReplayLayout } from './layouts.ts';
import { type Picklable, pickle } from './pickle-writer.ts';

/** Parts of a file that a test replaces. */
export interface EncodeOptions {
  /** Overrides fields of the header; undefined removes a field. */
  header?: Record<string, unknown>;
  /** Pickles of the arena state, instead of the battle's. */
  arenaPickles?: Uint8Array[];
  /** Packets inserted before the arena state. */
  extraPackets?: Uint8Array[];
  /** Overrides the stated size of the unpacked payload. */
  unpackedSize?: number;
  /** The packet stream, instead of the battle's. */
  stream?: Uint8Array;
}

/** Encodes a replay file in the given layout, as the game does. */
export function encodeReplay(
  battle: Battle,
  layout: ReplayLayout,
  options: EncodeOptions = {},
): Uint8Array<ArrayBuffer> {
  const stream = options.stream ?? encodeStream(battle, layout, options);
  const packed = deflateSync(stream);
  const blocks = [bytesOf(JSON.stringify(headerOf(battle, layout, options.header)))];
  if (layout.headerBlocks === 3) blocks.push(bytesOf(), bytesOf('500100001.1234567890123456'));
  return bytesOf(
    bytesOf(0x12, 0x32, 0x34, 0x11),
    u32(blocks.length),
    ...blocks.flatMap((block) => [u32(block.length), block]),
    u32(options.unpackedSize ?? stream.length),
    u32(packed.length),
    encryptPayload(packed),
  );
}

/** A packet: u32 size, u32 type, f32 clock, payload. */
export function packet(type: number, payload: Uint8Array): Uint8Array {
  return bytesOf(u32(payload.length), u32(type), u32(0), payload);
}

/** A call of an entity's method: packet type 8. */
export function entityMethod(methodId: number, args: Uint8Array): Uint8Array {
  return packet(8, bytesOf(u32(4711), u32(methodId), u32(args.length), args));
}

/** The arguments of the arena state: arena id, build type, pickles. */
export function arenaArguments(pickles: Uint8Array[]): Uint8Array {
  return bytesOf(i64(1_234_567_890_123_456n), 2, ...pickles.map(blob));
}

/** The pickles of the arena state: pre-battles, players, bots, observers, buildings. */
export function arenaPickles({ participants, observers = [] }: Battle, layout: ReplayLayout): Uint8Array[] {
  const rows = (fields: string[], members: Participant[]) =>
    pickle(
      members.map((member) => {
        const values = valuesOf(member);
        return fields.map((field, column) => ({ pair: [column, fieldValue(values, field)] }));
      }),
    );
  const { playerFields, botFields } = layout;
  const preBattles = pickle({ dict: [0, 1].map((team) => [team, []]) });
  const players = botFields ? participants.filter((member) => !member.isBot) : participants;
  const bots = participants.filter((member) => member.isBot);
  const trailing = [pickle(observers.map(observerRow)), pickle([])];
  return [
    ...(layout.hasPreBattles ? [preBattles] : []),
    rows(playerFields, players),
    ...(botFields ? [rows(botFields, bots)] : []),
    ...trailing.slice(0, layout.trailingLists),
  ];
}

/** The unpacked packet stream of such a file. */
export function encodeStream(battle: Battle, layout: ReplayLayout, options: EncodeOptions = {}): Uint8Array {
  return bytesOf(
    packet(0, bytesOf('a base player')),
    entityMethod(68, bytesOf(7, blob(pickle({ instanceOf: 'Math.Vector3', state: 1.5 })))),
    entityMethod(12, bytesOf('arguments of another shape')),
    ...(options.extraPackets ?? []),
    entityMethod(layout.arenaMethodId, arenaArguments(options.arenaPickles ?? arenaPickles(battle, layout))),
    ...battle.chat.flatMap((line) => [packet(7, u32(1)), chatPacket(line, battle, layout)]),
    packet(0xffffffff, bytesOf()),
  );
}

function chatPacket(
  { from, group, text, extra = '' }: SpokenLine,
  battle: Battle,
  layout: ReplayLayout,
): Uint8Array {
  const sender =
    typeof from === 'object' ? from.senderId : (battle.participants[from]?.[layout.chatSender] ?? 0);
  return entityMethod(layout.chatMethodId, bytesOf(u32(sender), blob(group), blob(text), blob(extra)));
}

function headerOf({ participants }: Battle, layout: ReplayLayout, changes: Record<string, unknown> = {}) {
  return {
    clientVersionFromExe: layout.version,
    mapName: 'spaces/22_tierra_del_fuego',
    mapDisplayName: '22_tierra_del_fuego',
    dateTime: '01.02.2025 20:15:00',
    playerName: participants[0]?.name,
    playerVehicle: 'PZSX001-Invented',
    duration: 1200,
    matchGroup: 'pvp',
    vehicles: participants.map(({ shipParamsId, relation, id, name }) => ({
      shipId: shipParamsId,
      relation,
      id,
      name,
    })),
    ...changes,
  };
}

/** Values like those of real files, including numbers that could be mistaken for those of another column. */
function valuesOf(member: Participant): Record<string, Picklable> {
  return {
    accountDBID: member.isBot ? -Math.abs(member.id) : member.accountId,
    avatarId: member.avatarId,
    camouflageInfo: { instanceOf: 'CamouflageInfo.CamouflageInfo', state: { dict: [['scheme', 0]] } },
    playerMode: { instanceOf: 'PlayerModeDef.PlayerMode', state: { dict: [['mode', 1]] } },
    clanColor: 13_477_119,
    clanID: member.clanId,
    clanTag: member.clanTag,
    crewParams: [0, 1],
    dogTag: [],
    id: member.id,
    isBot: member.isBot,
    fragsCount: 0,
    killedBuildingsCount: 0,
    maxHealth: 40_000 + (member.shipParamsId % 977),
    name: member.name,
    preBattleIdOnStart: 0,
    preBattleSign: 0,
    prebattleId: 0,
    realm: 'EU',
    shipComponents: { dict: [['hull', 'A']] },
    shipConfigDump: '\u0001\u0002',
    shipId: member.shipId,
    shipParamsId: member.shipParamsId,
    skinId: member.shipParamsId,
    teamId: member.teamId,
  };
}

/** The fields of an observer, numbered like a player's: no ship, no clan. */
function observerRow({ accountId, avatarId, id, name, teamId }: Observer): Picklable[] {
  const flags = [true, true, true, true, false, false];
  const values = [accountId, avatarId, [], id, ...flags, name, null, 0, 0, 0, 'EU', teamId];
  return values.map((value, column) => ({ pair: [column, value] }));
}

function fieldValue(values: Record<string, Picklable>, field: string): Picklable {
  return field in values ? (values[field] as Picklable) : field.endsWith('Color') ? 0 : false;
}
