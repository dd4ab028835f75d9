import { describe, expect, test } from 'vitest';
import { concernsPlayer, visibleKarma } from '#lib/domain/profile.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import { guid, makePost } from '#tests/support/builders.ts';

describe('the karma that a viewer sees', () => {
  const player = { gameKarma: 30, siteKarma: 5, wgHidden: false, optedOut: false };

  test.each([
    ['everything, and the sum as total (Rule 10.1)', {}, false, { total: 35, gameKarma: 30, siteKarma: 5 }],
    [
      'nothing when the publisher hides it (Rule 5.3)',
      { wgHidden: true },
      true,
      { total: null, gameKarma: null, siteKarma: null },
    ],
    [
      'only game karma after an opt-out (Rule 5.7)',
      { optedOut: true },
      false,
      { total: null, gameKarma: 30, siteKarma: null },
    ],
    [
      'everything for that player and staff (Rule 5.7)',
      { optedOut: true },
      true,
      { total: 35, gameKarma: 30, siteKarma: 5 },
    ],
    [
      'no total when a part is missing',
      { gameKarma: null },
      false,
      { total: null, gameKarma: null, siteKarma: 5 },
    ],
  ])('%s', (_, changes, canSeeHidden, shown) => {
    expect(visibleKarma({ ...player, ...changes }, canSeeHidden)).toEqual(shown);
  });
});

const party = (id: number) => ({ id, username: `Player_${id}`, clan: null });
const post = makePost({ id: guid(1), player: party(7), author: party(8) });

test.each<[what: string, event: PostEvent, playerId: number, shown: string[], concerned: boolean]>([
  ['a post about the player', { kind: 'new', post }, 7, [], true],
  ['a post by the player', { kind: 'edited', post }, 8, [], true],
  ['a post of other players', { kind: 'new', post }, 9, [], false],
  ['a post that is shown', { kind: 'edited', post }, 9, [guid(1)], true],
  ['the deletion of a post that is shown', { kind: 'deleted', postId: guid(1) }, 7, [guid(1)], true],
  ['the deletion of another post', { kind: 'deleted', postId: guid(2) }, 7, [guid(1)], false],
])('%s concerns a profile: %o', (_, event, playerId, shown, concerned) => {
  expect(concernsPlayer(event, playerId, new Set(shown))).toBe(concerned);
});
