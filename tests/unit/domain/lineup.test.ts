/** Who is in a battle, as its page lists them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Lineup, type LineupShip, readLineup } from 'wows-replay/lineup';
import {
  areElsewhere,
  divisionsOf,
  isSameBattle,
  type LineupSide,
  playersToLookUp,
  readReplayName,
  teamsOf,
} from '#lib/domain/lineup.ts';

/** A US ship of a class: its number holds the class in bits 15 to 19. */
const shipOfClass = (index: number): number => 0xfee * 2 ** 20 + ((0x1f - index) << 15) + 14_320;
const SHIPS = { battleship: shipOfClass(1), cruiser: shipOfClass(2), destroyer: shipOfClass(3) };
const ship = (name: string, side: LineupShip['side'], kind: keyof typeof SHIPS = 'cruiser'): LineupShip => ({
  id: 1,
  name,
  side,
  shipParamsId: SHIPS[kind],
});
const BATTLE: Lineup = {
  map: '53_Shoreside',
  playedAt: '2026-02-01T20:15:00',
  mode: 'RandomBattle',
  isReplay: false,
  ownShip: null,
  ships: [
    ship('zulu', 'ally', 'destroyer'),
    ship(':Bouvet:', 'ally'),
    ship('Yankee', 'ally'),
    ship('User_1', 'self', 'destroyer'),
    ship('alpha', 'ally'),
    ship('八步=永', 'ally', 'battleship'),
    ship('IDS_OP_02_BOT_1', 'enemy'),
    ship('Enemy_2', 'enemy', 'destroyer'),
    ship('再无热情', 'enemy', 'battleship'),
  ],
};
const listed = (list: readonly LineupShip[]) => list.map(({ name }) => name);

it('lists the user first, then by class and name, and bots apart (rule 33.2)', () => {
  const { own, enemy } = teamsOf(BATTLE);
  expect(listed(own.players)).toEqual(['User_1', '八步=永', 'alpha', 'Yankee', 'zulu']);
  expect(listed(enemy.players)).toEqual(['再无热情', 'Enemy_2']);
  expect([listed(own.bots), listed(enemy.bots)]).toEqual([[':Bouvet:'], ['IDS_OP_02_BOT_1']]);
});

it('looks up no bots, no names that no account can have, and none twice (rule 33.7)', () => {
  const twice = { ...BATTLE, ships: [...BATTLE.ships, ship('alpha', 'enemy')] };
  const namesOf = (side: LineupSide) => playersToLookUp(twice, side, new Map(), 40).names;
  expect(namesOf('both')).toEqual(['User_1', 'alpha', 'Yankee', 'zulu', '再无热情', 'Enemy_2']);
  expect(namesOf('enemy')).toEqual(['再无热情', 'alpha', 'Enemy_2']);
  expect(teamsOf(BATTLE).own.players.find(({ hasAccount }) => !hasAccount)?.name).toBe('八步=永');
});

const account = (accountId: number, name: string, division: number | null = null) =>
  [name, { accountId, name, division, clanTag: '' }] as const;

it('looks up players by account where the game has it, whatever their names (rule 33.13)', () => {
  const accounts = new Map([account(7, '八步=永'), account(8, 'zulu')]);
  expect(playersToLookUp(BATTLE, 'own', accounts, 4)).toEqual({
    names: ['User_1', 'alpha', 'Yankee'],
    accounts: [{ id: 7, name: '八步=永' }],
  });
});

it('numbers the divisions of the own team alone (rule 33.13)', () => {
  const accounts = new Map([
    account(1, 'User_1', 5),
    account(2, 'alpha', 3),
    account(3, 'zulu', 5),
    account(4, 'Yankee'),
    account(5, 'Enemy_2', 3),
  ]);
  expect([...divisionsOf(BATTLE, accounts)]).toEqual([
    ['User_1', 1],
    ['zulu', 1],
  ]);
});

it.each([
  ['another order', { ships: BATTLE.ships.toReversed(), isReplay: true }, true],
  ['another map', { map: '01_solomon_islands' }, false],
  ['another start', { playedAt: '2026-02-01T20:15:01' }, false],
  ['other players', { ships: BATTLE.ships.slice(1) }, false],
])('compares two files of a battle: %s', (_, change, isSame) => {
  expect(isSameBattle(BATTLE, { ...BATTLE, ...change })).toBe(isSame);
});

it.each([
  ['20250201_201500_PASB017-Montana-1945_22_tierra_del_fuego.wowsreplay', 'Montana · Tierra del Fuego'],
  ['20250201_201500_PGSD110-Z-52_s06_Atoll.wowsreplay', 'Z 52 · Atoll'],
  ['20250201_201500_evening.wowsreplay', '20250201_201500_evening.wowsreplay'],
])('reads start, ship and map from %s', (name, title) => {
  expect(readReplayName(name)).toEqual({ playedAt: '2025-02-01T20:15', title });
});

it.each([
  [499_999_999, 'cis'],
  [500_000_000, 'eu'],
  [999_999_999, 'eu'],
  [1_000_000_000, 'na'],
  [1_999_999_999, 'na'],
  [2_000_000_000, 'sea'],
] as const)('places the account %i in %s (rule 33.43)', (id, region) => {
  const accounts = new Map([account(id, 'alpha'), account(id, 'zulu'), account(7, 'Yankee')]);
  expect(areElsewhere(accounts, region)).toBe(false);
  expect(areElsewhere(accounts, region === 'eu' ? 'na' : 'eu')).toBe(true);
  expect(areElsewhere(new Map(), region)).toBe(false);
});

/** Real files contain real people's data, so they are not part of the repository. */
const FOLDER = join(import.meta.dirname, '../../../../shared/replays');
const REAL = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.wowsreplay')) : [];

it.runIf(REAL.length > 0).each(REAL)('lists everyone of %s once (rule 33.2)', (file) => {
  const lineup = readLineup(new Uint8Array(readFileSync(join(FOLDER, file))));
  const { own, enemy } = teamsOf(lineup);
  const rows = [own.players, own.bots, enemy.players, enemy.bots].flat();
  expect(listed(rows).toSorted()).toEqual(listed(lineup.ships).toSorted());
  expect(own.players[0]?.side).toBe('self');
  expect(playersToLookUp(lineup, 'both', new Map(), 40).names.join()).not.toMatch(/(^|,)(:|IDS_)/);
});
