/** Who is in a battle, as the page of the battle shows it (Rules 33.2 and 33.7). */
import type { Lineup, LineupShip, RosterAccount } from 'wows-replay/lineup';
import { shipOf } from 'wows-replay/ships';
import { mapName } from '#lib/domain/battle-names.ts';
import type { RegionId } from '#lib/regions.ts';
import { ACCOUNT_NAME } from '#lib/schemas/player.ts';

/** A ship with who plays it; `hasAccount` is false for bots, and for a name that no account can have. */
export interface Sailor extends LineupShip {
  isBot: boolean;
  hasAccount: boolean;
}

/** One team: its players, and the ships that the game plays. */
export interface LineupTeam {
  players: readonly Sailor[];
  bots: readonly Sailor[];
}

/** Bots are named like `:Bouvet:`, or by a key of the game's texts. No account has such a name, except by the key's prefix. */
const BOT = /^:|^IDS_/;

const names = new Intl.Collator(undefined, { sensitivity: 'base' });
/** The letter of the class in the ship's code. The game lists classes in this order: A for carriers to X for auxiliary ships. */
const classLetter = ({ shipParamsId }: LineupShip): string => shipOf(shipParamsId)?.code.charAt(3) ?? 'Z';

/** The user first, then by class of ship and name; never by karma, which would make it a list of targets. */
const byShip = (a: Sailor, b: Sailor): number =>
  Number(b.side === 'self') - Number(a.side === 'self') ||
  names.compare(classLetter(a), classLetter(b)) ||
  names.compare(a.name, b.name);

/** The user's team and the enemy's. */
export function teamsOf({ ships }: Lineup): { own: LineupTeam; enemy: LineupTeam } {
  const sailors = ships
    .map((ship): Sailor => {
      const isBot = BOT.test(ship.name);
      return { ...ship, isBot, hasAccount: !isBot && ACCOUNT_NAME.test(ship.name) };
    })
    .sort(byShip);
  const team = (isEnemy: boolean): LineupTeam => {
    const members = sailors.filter(({ side }) => (side === 'enemy') === isEnemy);
    return { players: members.filter(({ isBot }) => !isBot), bots: members.filter(({ isBot }) => isBot) };
  };
  return { own: team(false), enemy: team(true) };
}

/** Teams of a battle. */
export type LineupSide = 'own' | 'enemy' | 'both';

/** Accounts of the battle's players by their names, where the game's files have them. */
export type LineupAccounts = ReadonlyMap<string, RosterAccount>;

/** The players of a side to look up, the user's team first: by account, or else by a name that an account can have. */
export function playersToLookUp(
  lineup: Lineup,
  side: LineupSide,
  accounts: LineupAccounts,
  max: number,
): { names: string[]; accounts: { id: number; name: string }[] } {
  const { own, enemy } = teamsOf(lineup);
  const players = { own: own.players, enemy: enemy.players, both: [...own.players, ...enemy.players] }[side];
  const asked = players
    .filter(({ name, hasAccount }) => hasAccount || accounts.has(name))
    .map(({ name }) => name);
  const unique = [...new Set(asked)].slice(0, max);
  const names = unique.filter((name) => !accounts.has(name));
  const pairs = unique
    .flatMap((name) => accounts.get(name) ?? [])
    .map(({ accountId, name }) => ({ id: accountId, name }));
  return { names, accounts: pairs };
}

/** The region of an account by the range of its id, in which the publisher numbers accounts. Only a guess: never refuse by it. */
export function regionOfAccount(id: number): RegionId {
  if (id < 500_000_000) return 'cis';
  if (id < 1_000_000_000) return 'eu';
  return id < 2_000_000_000 ? 'na' : 'sea';
}

/** Whether most accounts are those of another region than this one (Rule 33.43). */
export function areElsewhere(accounts: LineupAccounts, region: RegionId): boolean {
  const away = [...accounts.values()].filter(({ accountId }) => regionOfAccount(accountId) !== region);
  return away.length * 2 > accounts.size;
}

/** Divisions of the user's team, counted from 1, by the names of their members. */
export function divisionsOf(lineup: Lineup | null, accounts: LineupAccounts): ReadonlyMap<string, number> {
  const players = lineup ? teamsOf(lineup).own.players : [];
  const byDivision = Map.groupBy(players, ({ name }) => accounts.get(name)?.division ?? null);
  byDivision.delete(null);
  const groups = [...byDivision.values()].filter(({ length }) => length > 1);
  return new Map(groups.flatMap((group, index) => group.map(({ name }) => [name, index + 1] as const)));
}

const battleKey = ({ map, playedAt, ships }: Lineup): string =>
  JSON.stringify([map, playedAt, ships.map(({ name }) => name).sort()]);

/** Whether two files are of one battle: the same map, start and players (Rule 33.10). */
export const isSameBattle = (a: Lineup, b: Lineup): boolean => battleKey(a) === battleKey(b);

/** Start, ship and map of a replay, from the name that the game gives its file. Its title is the name if the user changed it. */
export function readReplayName(name: string): { playedAt: string; title: string } {
  const playedAt = name.replace(/^(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d).*/, '$1-$2-$3T$4:$5');
  const [, ship, map] = /_[^-_]+-(.+?)(?:-\d{4})?_([a-z]?\d+_.+)\.wowsreplay$/i.exec(name) ?? [];
  return { playedAt, title: ship && map ? `${ship.replaceAll('-', ' ')} · ${mapName(map)}` : name };
}
