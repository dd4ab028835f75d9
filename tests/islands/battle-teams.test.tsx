import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ChatLog } from '#islands/post-view/ChatLog.tsx';
import { TeamRoster } from '#islands/post-view/TeamRoster.tsx';
import type { ChatMessage } from '#lib/schemas/replay.ts';
import { $postDialog, closePostDialog } from '#lib/stores/posts/post-dialog.ts';
import { $viewer, resetSession } from '#lib/stores/session/session.ts';
import { makeFacts, makePost, makeReplayPlayer } from '#tests/support/builders.ts';
import { settle } from '#tests/support/fake-platform.ts';
import { openSignedIn } from '#tests/support/signed-in-page.ts';

afterEach(cleanup);
afterEach(resetSession);

/** Written by Aurora_Captain (…001) about Borodino_Gunner (…002). */
const POST = makePost();

const SENT = 'GET /api/Post/500000001/sent?page=1&pageSize=20&hasReplay=true';

const fighter = (accountId: number, name: string, teamId: number, clanTag = '') =>
  makeReplayPlayer(accountId, name, { teamId, clanTag, shipId: 1 });
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

describe('rating from the roster (Rule 30.33)', () => {
  const players = [
    fighter(500_000_001, 'Aurora_Captain', 0),
    fighter(500_000_002, 'Borodino_Gunner', 1),
    fighter(500_000_009, 'Iowa_CS', 1),
  ];
  const rateButtons = () => texts(screen.queryAllByRole('button', { name: /^Rate/ }));
  /** Written by Iowa_CS; the viewer, Aurora_Captain, recorded its battle. */
  const post = makePost({ author: { ...POST.author, id: 500_000_009, username: 'Iowa_CS' } });

  it('opens the editor for another player of a battle that the viewer recorded', async () => {
    const { answer } = await openSignedIn();
    answer(SENT, []);
    render(<TeamRoster facts={makeFacts()} post={post} players={players} />);
    await expect.poll(rateButtons).toEqual(['Rate Iowa_CS', 'Rate Borodino_Gunner']);
    expect(screen.getByText('You').closest('td')?.textContent).toContain('Aurora_Captain');
    fireEvent.click(screen.getByRole('button', { name: 'Rate Iowa_CS' }));
    expect($postDialog.get()).toEqual({ kind: 'create', player: { id: 500_000_009, username: 'Iowa_CS' } });
    closePostDialog();
  });

  it('is not offered to a viewer who has posted about the battle', async () => {
    const { answer, requests } = await openSignedIn();
    const { map, playedAt } = makeFacts();
    answer(SENT, [makePost({ battle: { map, playedAt, author: null, player: null } })]);
    render(<TeamRoster facts={makeFacts()} post={post} players={players} />);
    await expect.poll(() => requests).toContain(SENT);
    await settle();
    expect(rateButtons()).toEqual([]);
  });

  it('is not offered to a viewer who is banned from posting', async () => {
    await openSignedIn({ flags: { postsBanned: true } });
    render(<TeamRoster facts={makeFacts()} post={post} players={players} />);
    expect($viewer.get()?.postsBanned).toBe(true);
    expect(rateButtons()).toEqual([]);
  });
});

describe('the roster of a battle (Rule 8.8)', () => {
  it('shows both teams with clan tags, profile links, and marks for author and player', () => {
    render(
      <TeamRoster
        facts={null}
        post={POST}
        players={[
          fighter(500_000_002, 'Borodino_Gunner', 1),
          fighter(500_000_009, 'Iowa_CS', 0, 'WAVES'),
          fighter(500_000_001, 'Aurora_Captain', 0),
        ]}
      />,
    );
    const [own, other] = ['Author’s team', 'Other team'].map((name) => screen.getByRole('table', { name }));
    expect(texts(within(own as HTMLElement).getAllByRole('cell'))).toEqual([
      'Aurora_Captain Author',
      '[WAVES] Iowa_CS',
    ]);
    expect(texts(within(other as HTMLElement).getAllByRole('cell'))).toEqual(['Borodino_Gunner Player']);
    expect(screen.getByText('Player').className, 'no colour of karma').not.toMatch(
      /positive|negative|warning/,
    );
    expect(screen.getByRole('link', { name: 'Iowa_CS' }).getAttribute('href')).toBe(
      '/player/500000009,Iowa_CS',
    );
  });

  it('shows the verdict, or that there are no players', () => {
    render(<TeamRoster facts={null} post={POST} players={[fighter(500_000_001, 'Aurora_Captain', 0)]} />);
    expect(screen.getByText('This replay does not show Borodino_Gunner.')).toBeTruthy();
    cleanup();
    render(<TeamRoster facts={null} post={POST} players={[]} />);
    expect(screen.getByText('This replay lists no players.')).toBeTruthy();
  });

  it('shows ships, divisions, and who sank whom at which time of the clock (Rule 25.56)', () => {
    const sinker = { ...fighter(500_000_009, 'Iowa_CS', 0), shipId: 77, division: 1, shipName: 'Zeehond' };
    const sunk = {
      ...fighter(500_000_002, 'Borodino_Gunner', 1),
      shipParamsId: 3_338_548_944,
      sunk: { time: 300.4, by: 77, cause: 2 },
    };
    const lost = { ...fighter(500_000_010, 'Zara', 1), sunk: { time: 30, by: 0, cause: 2 } };
    const facts = makeFacts({ clock: [[0, 1200]], result: { winner: 0, reason: 1 } });
    render(<TeamRoster post={POST} players={[sinker, lost, sunk]} facts={facts} />);
    expect(texts(screen.getAllByRole('columnheader'))).toEqual([
      'Team 1 · 1 · won',
      'Ship',
      'Team 2 · 2',
      'Ship',
    ]);
    expect(texts(screen.getAllByRole('cell'))).toEqual([
      'Iowa_CS Division 1',
      'Zeehond',
      'Borodino_Gunner PlayerSunk by Iowa_CS at 15:00',
      'Japanese destroyer',
      'Zara Sunk at 19:30',
      'Unknown ship',
    ]);
  });

  it('lists spectators apart from the teams (Rule 25.56)', () => {
    const facts = makeFacts({ observers: [{ accountId: 500_000_011, name: 'Onlooker' }] });
    render(<TeamRoster post={POST} players={[fighter(500_000_001, 'Aurora_Captain', 0)]} facts={facts} />);
    expect(screen.getByText(/^Spectators:/).textContent).toBe('Spectators: Onlooker');
  });

  it('shows players without an account without a link', () => {
    render(<TeamRoster facts={null} post={POST} players={[fighter(0, 'Some Bot', 1)]} />);
    expect(texts(screen.getAllByRole('cell'))).toEqual(['Some Bot']);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the chat of a battle (Rules 8.8, 8.11)', () => {
  it('shows channel, speaker and message in order, as plain text', () => {
    render(
      <ChatLog
        facts={null}
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

  it('shows when a line was written, as the battle’s clock showed it (Rule 25.56)', () => {
    const messages = [-12, 95.2].map((time) => ({ ...line('battle_team', 1, 'Zara', 'gg'), time }));
    render(<ChatLog post={POST} messages={messages} facts={makeFacts({ clock: [[0, 1200]] })} />);
    expect(screen.getByTitle('0:12 until the start').textContent).toBe('−0:12');
    expect(screen.getByTitle('18:25 left').textContent).toBe('18:25');
    cleanup();
    render(<ChatLog post={POST} messages={messages} facts={null} />);
    expect(screen.getByTitle('1:35 since the start').textContent).toBe('1:35');
  });

  it('shows when the chat is empty', () => {
    render(<ChatLog facts={null} post={POST} messages={[]} />);
    expect(screen.getByText('Nothing was said in this battle.')).toBeTruthy();
  });
});
