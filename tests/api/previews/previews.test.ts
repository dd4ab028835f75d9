/** Link previews (Rules 23.1, 23.2 and 23.13). */
import { describe, expect, test } from 'vitest';
import { NO_PAGE_TYPE, PreviewSchema } from '#lib/schemas/preview.ts';
import { AURORA, BORODINO, HIDDEN, HOOD, OPTED_OUT } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { fileOf, fullBattle, headerOnlyReplayFile } from '#tests/support/replay-file.ts';

const api = setUpApi();

const previewOf = async (path: string) => {
  const { status, json } = await api.call('GET', `/og/${path}.json`);
  expect(status).toBe(200);
  return PreviewSchema.parse(json);
};
/** Status and body of a page without a preview. */
const answerOf = async (path: string) => {
  const { status, json } = await api.call('GET', `/og/${path}.json`);
  return [status, status === 200 ? json : json.type];
};

describe('the preview of a player', () => {
  test('shows clan, karma and ratings with their signs', async () => {
    const clanId = await api.addClan({ tag: 'SWELL' });
    const id = await api.addPlayer({ username: 'Calm_Harbour', clanId, gameKarma: 10 });
    await api.addPost({ player: id, flairs: 1 + 8 });
    expect(await previewOf(`player/${id}`)).toMatchObject({
      path: `/player/${id},Calm_Harbour`,
      title: 'Calm_Harbour',
      description:
        '[SWELL] Calm_Harbour · Karma +10 (in-game +10, platform 0) · Ratings: performance +1, teamplay −1, courtesy 0',
    });
  });

  test('is absent for an unknown player, and noindex for one who opted out (Rule 23.13)', async () => {
    expect(await answerOf('player/599999999')).toEqual([404, NO_PAGE_TYPE]);
    expect(await answerOf(`player/${OPTED_OUT}`)).toEqual([200, { noindex: true }]);
  });

  test('shows of one whom the publisher hides what everyone sees (Rule 23.2)', async () => {
    const { title, description } = await previewOf(`player/${HIDDEN}`);
    expect(description).toBe(
      `${title} · Karma N/A (in-game N/A, platform N/A) · Ratings: performance 0, teamplay 0, courtesy 0`,
    );
  });

  test('has a new version when a number changes', async () => {
    const id = await api.addPlayer();
    const before = await previewOf(`player/${id}`);
    await api.addPost({ player: id, flairs: 1 });
    expect((await previewOf(`player/${id}`)).version).not.toBe(before.version);
  });

  test('replaces an invisible name and keeps others on one line', async () => {
    const id = await api.addPlayer({ username: '\u200b\u2060' });
    const odd = await api.addPlayer({ username: 'Odd\u202egnorts\n\u0007Name' });
    expect((await previewOf(`player/${id}`)).title).toBe(`Player ${id}`);
    expect((await previewOf(`player/${odd}`)).title).toBe('Odd gnorts Name');
  });
});

describe('the preview of a post', () => {
  test('shows author, subject, ratings and the start of the text without markdown', async () => {
    const content =
      '**Held** the [flank](https://example.org) for ten minutes & never once complained, `really` <b>.';
    const id = await api.addPost({
      author: AURORA,
      player: BORODINO,
      title: 'A fair fight',
      content,
      flairs: 4 + 32,
    });
    expect(await previewOf(`post/${id}`)).toMatchObject({
      path: `/posts/${id}`,
      title: 'A fair fight',
      description:
        'Aurora_Captain about Borodino_Gunner · positive teamplay, negative courtesy · Held the flank for ten minutes & never once complained, really <b>.',
    });
  });

  test('names map and ships of its battle', async () => {
    const battle = fullBattle();
    Object.assign(battle.participants[0] ?? {}, { accountId: AURORA });
    const { json } = await api.createPost({ player: { id: BORODINO } }, { replay: fileOf(battle) });
    const { description, alt } = await previewOf(`post/${json.id}`);
    expect(description).toMatch(/^Aurora_Captain \(Montana\) about Borodino_Gunner · Shoreside · /);
    expect(alt).toContain(description);
    const unchecked = await api.createPost({ player: { id: HOOD } }, { replay: headerOnlyReplayFile() });
    expect((await previewOf(`post/${unchecked.json.id}`)).description).not.toContain('Tierra');
  });

  test('is absent for an unknown, a removed and a deleted post (Rule 23.13)', async () => {
    const [removed, deleted] = [
      await api.addPost({ modLocked: true }),
      await api.addPost({ author: AURORA }),
    ];
    expect((await api.call('DELETE', `/api/post/${deleted}`, { as: AURORA })).status).toBeLessThan(300);
    for (const [id, status] of [
      ['00000000-0000-4000-8000-00000000dead', 404],
      [removed, 410],
      [deleted, 410],
    ] as const)
      expect(await answerOf(`post/${id}`)).toEqual([status, NO_PAGE_TYPE]);
  });

  test('is noindex for one about a player who opted out (Rule 23.13)', async () => {
    const about = await api.addPost({ player: OPTED_OUT });
    expect(await answerOf(`post/${about}`)).toEqual([200, { noindex: true }]);
  });
});

test('the preview of a clan shows members and the sum of what their profiles show', async () => {
  const id = await api.addClan({ tag: 'TIDE', name: 'Spring Tide' });
  await api.addPlayer({ clanId: id, gameKarma: 5, siteKarma: 2 });
  await api.addPlayer({ clanId: id, gameKarma: 10, siteKarma: 100, optedOut: true });
  await api.addPlayer({ clanId: id, gameKarma: 1000, siteKarma: 1000, wgHidden: true });
  expect(await previewOf(`clan/${id}`)).toMatchObject({
    path: `/clan/${id},TIDE-Spring%20Tide`,
    title: '[TIDE] Spring Tide',
    description: 'Clan · 3 members · Total karma +17',
  });
});

test('ids that cannot exist are refused', async () => {
  for (const path of ['player/0', 'player/x', 'post/1', 'clan/1e3x'])
    expect((await answerOf(path))[0]).toBe(400);
});
