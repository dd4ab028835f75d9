import { describe, expect, test } from 'vitest';
import { decodeReplay } from '../src/decode/decode-replay.ts';
import { DamagedReplayError, InvalidReplayError } from '../src/decode/replay-errors.ts';
import { arenaArguments, arenaPickles } from '../src/encode/arena-state.ts';
import { bytesOf, u32 } from '../src/encode/byte-writer.ts';
import { type EncodeOptions, encodeReplay } from '../src/encode/encode-replay.ts';
import { REPLAY_LAYOUTS, type ReplayLayout } from '../src/encode/layouts.ts';
import { entityMethod } from '../src/encode/packets.ts';
import { pickle } from '../src/encode/pickle-writer.ts';
import { expectedPlayers, makeBattle } from '../src/encode/sample-battle.ts';
import { REPLAY_MAX_BYTES } from '../src/replay.ts';

const byVersion = REPLAY_LAYOUTS.map((layout): [string, ReplayLayout] => [layout.version, layout]);
const latest = REPLAY_LAYOUTS.find((layout) => layout.version.startsWith('15')) as ReplayLayout;

const CHAT = [
  { from: 0, group: 'battle_common', text: 'good luck, have fun' },
  { from: 1, group: 'battle_team', text: '我们走吧 ⚓ <b>&amp;</b>' },
  { from: 2, group: 'battle_prebattle', text: 'x'.repeat(300) },
  { from: { senderId: 0 }, group: 'battle_team', text: 'IDS_SHIP_SUNK' },
  { from: { senderId: 999 }, group: 'battle_common', text: 'a spectator?' },
];

describe.each(byVersion)('A replay of game %s', (_, layout) => {
  test('decodes to its roster and chat with account ids (Rule 15.1)', async () => {
    const battle = makeBattle({ players: 14, chat: CHAT });
    const replay = await decodeReplay(encodeReplay(battle, layout));
    expect(replay.source).toBe('payload');
    expect(replay.players).toEqual(expectedPlayers(battle));
    const [first, second, third] = battle.participants;
    expect(replay.chatMessages.map(({ playerId, username }) => [playerId, username])).toEqual([
      [first?.accountId, first?.name],
      [second?.accountId, second?.name],
      [third?.accountId, third?.name],
      [0, null],
      [0, null],
    ]);
    expect(replay.chatMessages.map((message) => message.messageContent)).toEqual(
      CHAT.map((line) => line.text),
    );
    expect(replay.chatMessages.map((message) => message.messageGroup)).toEqual(
      CHAT.map((line) => line.group),
    );
    expect(replay.chatMessages.map((message) => message.isSystemText)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(replay.details).toMatchObject({
      headerBlocks: layout.headerBlocks,
      arenaMethodId: layout.arenaMethodId,
      chatMethodId: layout.chatMethodId,
    });
  });

  test.each([
    ['one player alone', { players: 1 }],
    ['a duel', { players: 2 }],
    ['players and bots', { players: 9, bots: 9 }],
    ['one player among bots that share names', { players: 1, bots: 17 }],
  ])('with %s assigns the right ids to every player', async (_name, size) => {
    const battle = makeBattle(size);
    const replay = await decodeReplay(encodeReplay(battle, layout));
    expect(replay.source).toBe('payload');
    expect(replay.players).toEqual(expectedPlayers(battle));
  });

  test('with all players on one side and all bots on the other has the right sides', async () => {
    const battle = makeBattle({ players: 5, bots: 5 });
    for (const member of battle.participants) {
      member.teamId = member.isBot ? 1 : 0;
      if (member.relation !== 0) member.relation = member.isBot ? 2 : 1;
    }
    const replay = await decodeReplay(encodeReplay(battle, layout));
    expect(replay.players).toEqual(expectedPlayers(battle));
  });
});

test.each(byVersion.filter(([, { version }]) => !/^(0,8|99),/.test(version)))(
  'The known columns of game %s apply even if a value is missing',
  async (_, layout) => {
    const battle = makeBattle({ players: 3, bots: 1 });
    const nameless = battle.participants.map((member) => ({ ...member, clanTag: null as unknown as string }));
    const replay = await decodeReplay(encodeReplay({ ...battle, participants: nameless }, layout));
    expect(replay.players).toEqual(expectedPlayers(battle).map((player) => ({ ...player, clanTag: '' })));
  },
);

describe('A header', () => {
  test('describes the battle even with missing, odd or additional fields', async () => {
    const header = { matchGroup: undefined, duration: 'long', mapName: 7, newField: { deep: [1] } };
    const replay = await decodeReplay(encodeReplay(makeBattle(), latest, { header }));
    expect(replay.header).toMatchObject({
      clientVersionFromExe: latest.version,
      dateTime: '01.02.2025 20:15:00',
      playerName: 'Invented_Captain_0',
      matchGroup: '',
      mapName: '',
    });
    expect(replay.source).toBe('payload');
  });

  test('adds vehicles that the arena state leaves out', async () => {
    const battle = makeBattle({ players: 4 });
    const late = { id: 999_999, name: 'Late_Captain', relation: 2, shipId: 4_200_000_000 };
    const vehicles = battle.participants.map(({ id, name, relation, shipParamsId }) => ({
      id,
      name,
      relation,
      shipId: shipParamsId,
    }));
    const replay = await decodeReplay(
      encodeReplay(battle, latest, { header: { vehicles: [...vehicles, late] } }),
    );
    expect(replay.players).toHaveLength(5);
    expect(replay.players.at(-1)).toMatchObject({ name: 'Late_Captain', accountId: 0, teamId: 1 });
  });

  test.each([
    ['is no JSON', fileWithHeader('{"vehicles":[')],
    ['is nested very deeply', fileWithHeader('['.repeat(1_000_000))],
    ['has no ships', encodeReplay(makeBattle(), latest, { header: { vehicles: undefined } })],
    [
      'has ships without ids',
      encodeReplay(makeBattle(), latest, { header: { vehicles: [{ name: 'Ann' }] } }),
    ],
  ])('that %s makes the file invalid', async (_, file) => {
    await expect(decodeReplay(file)).rejects.toThrow(InvalidReplayError);
  });
});

/** Old versions, also those that no game has: the header says what its author likes. */
const OLD = ['0,8,0,1', '15,5,0,1', '0.0.1', '0,0,1', '17,0,0,1', '99,0,0,1', 'latest', undefined];
/** Up to the next major version. */
const NEWER = ['15,5,1,1', '15,6,0,1', '16,11,0,1'];

describe('A file whose game is newer than the decoder reads (Rule 15.15)', () => {
  const file = (version: string | undefined, options: EncodeOptions = {}) =>
    encodeReplay(makeBattle(), latest, { ...options, header: { clientVersionFromExe: version } });
  const payloadOf = (bytes: Uint8Array) => bytes.length - encodedPayloadLength(bytes);
  const unreadable = (bytes: Uint8Array) => withNoise(bytes, payloadOf(bytes));
  const outcome = (bytes: Uint8Array) =>
    decodeReplay(bytes).then(
      ({ source, facts }) => [source, facts.isNewer],
      (error: unknown) => (error instanceof DamagedReplayError ? error.message : error),
    );
  const DAMAGED = 'Part of this replay is missing or damaged.';

  test.each([...OLD, ...NEWER])('is damaged without a payload, as is every other: %s', async (version) => {
    const whole = file(version);
    const start = payloadOf(whole);
    const empty = bytesOf(whole.slice(0, start - 8), u32(0), u32(0));
    const tooShort = bytesOf(whole.slice(0, start - 8), u32(0), u32(7), new Uint8Array(7));
    for (const bytes of [empty, tooShort, file(version, { stream: new Uint8Array() })])
      expect(await outcome(bytes)).toBe(DAMAGED);
  });

  test.each(OLD)('is read by its header; of version %s it is damaged', async (version) => {
    expect(await outcome(unreadable(file(version)))).toBe(DAMAGED);
    expect(await outcome(file(version, { stream: new Uint8Array(32) }))).toEqual(['header', undefined]);
    expect(await outcome(file(version))).toEqual(['payload', undefined]);
  });

  test.each(NEWER)('says so only if its payload is whole: %s', async (version) => {
    expect(await outcome(unreadable(file(version)))).toEqual(['header', undefined]);
    expect(await outcome(file(version, { stream: new Uint8Array(32) }))).toEqual(['header', true]);
    expect(await outcome(file(version))).toEqual(['payload', true]);
  });
});

describe('Names, ships and sides come from the header when the payload cannot be decoded (Rule 15.2)', () => {
  const battle = makeBattle({ players: 3, bots: 1, chat: CHAT });
  const expected = battle.participants.map(({ id, name, shipParamsId, relation }) => ({
    id,
    avatarId: 0,
    accountId: 0,
    name,
    clanId: 0,
    clanTag: '',
    teamId: relation === 2 ? 1 : 0,
    shipId: 0,
    shipParamsId,
  }));
  const file = encodeReplay(battle, latest);

  test.each([
    ['has no arena state', encodeReplay(battle, latest, { stream: entityMethod(9, bytesOf('nothing')) })],
    [
      'has an arena state of another shape',
      encodeReplay(battle, latest, {
        stream: entityMethod(144, bytesOf(arenaArguments(arenaPickles(battle, latest)), 0)),
      }),
    ],
    [
      'has damaged pickles',
      encodeReplay(battle, latest, { arenaPickles: [bytesOf(0x80, 2, '~'), bytesOf(0x80, 2)] }),
    ],
    [
      'lists other people than the header',
      encodeReplay(battle, latest, { arenaPickles: arenaPickles(otherBattle(), latest) }),
    ],
    [
      'lists something else',
      encodeReplay(battle, latest, { arenaPickles: [pickle([]), pickle([[1], null, 'x', [[0, 1]]])] }),
    ],
  ])('and the payload %s', async (_, bytes) => {
    const replay = await decodeReplay(bytes);
    expect(replay.source).toBe('header');
    expect(replay.players).toEqual(expected);
    expect(replay.chatMessages).toEqual([]);
  });

  test.each([0, 1, 1000])(
    'a payload with the stated size %s is decoded all the same',
    async (unpackedSize) => {
      const replay = await decodeReplay(encodeReplay(battle, latest, { unpackedSize }));
      expect(replay.players).toEqual(expectedPlayers(battle));
      expect(replay.chatMessages).toHaveLength(CHAT.length);
    },
  );

  test('bytes behind the payload are ignored', async () => {
    for (const junk of [bytesOf(0), bytesOf('more'), new Uint8Array(100_000).fill(7)]) {
      const replay = await decodeReplay(bytesOf(file, junk));
      expect(replay.players).toEqual(expectedPlayers(battle));
    }
  });

  test('bytes behind the compressed stream are ignored', async () => {
    const replay = await decodeReplay(
      encodeReplay(battle, latest, { trailing: new Uint8Array(1000).fill(7) }),
    );
    expect(replay.source).toBe('payload');
    expect(replay.players).toEqual(expectedPlayers(battle));
  });
});

describe('A file of which part is missing or broken is refused (Rule 15.3)', () => {
  const noise = Array.from({ length: 4000 }, (_, index) => Math.imul(index, 2_654_435_761) >>> 24);
  const chat = [{ from: 0, group: 'battle_team', text: String.fromCharCode(...noise) }];
  const file = encodeReplay(makeBattle({ players: 3, chat }), latest);
  const payloadLength = encodedPayloadLength(file);
  const payloadStart = file.length - payloadLength;
  const flipped = (at: number) => file.with(at, (file[at] as number) ^ 1);

  test.each([
    ['ends in its header', file.slice(0, 200)],
    ['ends before the sizes of its payload', file.slice(0, payloadStart - 4)],
    ['ends before its payload', file.slice(0, payloadStart)],
    ['ends in its payload', file.slice(0, -1000)],
    ['lacks its last block', file.slice(0, -8)],
    ['lacks its last byte', file.slice(0, -1)],
    ['has a wrong bit in the middle', flipped(payloadStart + Math.floor(payloadLength / 2))],
    ['has a wrong bit at the end', flipped(file.length - 9)],
    ['states a larger size', encodeReplay(makeBattle(), latest, { unpackedSize: 0x7fffffff })],
    ['states the largest size', encodeReplay(makeBattle(), latest, { unpackedSize: 0xffffffff })],
  ])('when it %s', async (_, bytes) => {
    await expect(decodeReplay(bytes)).rejects.toThrow(DamagedReplayError);
  });
});

describe('A file is invalid (Rule 15.3)', () => {
  test.each([
    ['when it is empty', bytesOf(), 'cut short'],
    ['when it is something else', bytesOf('PK', 3, 4, new Uint8Array(100)), 'not a replay'],
    ['when it ends in the header', encodeReplay(makeBattle(), latest).slice(0, 200), 'cut short'],
    ['when it has no blocks', bytesOf(0x12, 0x32, 0x34, 0x11, u32(0), new Uint8Array(64)), 'damaged'],
    ['when it claims billions of blocks', bytesOf(0x12, 0x32, 0x34, 0x11, u32(0xffffffff)), 'damaged'],
    ['when a block is longer than it', bytesOf(0x12, 0x32, 0x34, 0x11, u32(1), u32(0xffffffff)), 'cut short'],
    ['past 5 MiB', new Uint8Array(REPLAY_MAX_BYTES + 1), 'larger than 5 MiB'],
  ])('%s, with a plain message', async (_, bytes, sentence) => {
    const error = await decodeReplay(bytes).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidReplayError);
    expect((error as Error).message).toContain(sentence);
  });
});

function fileWithHeader(text: string): Uint8Array {
  return bytesOf(0x12, 0x32, 0x34, 0x11, u32(1), u32(text.length), text, u32(0), u32(0));
}

function otherBattle() {
  const battle = makeBattle({ players: 3 });
  for (const member of battle.participants) member.id += 1000;
  return battle;
}

/** The size that the file gives is before padding to whole blocks. */
function encodedPayloadLength(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer);
  let at = 8;
  for (let block = view.getUint32(4, true); block > 0; block--) at += 4 + view.getUint32(at, true);
  return Math.ceil(view.getUint32(at + 4, true) / 8) * 8;
}

function withNoise(bytes: Uint8Array, from: number): Uint8Array {
  return bytes.map((byte, index) => (index < from ? byte : byte ^ 0x5a));
}
