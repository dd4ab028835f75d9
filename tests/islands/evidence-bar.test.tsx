/** The battle at the top of a post's page. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { EvidenceBar } from '#islands/ui/post/EvidenceBar.tsx';
import type { Post } from '#lib/schemas/post.ts';
import type { ReplayPlayer, ShownReplay } from '#lib/schemas/replay.ts';
import { guid, makeFacts, makePost, makeReplayPlayer } from '#tests/support/builders.ts';

afterEach(cleanup);

const JAPANESE_DESTROYER = 3_338_548_944;
const sailor = (accountId: number, name: string, overrides: Partial<ReplayPlayer> = {}) =>
  makeReplayPlayer(accountId, name, { shipParamsId: JAPANESE_DESTROYER, ...overrides });
const AUTHOR = sailor(500_000_001, 'Aurora_Captain', { shipName: 'Zeehond' });
const SUBJECT = sailor(500_000_002, 'Borodino_Gunner', { teamId: 1 });

function open(replay: Partial<ShownReplay> | undefined, overrides: Partial<Post> = {}): string[] {
  const post = makePost({ id: guid(1), replayId: guid(2), ...overrides });
  const shown = replay && {
    id: guid(2),
    postId: guid(1),
    downloadUri: null,
    minimapUri: null,
    facts: makeFacts(),
    players: [AUTHOR, SUBJECT],
    chatMessages: [],
    ...replay,
  };
  render(<EvidenceBar post={post} replay={shown} />);
  const bar = screen.getByRole('region', { name: 'Battle' });
  return [...bar.children].map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim() ?? '');
}

describe('The battle at the top of a post (Rule 25.54)', () => {
  it('shows map, mode, date, result, both ships and the verdict', () => {
    const [battle, ships, verdict] = open({});
    expect(battle).toMatch(/^Tierra del Fuego\s?Random battleJan 9, 2026, 8:15\sPMAuthor’s team won$/);
    expect(ships).toBe('Aurora_CaptainZeehond (Japanese destroyer)Borodino_GunnerJapanese destroyer');
    expect(verdict).toBe('Both shown, on opposing teams.');
  });

  it('shows who is not in the battle', () => {
    const [, ships, verdict] = open({ players: [AUTHOR] });
    expect(ships).toContain('Borodino_Gunnernot shown');
    expect(verdict).toBe('This replay does not show Borodino_Gunner.');
  });

  it('shows that a roster without account ids cannot be checked', () => {
    const players = [sailor(0, 'Old_Name', { shipId: 0 })];
    const [, , verdict] = open({ players, facts: makeFacts({ source: 'header', result: null }) });
    expect(verdict).toMatch(/^Can’t check who is in this replay/);
  });

  it('marks ships and map that only the header has, also before the replay has loaded', () => {
    const players = [sailor(0, 'Aurora_Captain', { shipId: 0 }), sailor(0, 'Borodino_Gunner', { shipId: 0 })];
    const [about, ships, verdict] = open({ players, facts: makeFacts({ source: 'header', result: null }) });
    expect(about).toMatch(/^Tierra del Fuegonot checkedRandom battle/);
    expect(ships).toBe(
      'Aurora_CaptainJapanese destroyernot checkedBorodino_GunnerJapanese destroyernot checked',
    );
    expect(verdict).toMatch(/^Can’t check who is in this replay/);
    cleanup();
    const ship = { shipParamsId: JAPANESE_DESTROYER, shipName: null };
    const battle = { map: '53_Shoreside', playedAt: null, author: ship, player: null };
    expect(open(undefined, { battle, advice: ['not-checked'] }).slice(0, 2)).toEqual([
      'Shoresidenot checked',
      'Aurora_CaptainJapanese destroyernot checkedBorodino_Gunner',
    ]);
  });

  it('shows spectators', () => {
    const observers = [{ accountId: 500_000_002, name: 'Borodino_Gunner' }];
    const [, ships, verdict] = open({ players: [AUTHOR], facts: makeFacts({ observers }) });
    expect(ships).toContain('Borodino_Gunnerspectator');
    expect(verdict).toBe('Both shown.');
  });

  it('shows what the post says of its battle until the replay has loaded', () => {
    const ship = { shipParamsId: JAPANESE_DESTROYER, shipName: 'Zeehond' };
    const battle = { map: '53_Shoreside', playedAt: null, author: ship, player: null };
    const [about, ships, verdict] = open(undefined, { battle });
    expect(about).toBe('Shoreside');
    expect(ships).toContain('Aurora_CaptainZeehond');
    expect(verdict).toBe('');
  });
});
