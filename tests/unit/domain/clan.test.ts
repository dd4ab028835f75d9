import { describe, expect, it } from 'vitest';
import { clanMetrics, memberNumbers, metricOf, mixedKarma, sortMembers } from '#lib/domain/clan.ts';
import { makePlayer } from '#tests/support/builders.ts';

const names = (members: readonly { username: string }[]) => members.map((member) => member.username);

describe('what a clan page computes', () => {
  it('sums, and finds the lowest and highest of, the numbers that are known', () => {
    expect(metricOf([4, null, -6, 1])).toEqual({ total: -1, min: -6, max: 4 });
    expect(metricOf([7])).toEqual({ total: 7, min: 7, max: 7 });
  });

  it('has no metric where nobody has a number', () => {
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

  it('sums the karma of every member: null and opted-out platform karma count as nothing (Rule 6.6)', () => {
    expect(mixedKarma(mixed)).toBe(10 + 5 - 4 + 100 + 7);
    expect(mixedKarma([])).toBe(0);
  });

  it('takes the metrics of the same numbers as the total (Rules 6.6, 6.9)', () => {
    expect(clanMetrics(mixed)).toMatchObject({
      gameKarma: { total: 106, min: -4, max: 100 },
      siteKarma: { total: 12, min: 5, max: 7 },
      courtesy: { total: 3, min: 1, max: 2 },
    });
  });

  it('hides what a member or the publisher hides, whatever arrived (Rules 5.3, 5.7)', () => {
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

  it('goes from Commander to Private, unknown ranks last, then by date of joining (Rules 6.10, 6.11)', () => {
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

  it('can follow any column in both directions, members without a value always last', () => {
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

  it('leaves the list it was given alone', () => {
    const members = Object.freeze([member('B', 6, null), member('A', 1, null)]);
    expect(names(sortMembers(members))).toEqual(['A', 'B']);
    expect(names(members)).toEqual(['B', 'A']);
  });
});
