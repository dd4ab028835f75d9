import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ChatLog } from '#islands/post-view/ChatLog.tsx';
import { TeamRoster } from '#islands/post-view/TeamRoster.tsx';
import type { ChatMessage, ReplayPlayer } from '#lib/schemas/replay.ts';
import { makePost } from '#tests/support/builders.ts';

afterEach(cleanup);

/** Written by Aurora_Captain (…001) about Borodino_Gunner (…002). */
const POST = makePost();

const fighter = (accountId: number, name: string, teamId: number, clanTag = ''): ReplayPlayer => ({
  id: accountId,
  avatarId: 1,
  accountId,
  name,
  clanId: 0,
  clanTag,
  teamId,
  shipId: 1,
  shipParamsId: 1,
});
const line = (
  messageGroup: string,
  playerId: number,
  username: string | null,
  messageContent: string,
): ChatMessage => ({
  playerId,
  username,
  messageGroup,
  messageContent,
});
const texts = (elements: readonly HTMLElement[]) =>
  elements.map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim());

describe('the roster of a battle (Rule 8.8)', () => {
  it('shows both teams with clan tags, profile links, and marks for author and player', () => {
    render(
      <TeamRoster
        post={POST}
        players={[
          fighter(500_000_002, 'Borodino_Gunner', 1),
          fighter(500_000_009, 'Iowa_CS', 0, 'WAVES'),
          fighter(500_000_001, 'Aurora_Captain', 0),
        ]}
      />,
    );
    const [own, other] = screen.getAllByRole('table', { name: /Team/ });
    expect(texts(within(own as HTMLElement).getAllByRole('cell'))).toEqual([
      'Aurora_Captain Author',
      '[WAVES] Iowa_CS',
    ]);
    expect(texts(within(other as HTMLElement).getAllByRole('cell'))).toEqual(['Borodino_Gunner Player']);
    expect(screen.getByRole('link', { name: 'Iowa_CS' }).getAttribute('href')).toBe(
      '/player/500000009,Iowa_CS',
    );
  });

  it.each([
    ['on the same team', 0, 'Author and player were on the same team.'],
    ['on opposing teams', 1, 'Author and player were on opposing teams.'],
  ])('shows that they met %s', (_, team, sentence) => {
    const players = [
      fighter(500_000_001, 'Aurora_Captain', 0),
      fighter(500_000_002, 'Borodino_Gunner', team),
    ];
    render(<TeamRoster post={POST} players={players} />);
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it('shows when one of them is missing, and when there are no players', () => {
    render(<TeamRoster post={POST} players={[fighter(500_000_001, 'Aurora_Captain', 0)]} />);
    expect(screen.getByText('This replay does not show both author and player.')).toBeTruthy();
    cleanup();
    render(<TeamRoster post={POST} players={[]} />);
    expect(screen.getByText('This replay lists no players.')).toBeTruthy();
  });

  it('shows players without an account without a link', () => {
    render(<TeamRoster post={POST} players={[fighter(0, 'Some Bot', 1)]} />);
    expect(texts(screen.getAllByRole('cell'))).toEqual(['Some Bot']);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the chat of a battle (Rules 8.8, 8.11)', () => {
  it('shows channel, speaker and message in order, as plain text', () => {
    render(
      <ChatLog
        post={POST}
        messages={[
          line('battle_common', 500_000_001, 'Aurora_Captain', 'Good luck'),
          line('battle_team', 500_000_002, 'Borodino_Gunner', '<b>Smoke!</b>'),
          line('battle_prebattle', 500_000_009, 'Iowa_CS', 'Follow me'),
          line('something_new', 0, null, '...'),
        ]}
      />,
    );
    expect(texts(screen.getAllByRole('listitem'))).toEqual([
      'AllAurora_Captain Author Good luck',
      'TeamBorodino_Gunner Player <b>Smoke!</b>',
      'DivisionIowa_CS Follow me',
      'UnknownUnknown player ...',
    ]);
    expect(screen.getByRole('link', { name: 'Iowa_CS' }).getAttribute('href')).toBe(
      '/player/500000009,Iowa_CS',
    );
  });

  it('shows when the chat is empty', () => {
    render(<ChatLog post={POST} messages={[]} />);
    expect(screen.getByText('Nothing was said in this battle.')).toBeTruthy();
  });
});
