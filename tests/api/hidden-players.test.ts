/** Players whose details are hidden are marked where they are listed, so that they share an emblem. */
import { expect, test } from 'vitest';
import { BORODINO, HOUR, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();

test.each([
  ['opted out', { optedOut: true }, true],
  ['is hidden by the publisher', { wgHidden: true }, true],
  ['hides nothing', {}, undefined],
])('a player who %s is marked in posts and search results (Rule 30.3)', async (_, details, hidden) => {
  const username = `Flag_${hidden ? Object.keys(details)[0] : 'none'}`;
  const id = await api.addPlayer({ username, refreshedAt: new Date(START), ...details });
  const postId = await api.addPost({ author: id, player: BORODINO, createdAt: START - HOUR });
  const { model } = (await api.call('GET', `/api/post/${postId}`)).json;
  expect([model.author.hidden, model.player.hidden]).toEqual([hidden, undefined]);
  const found = (await api.call('GET', `/api/player/search/${username}`)).json;
  expect(found.map((player: { hidden?: boolean }) => player.hidden)).toEqual([hidden]);
});
