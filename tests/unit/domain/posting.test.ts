import { describe, expect, test } from 'vitest';
import {
  cooldownEnd,
  cooldownSentence,
  POSTING_SENTENCES,
  type PostingFacts,
  postAllowance,
  postingAvailability,
  postsLeftSentence,
} from '#lib/domain/posting.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;
const at = (hoursAgo: number): string => new Date(NOW - hoursAgo * HOUR).toISOString();

const facts: PostingFacts = {
  viewer: { id: 1, roles: [] },
  viewerFlags: { postsBanned: false, optedOut: false },
  player: { id: 2, optedOut: false },
  latestPostAt: null,
  now: NOW,
};

describe('The first reason that applies is shown (Rule 5.8)', () => {
  const everything: PostingFacts = {
    ...facts,
    viewer: null,
    viewerFlags: { postsBanned: true, optedOut: true },
    player: { id: 1, optedOut: true },
    latestPostAt: at(1),
  };
  test.each<[string, Partial<PostingFacts>]>([
    ['login-needed', {}],
    ['self', { viewer: facts.viewer }],
    ['banned', { viewer: facts.viewer, player: { id: 2, optedOut: true } }],
    [
      'viewer-opted-out',
      {
        viewer: facts.viewer,
        player: { id: 2, optedOut: true },
        viewerFlags: { postsBanned: false, optedOut: true },
      },
    ],
    [
      'player-opted-out',
      { viewer: facts.viewer, player: { id: 2, optedOut: true }, viewerFlags: facts.viewerFlags },
    ],
    ['cooldown', { viewer: facts.viewer, player: facts.player, viewerFlags: facts.viewerFlags }],
    ['available', { ...facts }],
  ])('%s', (kind, changes) => {
    expect(postingAvailability({ ...everything, ...changes }).kind).toBe(kind);
  });

  test('each reason has its sentence', () => {
    expect(POSTING_SENTENCES).toEqual({
      'login-needed': 'You must first login before creating posts.',
      self: 'You cannot create a post for yourself.',
      banned: 'You are banned from posting on the platform.',
      'viewer-opted-out': 'You have opted out of the platform.',
      'player-opted-out': 'Player has opted out.',
    });
    expect(cooldownSentence('5 May')).toBe('You must wait until 5 May before posting again.');
  });
});

describe('The cooldown lasts 24 hours from the latest post (Rule 5.9)', () => {
  test.each([
    ['never posted', null, null],
    ['just now', at(0), NOW + 24 * HOUR],
    ['a minute before its end', at(24 - 1 / 60), NOW + HOUR / 60],
    ['at its end', at(24), null],
    ['long ago', at(1000), null],
  ])('%s', (_, latestPostAt, end) => {
    expect(cooldownEnd(latestPostAt, NOW)).toBe(end);
  });
});

describe('The posts that an account may write (Rule 9.19)', () => {
  const limits = { always: 4, onFirstDay: 2 };
  const hour = (hours: number) => NOW + hours * HOUR;
  const old = hour(-1000);

  test.each([
    ['none written', [], old, limits, 4, null],
    ['some written', [-1, -2, -3], old, limits, 1, null],
    ['all written', [-1, -2, -3, -20], old, limits, 0, 4],
    ['more than all written', [-1, -2, -3, -20, -22], old, limits, 0, 4],
    ['on the first day, some written', [-1], hour(-10), limits, 1, null],
    ['on the first day, all written: when it ends', [-1, -2], hour(-10), limits, 0, 14],
    ['on the first day, all written: when one is a day old', [-1, -22], hour(-23), limits, 0, 1],
    ['on the first day, more than all written', [-1, -2, -3, -4], hour(-10), limits, 0, 20],
    ['at the end of the first day', [-1, -2], hour(-24), limits, 2, null],
    ['on the first day, with a limit for it alone', [-1, -2], hour(-10), { always: 0, onFirstDay: 2 }, 0, 14],
    ['later, with a limit for the first day alone', [-1, -2], old, { always: 0, onFirstDay: 2 }, null, null],
    ['on the first day, without a limit for it', [-1, -2], hour(-10), { always: 4, onFirstDay: 0 }, 2, null],
    ['on the first day, with a higher limit for it', [-1], hour(-10), { always: 1, onFirstDay: 5 }, 0, 23],
  ])('%s', (_, written, since, given, postsLeft, next) => {
    expect(postAllowance({ writtenAt: written.map(hour), since, now: NOW }, given)).toEqual({
      postsLeft,
      nextPostAt: next === null ? null : hour(next),
    });
  });

  test('are counted in words', () => {
    expect([1, 7].map(postsLeftSentence)).toEqual([
      'This is the last post that you can write now.',
      'You can write 7 more posts now, this one included.',
    ]);
  });
});
