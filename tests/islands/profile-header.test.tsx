import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ProfileHeader } from '#islands/player-profile/ProfileHeader.tsx';
import { visibleKarma } from '#lib/domain/karma.ts';
import type { PlayerProfile, Sign } from '#lib/schemas/player.ts';
import { roleBadges, visibleRatings } from '#lib/stores/profile/player-profile.ts';
import { makePlayer } from '#tests/support/builders.ts';

afterEach(cleanup);

function show(
  overrides: Partial<PlayerProfile>,
  { roles = [] as number[], canSeeHidden = false, showsBan = false } = {},
) {
  const player = makePlayer({ id: 500_000_002, username: 'Borodino_Gunner', ...overrides });
  render(
    <ProfileHeader
      player={player}
      karma={visibleKarma(player, canSeeHidden)}
      ratings={visibleRatings(player, canSeeHidden)}
      badges={roleBadges(roles)}
      showsBan={showsBan}
      statisticsUrl="https://wows-numbers.com/player/500000002,Borodino_Gunner"
    />,
  );
}
const fact = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
const known = { gameKarma: 10, siteKarma: -3, ratingPerformance: 4, ratingTeamplay: -1, ratingCourtesy: 0 };

describe('the header of a profile', () => {
  it('shows every number that the viewer may know, ratings with their sign (Rules 5.1, 5.5)', () => {
    show(known);
    expect(
      ['Total Karma', 'In-Game Karma', 'Platform Karma', 'Performance', 'Teamplay', 'Courtesy'].map(fact),
    ).toEqual(['+7', '+10', '−3', '+4', '−1', '0']);
    expect(screen.queryByText(/Sent/)).toBeNull();
    cleanup();
    show({ ...known, postCounts: { received: 1232, sent: 12 } });
    expect(screen.getByText(/Sent/).textContent).toBe('Received 1,232 · Sent 12');
    cleanup();
    show({ ...known, postCounts: { received: null, sent: 12 } });
    expect(screen.getByText(/Sent/).textContent).toBe('Sent 12');
  });

  it('shows N/A and a note when the publisher hides details (Rule 5.3)', () => {
    show({ ...known, wgHidden: true, wgAccountCreatedAt: null, lastBattleTime: null });
    expect(screen.getByText('Player Details Hidden')).toBeTruthy();
    expect(['Total Karma', 'In-Game Karma', 'Platform Karma', 'Created', 'Last battle'].map(fact)).toEqual(
      Array(5).fill('N/A'),
    );
    expect(fact('Performance')).toBe('+4');
  });

  it('says how the latest posts are rated, next to the total (Rule 30.54)', () => {
    const post = (sign: Sign, index: number) => ({ id: `00000000-0000-4000-8000-00000000000${index}`, sign });
    show({ ...known, ribbon: ([1, 1, 0, -1] as const).map(post) });
    expect(screen.getByText(/^Last 4:/).textContent).toBe('Last 4: 2 positive, 1 neutral, 1 negative');
  });

  it('says nothing of latest posts when there are none (Rule 30.54)', () => {
    show({ ...known, ribbon: [] });
    expect(screen.queryByText(/^Last \d/)).toBeNull();
  });

  it('has a bar per rating, with both numbers in words, if the API counts (Rule 5.14)', () => {
    const ratingCounts = {
      performance: { positive: 4, negative: 1 },
      teamplay: { positive: 0, negative: 1 },
      courtesy: { positive: 0, negative: 0 },
    };
    show({ ...known, ratingCounts });
    const counts = ['Performance', 'Teamplay', 'Courtesy'].map(
      (name) => screen.getByText(name).parentElement?.lastElementChild?.textContent,
    );
    expect(counts).toEqual(['1 negative 4 positive', '1 negative 0 positive', '0 negative 0 positive']);
    const bar = screen.getByText('Performance').parentElement?.querySelector('svg');
    expect(bar?.getAttribute('viewBox')).toBe('-4 0 8 1');
    const sides = [...(bar?.querySelectorAll('path') ?? [])];
    expect(sides.map((side) => side.getAttribute('d'))).toEqual(['M0 .5H-1', 'M0 .5H4']);
    cleanup();
    show(known);
    expect(screen.getByText('Performance').parentElement?.textContent).toBe('Performance+4');
  });

  it('shows and hides the account’s facts on phones (Rule 5.4)', () => {
    show(known);
    const toggle = screen.getByRole('button', { name: 'Account details' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
  });

  it('shows a ban next to the roles (Rule 5.2)', () => {
    show({}, { roles: [2], showsBan: true });
    const signs = within(screen.getByRole('list', { name: 'Roles and bans' })).getAllByRole('listitem');
    expect(signs.map((sign) => sign.textContent)).toEqual([
      expect.stringMatching(/^Community Manager/),
      'Banned',
    ]);
  });

  it('says how old the data is when the publisher does not answer (Rule 19.3)', () => {
    const refreshedAt = new Date(Date.now() - 3.5 * 3_600_000).toISOString();
    show({ ...known, refreshedAt, outdated: true });
    expect(screen.getByText(/^As of/).textContent).toBe(
      'As of 3 hours ago: the game’s publisher does not answer.',
    );
    cleanup();
    show({ ...known, refreshedAt, outdated: false });
    expect(screen.queryByText(/^As of/)).toBeNull();
  });

  it('shows N/A after an opt-out, except to viewers who may see it (Rule 5.3)', () => {
    show({ ...known, optedOut: true });
    expect(screen.getAllByText('Player has opted out.')).toHaveLength(1);
    expect(['Total Karma', 'In-Game Karma', 'Platform Karma', 'Teamplay'].map(fact)).toEqual([
      'N/A',
      '+10',
      'N/A',
      'N/A',
    ]);
    cleanup();
    show({ ...known, optedOut: true }, { canSeeHidden: true });
    expect(['Total Karma', 'Platform Karma'].map(fact)).toEqual(['+7', '−3']);
  });

  it('shows the rank, and the clan tag in league colour as a link (Rule 5.1)', () => {
    const clanInfo = { id: 5, tag: 'A-B', name: 'Äpfel & Co', leagueColor: 0xffcda4ff };
    show({ clan: { clanInfo, clanMemberRole: 2, joinedClanAt: null } });
    expect(screen.getByRole('img', { name: 'Executive Officer' })).toBeTruthy();
    const tag = screen.getByRole('link', { name: '[A-B]' });
    expect(tag.getAttribute('href')).toBe('/clan/5,A-B-%C3%84pfel%20%26%20Co');
    expect(tag.getAttribute('style')).toMatch(/#cda4ff|rgb\(205, 164, 255\)/i);
  });

  it('shows each role as a badge with icon and name (Rule 5.2)', () => {
    show({}, { roles: [2, 77, 1] });
    const badges = within(screen.getByRole('list', { name: 'Roles' })).getAllByRole('button');
    expect(badges.map((badge) => badge.getAttribute('aria-label'))).toEqual([
      'Platform Administrator',
      'Community Manager',
    ]);
    expect(badges.map((badge) => badge.querySelectorAll('svg').length)).toEqual([1, 1]);
  });
});
