import { describe, expect, it } from 'vitest';
import { clanMetrics, memberNumbers, metricOf, mixedKarma, sortMembers } from '#lib/domain/clan.ts';
import { makePlayer } from '#tests/support/builders.ts';

const names = (members: readonly { username: string }[]) => members.map((member) => member.username);

describe('the numbers of a clan', () => {
  it('have total, minimum and maximum over the known values', () => {
    expect(metricOf([4, null, -6, 1])).toEqual({ total: -1, min: -6, max: 4 });
    expect(metricOf([7])).toEqual({ total: 7, min: 7, max: 7 });
  });

  it('are null if no member has a value', () => {
    expect(metricOf([])).toBeNull();
    expect(metricOf([null, null])).toBeNull();
    expect(clanMetrics([]).courtesy).toBeNull();
  });

  const mixed = [
    makePlayer({ gameKarma: 10, siteKarma: 5, ratingCourtesy: 2 }),
    makePlayer({ gameKarma: -4, siteKarma: 50, ratingCourtesy: 30, optedOut: true }),
    makePlayer({ gameKarma: 100, siteKarma: 7, ratingCourtesy: 1, wgHidden: true }),
    makePlayer({ gameKarma: null, siteKarma: null, ratingCourtesy: null }),
  ];

  it('add up to the total without null and opted-out platform karma (Rule 6.6)', () => {
    expect(mixedKarma(mixed)).toBe(10 + 5 - 4 + 100 + 7);
    expect(mixedKarma([])).toBe(0);
  });

  it('are the same for metrics and total (Rule 6.9)', () => {
    expect(clanMetrics(mixed)).toMatchObject({
      gameKarma: { total: 106, min: -4, max: 100 },
      siteKarma: { total: 12, min: 5, max: 7 },
      courtesy: { total: 3, min: 1, max: 2 },
    });
  });

  it('of a member are null where the member or the publisher hides them (Rule 6.10)', () => {
    const known = { gameKarma: 1, siteKarma: 2, ratingPerformance: 3, ratingTeamplay: 4, ratingCourtesy: 5 };
    expect(memberNumbers(makePlayer(known))).toEqual({
      gameKarma: 1,
      siteKarma: 2,
      performance: 3,
      teamplay: 4,
      courtesy: 5,
    });
    expect(memberNumbers(makePlayer({ ...known, optedOut: true }))).toEqual({
      gameKarma: 1,
      siteKarma: null,
      performance: null,
      teamplay: null,
      courtesy: null,
    });
    expect(memberNumbers(makePlayer({ ...known, wgHidden: true }))).toMatchObject({
      gameKarma: null,
      siteKarma: null,
      performance: 3,
    });
  });
});

describe('the order of clan members', () => {
  const member = (username: string, clanMemberRole: number, joinedClanAt: string | null) =>
    makePlayer({ username, clan: { clanInfo: null, clanMemberRole, joinedClanAt } });

  it('is by rank from Commander to Private, unknown ranks last, then by join date (Rule 6.10)', () => {
    const members = [
      member('Unknown', 0, '2019-01-01T00:00:00+00:00'),
      member('LatePrivate', 6, '2024-01-01T00:00:00+00:00'),
      member('NoDate', 6, null),
      member('EarlyPrivate', 6, '2020-01-01T00:00:00+00:00'),
      member('Commander', 1, '2023-01-01T00:00:00+00:00'),
      member('Recruiter', 3, '2023-01-01T00:00:00+00:00'),
      makePlayer({ username: 'NoMembership', clan: null }),
    ];
    expect(names(sortMembers(members)).slice(0, 5)).toEqual([
      'Commander',
      'Recruiter',
      'EarlyPrivate',
      'LatePrivate',
      'NoDate',
    ]);
    expect(names(sortMembers(members)).slice(5)).toEqual(['Unknown', 'NoMembership']);
  });

  it('can be by any column in both directions, with missing values always last', () => {
    const members = [
      makePlayer({ username: 'bravo', gameKarma: 3 }),
      makePlayer({ username: 'Alpha', gameKarma: null }),
      makePlayer({ username: 'charlie', gameKarma: -8 }),
    ];
    expect(names(sortMembers(members, { column: 'username', descending: false }))).toEqual([
      'Alpha',
      'bravo',
      'charlie',
    ]);
    expect(names(sortMembers(members, { column: 'gameKarma', descending: false }))).toEqual([
      'charlie',
      'bravo',
      'Alpha',
    ]);
    expect(names(sortMembers(members, { column: 'gameKarma', descending: true }))).toEqual([
      'bravo',
      'charlie',
      'Alpha',
    ]);
  });

  it('does not change the given list', () => {
    const members = Object.freeze([member('B', 6, null), member('A', 1, null)]);
    expect(names(sortMembers(members))).toEqual(['A', 'B']);
    expect(names(members)).toEqual(['B', 'A']);
  });
});
