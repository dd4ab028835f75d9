import { describe, expect, it } from 'vitest';
import {
  clanMetrics,
  describeDistribution,
  distribute,
  memberNumbers,
  metricOf,
  mixedKarma,
  nextMemberSort,
  readMemberSort,
  sortMembers,
  writeMemberSort,
} from '#lib/domain/clan.ts';
import { makePlayer } from '#tests/support/builders.ts';

const names = (members: readonly { username: string }[]) => members.map((member) => member.username);

describe('the numbers of a clan', () => {
  it('have total, minimum and maximum over the known values', () => {
    expect(metricOf([4, null, -6, 1])).toEqual({ total: -1, min: -6, max: 4, values: [-6, 1, 4] });
    expect(metricOf([7])).toEqual({ total: 7, min: 7, max: 7, values: [7] });
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

describe('the distribution of members', () => {
  const columnsOf = (values: number[], max = 9) =>
    Object.fromEntries([...distribute(values, max)].sort(([a], [b]) => a - b));

  it('has zeros in a column of their own, between negative and positive values (Rule 6.9)', () => {
    expect(columnsOf([-1, 0, 0, 1, 1, 1])).toEqual({ '-1': 1, 0: 2, 1: 3 });
  });

  it('groups wide ranges into at most the given number of columns', () => {
    expect(columnsOf([-2000, -1, 1, 3000, 4000, 4000])).toEqual({ '-2': 1, '-1': 1, 1: 1, 3: 1, 4: 2 });
    const values = Array.from({ length: 200 }, (_, index) => index * 37 - 1234);
    const columns = [...distribute(values, 33).keys()];
    expect(Math.max(...columns) - Math.min(...columns) + 1).toBeLessThanOrEqual(33);
  });

  it('reaches from zero to the values when all have one sign', () => {
    expect(columnsOf([5])).toEqual({ 5: 1 });
    expect(columnsOf([-600, -600])).toEqual({ '-6': 2 });
  });

  it('is described in words (Rule 6.9)', () => {
    expect(describeDistribution([-6, 0, 1, 4])).toBe('2 above zero, 1 at zero, 1 below');
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
    const descending = sortMembers(members, { column: 'rank', descending: true });
    expect(names(descending).slice(0, 2)).toEqual(['EarlyPrivate', 'LatePrivate']);
    expect(names(descending).slice(5)).toEqual(['Unknown', 'NoMembership']);
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

  it('starts with the highest or latest where that interests most, and is reversed next (Rule 6.10)', () => {
    const byRank = readMemberSort(undefined);
    const byKarma = nextMemberSort(byRank, 'siteKarma');
    expect(byKarma).toEqual({ column: 'siteKarma', descending: true });
    expect(nextMemberSort(byKarma, 'siteKarma')).toEqual({ column: 'siteKarma', descending: false });
    expect(nextMemberSort(byKarma, 'lastBattle').descending).toBe(true);
    expect(nextMemberSort(byKarma, 'username').descending).toBe(false);
  });

  it('is written into the address and read from it, without the default (Rule 6.10)', () => {
    for (const text of ['-siteKarma', 'username', '-rank'])
      expect(writeMemberSort(readMemberSort(text))).toBe(text);
    for (const text of [undefined, '', 'rank', 'shoe-size', '--rank'])
      expect(writeMemberSort(readMemberSort(text))).toBeNull();
  });

  it('does not change the given list', () => {
    const members = Object.freeze([member('B', 6, null), member('A', 1, null)]);
    expect(names(sortMembers(members))).toEqual(['A', 'B']);
    expect(names(members)).toEqual(['B', 'A']);
  });
});
