import { expect, test } from 'vitest';
import { concernsPlayer, type PostEvent, postIdOf } from '#lib/domain/post-event.ts';
import { guid, makePost } from '#tests/support/builders.ts';

const party = (id: number) => ({ id, username: `Player_${id}`, clan: null });
const post = makePost({ id: guid(1), player: party(7), author: party(8) });

test.each<[event: PostEvent, id: string]>([
  [{ kind: 'new', post }, guid(1)],
  [{ kind: 'edited', post }, guid(1)],
  [{ kind: 'deleted', postId: guid(2) }, guid(2)],
])('every event is about one post', (event, id) => {
  expect(postIdOf(event)).toBe(id);
});

test.each<[what: string, event: PostEvent, playerId: number, shown: string[], concerned: boolean]>([
  ['a post about the player', { kind: 'new', post }, 7, [], true],
  ['a post by the player', { kind: 'edited', post }, 8, [], true],
  ['somebody else’s post', { kind: 'new', post }, 9, [], false],
  ['a post that is shown', { kind: 'edited', post }, 9, [guid(1)], true],
  ['the deletion of a post that is shown', { kind: 'deleted', postId: guid(1) }, 7, [guid(1)], true],
  ['the deletion of another post', { kind: 'deleted', postId: guid(2) }, 7, [guid(1)], false],
])('%s concerns a profile: %o', (_, event, playerId, shown, concerned) => {
  expect(concernsPlayer(event, playerId, new Set(shown))).toBe(concerned);
});
