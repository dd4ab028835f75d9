/**
 * Who is in a battle, from `tempArenaInfo.json` and from replays. Real files contain real people's data, so
 * they are not part of the repository.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeReplay } from '../src/decode/decode-replay.ts';
import { ROSTER_STREAM_BYTES, readLineup, readRosterStream } from '../src/decode/lineup.ts';
import { DamagedReplayError, InvalidReplayError, NO_SHIPS } from '../src/decode/replay-errors.ts';
import { splitReplayFile, unpackPayload } from '../src/decode/replay-file.ts';
import { encodeReplay, encodeStream } from '../src/encode/encode-replay.ts';
import { CURRENT_LAYOUT, REPLAY_LAYOUTS } from '../src/encode/layouts.ts';
import { pickle } from '../src/encode/pickle-writer.ts';
import { makeBattle } from '../src/encode/sample-battle.ts';

const FOLDER = join(import.meta.dirname, '../../../../shared/replays');
const REAL = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.wowsreplay')) : [];

const replay = encodeReplay(makeBattle({ players: 4, bots: 1 }), CURRENT_LAYOUT);
/** The text of the game's file for the same battle. */
const text = new TextDecoder().decode(splitReplayFile(replay).blocks[0]);
const bytes = (content: string) => new TextEncoder().encode(content);

/** The text in UTF-16, as Windows programs write it, or with the bytes of each unit swapped. */
function utf16(content: string, isSwapped = false): Uint8Array {
  const units = Uint16Array.from(`\ufeff${content}`, (unit) => unit.charCodeAt(0));
  const view = new DataView(units.buffer);
  for (const [index, unit] of units.entries()) view.setUint16(index * 2, unit, !isSwapped);
  return new Uint8Array(units.buffer);
}

function failure(content: Uint8Array): unknown {
  try {
    return readLineup(content);
  } catch (error) {
    return error;
  }
}

describe('a generated battle', () => {
  test('has map, start, mode, the ships and their sides', () => {
    const { ships, ...facts } = readLineup(bytes(text));
    expect(facts).toEqual({
      isReplay: false,
      map: '22_tierra_del_fuego',
      mode: 'RandomBattle',
      playedAt: '2025-02-01T20:15:00',
      ownShip: 'Invented',
    });
    expect(ships).toHaveLength(5);
    expect(ships.map(({ name, side }) => [name, side]).slice(0, 3)).toEqual([
      ['Invented_Captain_0', 'self'],
      ['Invented_Captain_1', 'enemy'],
      ['Invented_Captain_2', 'ally'],
    ]);
    expect(ships[0]?.shipParamsId).toBeGreaterThan(0);
  });

  test('is the same in the replay', () => {
    expect(readLineup(replay)).toEqual({ ...readLineup(bytes(text)), isReplay: true });
  });

  test.each([
    ['UTF-16', utf16(text)],
    ['UTF-16 without a mark', utf16(text).subarray(2)],
    ['big-endian UTF-16', utf16(text, true)],
    ['big-endian UTF-16 without a mark', utf16(text, true).subarray(2)],
    ['NUL bytes behind it', bytes(`${text}\0\0\0`)],
    ['NUL bytes behind UTF-16', utf16(`${text}\0`)],
    ['UTF-8 with a mark', bytes(`\ufeff${text}`)],
    ['spaces around it', bytes(` \r\n${text}\n`)],
  ])('is read from %s (rule 33.6)', (_, content) => {
    expect(readLineup(content)).toEqual(readLineup(bytes(text)));
  });
});

describe('a file that cannot be read (rule 33.6)', () => {
  test.each([
    ['empty', new Uint8Array()],
    ['only NUL bytes', new Uint8Array(100)],
    ['half, then NUL bytes', bytes(`${text.slice(0, text.length / 2)}\0\0`)],
    ['half', bytes(text.slice(0, text.length / 2))],
    ['half, of a replay', replay.subarray(0, 200)],
  ])('may still be written: %s', (_, content) => {
    expect(failure(content)).toBeInstanceOf(DamagedReplayError);
  });

  test.each([
    ['another JSON', bytes('{"name": "Aurora"}'), NO_SHIPS],
    ['a list', bytes('[]'), NO_SHIPS],
    ['vehicles of another shape', bytes('{"vehicles": [1]}'), NO_SHIPS],
    ['no vehicles', bytes('{"vehicles": []}'), NO_SHIPS],
    ['a text', bytes('Dear Diary'), 'The file is neither a battle nor a replay.'],
    ['a text in UTF-16', utf16('Dear Diary'), 'The file is neither a battle nor a replay.'],
    ['50 MB', new Uint8Array(50_000_000).fill(0x20), 'The file is cut short.'],
  ])('is refused: %s', (_, content, message) => {
    expect(failure(content)).toMatchObject({ message });
    expect(failure(content)).toBeInstanceOf(InvalidReplayError);
  });
});

describe('the packets of a running battle (rule 33.41)', () => {
  const battle = makeBattle({ players: 6, bots: 2 });
  const [first, , third] = battle.participants;
  const { ships } = readLineup(encodeReplay(battle, CURRENT_LAYOUT));
  const stream = encodeStream(battle, CURRENT_LAYOUT);

  test.each(REPLAY_LAYOUTS.map((layout) => [layout.version, layout] as const))(
    'have the accounts of its players, not its bots, in game %s',
    (_, layout) => {
      expect(readRosterStream(encodeStream(battle, layout), ships)).toEqual(
        battle.participants
          .filter(({ isBot }) => !isBot)
          .map(({ name, accountId, clanTag }) => ({ name, accountId, clanTag, division: null })),
      );
    },
  );

  test('have its divisions', () => {
    const PRE_BATTLE = 70_000;
    const members = battle.participants.map((member) => ({
      ...member,
      ...([first, third].some((one) => one?.id === member.id) && { division: PRE_BATTLE }),
    }));
    const accounts = readRosterStream(
      encodeStream({ ...battle, participants: members }, CURRENT_LAYOUT),
      ships,
    );
    expect(accounts?.map(({ division }) => division)).toEqual([1, null, 1, null, null, null]);
  });

  test('have no accounts until the roster is complete', () => {
    const ends = Array.from({ length: Math.ceil(stream.length / 100) }, (_, index) => index * 100);
    const found = [...ends, stream.length].map((end) => readRosterStream(stream.subarray(0, end), ships));
    expect(new Set(found.map((accounts) => accounts?.length))).toEqual(new Set([undefined, 6]));
    expect([found[0], found.at(-1)?.length]).toEqual([null, 6]);
  });

  const other = makeBattle({ players: 6 });
  for (const member of other.participants) member.name = `Other_${member.name}`;
  const repeated = structuredClone(battle);
  for (const member of repeated.participants) member.accountId &&= 500_100_001;
  const code = pickle({ instanceOf: 'os.system', state: 1 });
  test.each([
    ['of another battle', encodeStream(other, CURRENT_LAYOUT)],
    ['with an account twice', encodeStream(repeated, CURRENT_LAYOUT)],
    ['with code', encodeStream(battle, CURRENT_LAYOUT, { arenaPickles: [code, code] })],
    ['that are none', bytes(text)],
  ])('have no accounts: %s', (_, content) => {
    expect(readRosterStream(content, ships)).toBeNull();
  });
});

test.runIf(REAL.length > 0).each(REAL)('%s has the ships of its header on both sides', (file) => {
  const content = new Uint8Array(readFileSync(join(FOLDER, file)));
  const header = splitReplayFile(content).blocks[0] as Uint8Array;
  const { vehicles } = JSON.parse(new TextDecoder().decode(header)) as { vehicles: { relation: number }[] };
  for (const lineup of [readLineup(content), readLineup(header)]) {
    const sides = lineup.ships.map(({ side }) => ['self', 'ally', 'enemy'].indexOf(side));
    expect(sides).toEqual(vehicles.map(({ relation }) => relation));
    expect([lineup.map, lineup.playedAt]).not.toContain(null);
  }
});

test.runIf(REAL.length > 0).each(REAL)(
  '%s has its accounts in the first 64 KB of its packets',
  async (file) => {
    const content = new Uint8Array(readFileSync(join(FOLDER, file)));
    const { stream } = unpackPayload(splitReplayFile(content), 64 * 1024 * 1024);
    const { players } = await decodeReplay(content);
    const accounts = players.filter(({ accountId }) => accountId > 0);
    // Without names in the output of a failure.
    const idsOf = (found: readonly { accountId: number; division?: number | null }[] | null) =>
      found?.map(({ accountId, division = null }) => [accountId, division]);
    const head = stream.slice(0, ROSTER_STREAM_BYTES);
    const found = readRosterStream(head, readLineup(content).ships);
    expect(idsOf(found)).toEqual(idsOf(accounts));
  },
);
