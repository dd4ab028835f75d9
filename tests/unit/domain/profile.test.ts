import { expect, test } from 'vitest';
import { concernsPlayer } from '#lib/domain/profile.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import { guid, makePost } from '#tests/support/builders.ts';

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
