/** Ribbons of listed players. */
import { atom } from 'nanostores';
import { expect, it } from 'vitest';
import { createRibbons } from '#lib/stores/search/ribbons.ts';
import { fakePlatform, settle } from '#tests/support/fake-platform.ts';

async function open(ids: readonly number[], answer: unknown, options = {}) {
  const platform = fakePlatform('/player');
  const ask = (listed: readonly number[]) => `GET /api/Player/ribbons?ids=${listed.join('%2C')}`;
  platform.answer(ask(ids.slice(0, 100)), answer, options);
  const $ids = atom(ids);
  const $ribbons = createRibbons($ids);
  $ribbons.listen(() => {});
  await settle();
  const asked = () => platform.requests.filter((request) => request.includes('ribbons'));
  return { platform, ask, $ids, $ribbons, asked };
}

it('are loaded for the listed players in one call', async () => {
  const { $ribbons, asked, ask } = await open([7, 8], { 7: '+-' });
  expect($ribbons.get()).toEqual({ 7: '+-' });
  expect(asked()).toEqual([ask([7, 8])]);
});

it('are not requested without players', async () => {
  const { $ribbons, asked } = await open([], {});
  expect([$ribbons.get(), asked()]).toEqual([{}, []]);
});

it('are loaded for the first hundred players', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => index + 1);
  const { asked, ask } = await open(ids, {});
  expect(asked()).toEqual([ask(ids.slice(0, 100))]);
});

it('are not requested from an API that does not name them, which is asked once', async () => {
  const platform = fakePlatform('/player');
  platform.answer('GET /api/features', { features: ['stats'] });
  const $ids = atom([7]);
  const $ribbons = createRibbons($ids);
  $ribbons.listen(() => {});
  await settle();
  $ids.set([8]);
  await settle();
  expect($ribbons.get()).toEqual({});
  expect(platform.requests).toEqual(['GET /api/features']);
});

it.each([429, 500])(
  'are requested again with other players after the API has answered %i',
  async (status) => {
    const { platform, $ribbons, $ids, ask } = await open([7], '', { status });
    expect($ribbons.get()).toEqual({});
    platform.answer(ask([8]), { 8: '0' });
    $ids.set([8]);
    await settle();
    expect($ribbons.get()).toEqual({ 8: '0' });
  },
);
