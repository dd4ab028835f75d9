import { describe, expect, test } from 'vitest';
import { decodeReplay } from '../src/decode/decode-replay.ts';
import { replaySummary } from '../src/decode/replay-summary.ts';
import type { Battle } from '../src/encode/battle.ts';
import { encodeReplay } from '../src/encode/encode-replay.ts';
import { CURRENT_LAYOUT, REPLAY_LAYOUTS, type ReplayLayout } from '../src/encode/layouts.ts';
import { expectedPlayers, makeBattle } from '../src/encode/sample-battle.ts';
import type { ReplayFacts, ReplayPlayer } from '../src/replay.ts';
import { hasRepeatedAccount } from '../src/replay.ts';

const byVersion = REPLAY_LAYOUTS.map((layout): [string, ReplayLayout] => [layout.version, layout]);
const OBSERVERS = [
  { accountId: 500_200_001, avatarId: 800_001, id: 537_100_001, name: 'Invented_Watcher_0', teamId: 0 },
  { accountId: 500_200_002, avatarId: 800_005, id: 537_100_003, name: 'Invented_Watcher_1', teamId: 1 },
];

describe.each(byVersion)('A roster of game %s (Rule 15.10)', (_, layout) => {
  test('lists AI ships with negative ids once', async () => {
    const battle = makeBattle({ players: 3, bots: 4 });
    for (const [index, member] of battle.participants.entries()) if (member.isBot) member.id = -index;
    const { players } = await decodeReplay(encodeReplay(battle, layout));
    expect(players).toEqual(expectedPlayers(battle));
    expect(players.filter((player) => player.id < 0).every((player) => player.accountId === 0)).toBe(true);
  });

  test('keeps observers and their chat apart from the players', async () => {
    const sender = layout.chatSender === 'id' ? 537_100_003 : 800_005;
    const line = { from: { senderId: sender }, group: 'battle_common', text: 'nice shot' };
    const battle: Battle = { ...makeBattle({ players: 4, chat: [line] }), observers: OBSERVERS };
    const { players, chatMessages, facts } = await decodeReplay(encodeReplay(battle, layout));
    expect(players).toEqual(expectedPlayers(battle));
    expect(facts.observers).toEqual(OBSERVERS.map(({ accountId, name }) => ({ accountId, name })));
    expect(chatMessages[0]).toMatchObject({ playerId: 500_200_002, username: 'Invented_Watcher_1' });
  });

  test('is complete when two vehicles share an id', async () => {
    const battle = makeBattle({ players: 6 });
    const [, , , , fifth, sixth] = battle.participants;
    if (fifth && sixth) sixth.id = fifth.id;
    const { source, players } = await decodeReplay(encodeReplay(battle, layout));
    expect(source).toBe('payload');
    expect(players).toEqual(expectedPlayers(battle));
  });
});

test('A vehicle with a shared id is added when no row has its name', async () => {
  const battle = makeBattle({ players: 4 });
  const vehicles = battle.participants.map(({ id, name, relation, shipParamsId }) => ({
    id,
    name,
    relation,
    shipId: shipParamsId,
  }));
  const twin = { ...vehicles[3], name: 'Invented_Twin' };
  const file = encodeReplay(battle, CURRENT_LAYOUT, { header: { vehicles: [...vehicles, twin] } });
  const { source, players } = await decodeReplay(file);
  expect([source, players.map((player) => player.name)]).toEqual([
    'payload',
    [...battle.participants.map((member) => member.name), 'Invented_Twin'],
  ]);
});

test.each([
  ['an empty text', { text: '', extra: '' }],
  ['blanks', { text: '  ', extra: '' }],
  ['a text and an extra string', { text: 'IN_DIVISION', extra: '{"division":7}' }],
])('A division notice with %s is not shown as chat', async (_, notice) => {
  const chat = [
    { from: 0, group: 'battle_prebattle', ...notice },
    { from: 1, group: 'battle_team', text: 'left flank' },
  ];
  const decoded = await decodeReplay(encodeReplay(makeBattle({ players: 2, chat }), CURRENT_LAYOUT));
  expect(replaySummary(decoded).chatMessages.map((message) => message.messageContent)).toEqual([
    'left flank',
  ]);
});

describe('Text of a decoded replay is well-formed', () => {
  test('when a long name is cut at a surrogate pair', async () => {
    const battle = makeBattle({ players: 2 });
    (battle.participants[0] as { name: string }).name = `${'x'.repeat(99)}😀`;
    const { players } = replaySummary(await decodeReplay(encodeReplay(battle, CURRENT_LAYOUT)));
    expect(players[0]?.name).toBe('x'.repeat(99));
  });

  test('when the header has halves of surrogate pairs', async () => {
    const header = { playerName: 'a\ud800', vehicles: [{ id: 1, name: '\udc00b', relation: 0, shipId: 2 }] };
    const decoded = await decodeReplay(
      encodeReplay(makeBattle(), CURRENT_LAYOUT, { header, stream: new Uint8Array(32) }),
    );
    expect(decoded.header.playerName).toBe('a\ufffd');
    expect(decoded.players[0]?.name).toBe('\ufffdb');
  });
});

describe('A roster is refused when it lists an account twice, or with two names (Rule 15.11)', () => {
  type Entries = readonly (readonly [accountId: number, name: string])[];
  const members = (entries: Entries) => entries.map(([accountId, name]) => ({ accountId, name }));

  test.each<[string, boolean, Entries, Entries]>([
    [
      'twice',
      true,
      [
        [7, 'One'],
        [7, 'One'],
      ],
      [],
    ],
    [
      'with two names',
      true,
      [
        [7, 'One'],
        [7, 'Two'],
      ],
      [],
    ],
    ['as an observer with another name', true, [[7, 'One']], [[7, 'Two']]],
    [
      'as two observers',
      true,
      [],
      [
        [7, 'One'],
        [7, 'Two'],
      ],
    ],
    [
      'not AI ships without an account',
      false,
      [
        [0, ':One:'],
        [0, ':Two:'],
        [0, ':One:'],
      ],
      [],
    ],
    [
      'not AI ships with negative ids',
      false,
      [
        [-7, ':One:'],
        [-7, ':Two:'],
      ],
      [],
    ],
    ['not a player who is also listed as an observer', false, [[7, 'One']], [[7, 'One']]],
    [
      'not two accounts with one name',
      false,
      [
        [7, 'One'],
        [8, 'One'],
      ],
      [],
    ],
    ['not no one', false, [], []],
  ])('%s', (_, isRefused, players, observers) => {
    const facts = { observers: members(observers) } as ReplayFacts;
    expect(hasRepeatedAccount({ players: members(players) as ReplayPlayer[], facts })).toBe(isRefused);
  });
});
