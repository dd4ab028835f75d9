import { expect, test } from 'vitest';
import { decodeReplay } from 'wows-replay';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { REPLAY_LAYOUTS, type ReplayLayout } from 'wows-replay/encode/layouts';
import { expectedPlayers, makeBattle } from 'wows-replay/encode/sample-battle';
import { replaySummary } from 'wows-replay/summary';
import { ChatMessageSchema, ReplayFactsSchema, ReplayPlayerSchema } from '#lib/schemas/replay.ts';
import { z } from '#lib/schemas/zod.ts';

const layout = REPLAY_LAYOUTS.at(-1) as ReplayLayout;

test("A decoded replay becomes the API's replay", async () => {
  const battle = makeBattle({ players: 2, chat: [{ from: 1, group: 'battle_team', text: 'left flank' }] });
  const summary = replaySummary(await decodeReplay(encodeReplay(battle, layout)));
  const speaker = battle.participants[1];
  expect(summary).toMatchObject({
    players: expectedPlayers(battle),
    chatMessages: [
      {
        playerId: speaker?.accountId,
        username: speaker?.name,
        messageGroup: 'battle_team',
        messageContent: 'left flank',
      },
    ],
  });
  expect(z.array(ReplayPlayerSchema).parse(summary.players)).toEqual(summary.players);
  expect(ReplayFactsSchema.parse(summary.facts)).toEqual(summary.facts);
  expect(z.array(ChatMessageSchema).parse(summary.chatMessages)).toEqual(summary.chatMessages);
});

test("The game's own chat messages are left out", async () => {
  const battle = makeBattle({
    players: 1,
    chat: [
      { from: 0, group: 'battle_team', text: 'IDS_QUICK_COMMAND_NEED_SUPPORT' },
      { from: 0, group: 'battle_team', text: 'what is IDS_SHIP_SUNK?' },
      { from: { senderId: 0 }, group: 'battle_common', text: 'IDS_SHIP_SUNK' },
    ],
  });
  const { chatMessages } = replaySummary(await decodeReplay(encodeReplay(battle, layout)));
  expect(chatMessages.map((message) => message.messageContent)).toEqual(['what is IDS_SHIP_SUNK?']);
});

test('Text is cleaned for the database and long text is cut', async () => {
  const battle = makeBattle({
    players: 1,
    chat: [{ from: 0, group: 'battle_team', text: `a\0b${'c'.repeat(10_000)}` }],
  });
  (battle.participants[0] as { name: string }).name = `N\0${'x'.repeat(5000)}`;
  const { players, chatMessages } = replaySummary(await decodeReplay(encodeReplay(battle, layout)));
  expect(players[0]?.name).toBe(`N${'x'.repeat(99)}`);
  expect(chatMessages[0]?.username).toBe(players[0]?.name);
  expect(chatMessages[0]?.messageContent).toBe(`ab${'c'.repeat(4093)}`);
});
