import { describe, expect, test } from 'vitest';
import {
  cooldownEnd,
  cooldownSentence,
  POSTING_SENTENCES,
  type PostingFacts,
  postingAvailability,
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
