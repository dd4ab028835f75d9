import { describe, expect, it } from 'vitest';
import { type EvidenceSource, evidenceOf, type Shown, sentenceOfEvidence } from '#lib/domain/evidence.ts';
import type { ReplayPlayer } from '#lib/schemas/replay.ts';
import { makeFacts, makePost, makeReplayPlayer } from '#tests/support/builders.ts';

const POST = makePost();
const row = (accountId: number, name: string, teamId = 0, shipId = accountId) =>
  makeReplayPlayer(accountId, name, { teamId, shipId });
const author = row(500_000_001, 'Aurora_Captain');
const subject = (teamId: number) => row(500_000_002, 'Borodino_Gunner', teamId);
const other = row(500_000_009, 'Iowa_CS');
const bot = row(0, ':Boatswain:', 1, 7001);
const onlyInHeader = row(0, 'Zuiho_Sailor', 1, 0);
const compare = (players: ReplayPlayer[], facts?: EvidenceSource['facts']) =>
  evidenceOf({ players, facts }, POST);

describe('What a replay shows of author and player (Rule 25.51)', () => {
  it('shows both, on opposing teams or on the same team', () => {
    expect(compare([author, subject(1)])).toEqual({ author: 'shown', player: 'shown', meeting: 'opponents' });
    expect(compare([author, subject(0)]).meeting).toBe('same-team');
  });

  it('does not show someone whose account id is missing, bots or not', () => {
    expect(compare([author, other, bot])).toMatchObject({ author: 'shown', player: 'not-shown' });
    expect(compare([other], makeFacts())).toMatchObject({ author: 'not-shown', player: 'not-shown' });
  });

  it('does not show a namesake with another account id', () => {
    expect(compare([author, row(42, 'Borodino_Gunner')]).player).toBe('not-shown');
  });

  it('cannot tell while some account ids are unknown', () => {
    expect(compare([author, other, onlyInHeader]).player).toBe('unknown');
    expect(compare([row(0, 'Iowa_CS', 0, 0)], makeFacts({ source: 'header' })).author).toBe('unknown');
    expect(compare([], null)).toMatchObject({ author: 'unknown', player: 'unknown' });
  });

  it('does not count names that only the header has', () => {
    const header = [row(0, 'Aurora_Captain', 0, 0), row(0, 'Borodino_Gunner', 1, 0)];
    const unknown = { author: 'unknown', player: 'unknown' };
    expect(compare(header, makeFacts({ source: 'header' }))).toMatchObject(unknown);
    expect(compare(header, null)).toMatchObject(unknown);
    expect(compare([author, header[1] as ReplayPlayer])).toMatchObject({
      author: 'shown',
      player: 'unknown',
    });
  });

  it('may not be able to tell yet in a file of a newer game', () => {
    const newer = makeFacts({ source: 'header', isNewer: true });
    expect(compare([row(0, 'Aurora_Captain', 0, 0)], newer)).toMatchObject({
      author: 'newer',
      player: 'newer',
    });
    expect(compare([author, other], makeFacts({ isNewer: true })).player).toBe('not-shown');
  });

  it('shows spectators, too', () => {
    const observers = [{ accountId: 500_000_002, name: 'Borodino_Gunner' }];
    expect(compare([author], makeFacts({ observers }))).toEqual({
      author: 'shown',
      player: 'shown',
      meeting: 'not-both',
    });
  });
});

describe('The verdict on a replay (Rule 25.51)', () => {
  const verdict = (author: Shown, player: Shown) =>
    sentenceOfEvidence({ author, player, meeting: 'not-both' }, { author: 'you', player: 'Iowa_CS' });

  it('names who is not shown', () => {
    expect(verdict('shown', 'not-shown')).toEqual({
      shown: 'not-shown',
      sentence: 'This replay does not show Iowa_CS.',
    });
    expect(verdict('not-shown', 'not-shown').sentence).toBe('This replay does not show you or Iowa_CS.');
  });

  it('names who cannot be checked', () => {
    const { shown, sentence } = verdict('unknown', 'shown');
    expect(shown).toBe('unknown');
    expect(sentence).toBe('Can’t check who is in this replay: it has no account IDs.');
    expect(verdict('newer', 'newer')).toEqual({
      shown: 'unknown',
      sentence: 'Can’t check who is in this replay: it is from a newer version of the game.',
    });
  });

  it.each([
    ['opponents', 'Both shown, on opposing teams.'],
    ['same-team', 'Both shown, on the same team.'],
    ['not-both', 'Both shown.'],
  ] as const)('states how two who are shown met: %s', (meeting, sentence) => {
    const names = { author: 'you', player: 'Iowa_CS' };
    expect(sentenceOfEvidence({ author: 'shown', player: 'shown', meeting }, names)).toEqual({
      shown: 'shown',
      sentence,
    });
  });
});
