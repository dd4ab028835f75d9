/** The arena state: what the game server sends about the participants at the start of a battle. */
import type { Battle, Observer, Participant } from './battle.ts';
import { blob, bytesOf, i64 } from './byte-writer.ts';
import type { ReplayLayout } from './layouts.ts';
import { type Picklable, pickle } from './pickle-writer.ts';
import { shipsOf } from './ships.ts';

const DEFAULT_ARENA_ID = 1_234_567_890_123_456n;

/** The id of the battle. */
export const arenaIdOf = ({ arenaId = DEFAULT_ARENA_ID }: Pick<Battle, 'arenaId'>): bigint => arenaId;

/** The arguments of the arena state: arena id, build type, pickles. */
export function arenaArguments(pickles: Uint8Array[], battle: Pick<Battle, 'arenaId'> = {}): Uint8Array {
  return bytesOf(i64(arenaIdOf(battle)), 2, ...pickles.map(blob));
}

/** The pickles of the arena state: pre-battles, players, bots, observers, buildings. */
export function arenaPickles(battle: Battle, layout: ReplayLayout): Uint8Array[] {
  const { participants, observers = [] } = battle;
  const health = fullHealth(battle);
  const rows = (fields: string[], members: Participant[]) => rosterPickle(fields, members, health);
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

/** The arguments for ships that join during the battle: lists of players and bots. */
export function reinforcementArguments(
  ships: Participant[],
  battle: Battle,
  layout: ReplayLayout,
): Uint8Array {
  const health = fullHealth(battle);
  const { playerFields, botFields } = layout;
  const lists = botFields
    ? [rosterPickle(playerFields, [], health), rosterPickle(botFields, ships, health)]
    : [rosterPickle(playerFields, ships, health)];
  return bytesOf(...lists.map(blob));
}

function rosterPickle(fields: string[], members: Participant[], health: Map<number, number>): Uint8Array {
  return pickle(
    members.map((member) => {
      const values = valuesOf(member, health.get(member.shipId));
      return fields.map((field, column) => ({ pair: [column, fieldValue(values, field)] }));
    }),
  );
}

/** The health that each ship of the course begins with, by its entity id. */
function fullHealth(battle: Battle): Map<number, number> {
  const ships = shipsOf(battle);
  const appearances = battle.course?.appearances ?? [];
  // Later entries win, so that the first appearance counts.
  return new Map(appearances.toReversed().map(({ ship, health }) => [ships[ship]?.shipId ?? 0, health]));
}

/** Values like those of real files, including numbers that could be mistaken for those of another column. */
function valuesOf(
  member: Participant,
  health = 40_000 + (member.shipParamsId % 977),
): Record<string, Picklable> {
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
    maxHealth: Math.round(health),
    name: member.name,
    preBattleIdOnStart: member.division ?? 0,
    preBattleSign: 0,
    prebattleId: member.division ?? 0,
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
