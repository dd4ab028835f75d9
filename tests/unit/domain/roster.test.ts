import { describe, expect, it } from 'vitest';
import { chatChannel, ratablePlayers, resultSentence, rosterOf, speakerPart } from '#lib/domain/roster.ts';
import type { ReplayPlayer } from '#lib/schemas/replay.ts';
import { makePost, makeReplayPlayer } from '#tests/support/builders.ts';

const post = makePost();
const player = (accountId: number, name: string, teamId: number) =>
  makeReplayPlayer(accountId, name, { teamId, shipId: 0 });
const author = player(500_000_001, 'Aurora_Captain', 1);
const target = (teamId: number) => player(500_000_002, 'Borodino_Gunner', teamId);
const names = (players: ReplayPlayer[]) =>
  rosterOf(players, post).teams.map(({ entries }) => entries.map((entry) => entry.player.name));

describe('the roster of a battle', () => {
  it('lists the author’s team first, and author and player first in theirs', () => {
    expect(names([player(7, 'Ada', 0), target(0), player(8, 'bo', 1), author, player(9, 'Cy', 1)])).toEqual([
      ['Aurora_Captain', 'bo', 'Cy'],
      ['Borodino_Gunner', 'Ada'],
    ]);
    expect(names([player(7, 'Zara', 1), player(8, 'Al', 0)])).toEqual([['Al'], ['Zara']]);
  });

  it('marks author and player by account id, even if they were renamed', () => {
    const renamed = { ...author, name: 'Old_Name' };
    const impostor = player(42, 'Borodino_Gunner', 0);
    const parts = rosterOf([renamed, impostor], post).teams.flatMap(({ entries }) =>
      entries.map(({ part }) => part),
    );
    expect(parts).toEqual(['author', null]);
  });

  it('marks them by name if the replay has no account ids', () => {
    const players = [
      { ...author, accountId: 0 },
      { ...target(0), accountId: 0 },
    ];
    expect(rosterOf(players, post).meeting).toBe('opponents');
    const bots = [player(0, '', 0), player(0, '', 1)];
    expect(rosterOf(bots, makePost({ author: { id: 1, username: '', clan: null } })).meeting).toBe(
      'not-both',
    );
  });
});

describe('the result of a battle (Rule 25.54)', () => {
  const sentence = (players: ReplayPlayer[], winner: number | null) =>
    resultSentence(rosterOf(players, post), { result: { winner, reason: 1 } });

  it('is that of the author’s team, or else of the player’s', () => {
    expect(sentence([author, target(0)], 1)).toBe('Author’s team won');
    expect(sentence([author, target(0)], 0)).toBe('Author’s team lost');
    expect(sentence([target(0)], 0)).toBe('Player’s team won');
    expect(sentence([author], null)).toBe('Draw');
  });

  it('is left out when neither is in the battle, or the recording ends before', () => {
    expect(sentence([player(7, 'Zara', 0)], 0)).toBeNull();
    expect(resultSentence(rosterOf([author], post), { result: null })).toBeNull();
  });
});

describe('the players whom a viewer may rate from the page of a post', () => {
  const bot = player(0, 'Bot', 2);
  const other = player(500_000_009, 'Iowa_CS', 2);
  const players = [author, target(2), other, bot];
  const recordedBy = (name: string) => ({ recorder: { name, shipParamsId: 0 } });
  const rated = (viewerId: number, facts: ReturnType<typeof recordedBy> | null) => [
    ...ratablePlayers(players, facts, post, viewerId),
  ];

  it.each([
    ['the recorder', 500_000_009, recordedBy('Iowa_CS'), [500_000_001, 500_000_002]],
    ['the subject as the recorder', 500_000_002, recordedBy('Borodino_Gunner'), [500_000_001, 500_000_009]],
  ])('are for %s everyone else with an account', (_, viewer, facts, ids) => {
    expect(rated(viewer, facts)).toEqual(ids);
  });

  it.each([
    ['wrote the post', 500_000_001, recordedBy('Aurora_Captain')],
    ['did not record it', 500_000_009, recordedBy('Aurora_Captain')],
    ['is not signed in', 0, recordedBy('Bot')],
    ['was not in it', 500_000_050, recordedBy('Aurora_Captain')],
  ])('are no one for a viewer who %s', (_, viewer, facts) => {
    expect(rated(viewer, facts)).toEqual([]);
  });
});

describe('the chat of a battle', () => {
  it.each([
    ['toString', 'Unknown'],
    ['', 'Unknown'],
  ])('shows the channel of %j as %s', (group, channel) => {
    expect(chatChannel(group)).toBe(channel);
  });

  it('marks the lines of author and player', () => {
    const line = (playerId: number, username: string | null) => ({
      playerId,
      username,
      messageGroup: 'battle_team',
      messageContent: 'gg',
    });
    expect(speakerPart(line(500_000_001, 'Aurora_Captain'), post)).toBe('author');
    expect(speakerPart(line(500_000_002, null), post)).toBe('player');
    expect(speakerPart(line(0, 'Borodino_Gunner'), post)).toBe('player');
    expect(speakerPart(line(0, null), post)).toBeNull();
    expect(speakerPart(line(9, 'Someone_Else'), post)).toBeNull();
  });
});
