import { beforeEach, describe, expect, test } from 'vitest';
import { THUMBNAIL } from 'wows-replay/battle/surface';
import { TIMELINE_VERSION } from 'wows-replay/timeline';
import { replays, ships } from '#api/db/replay-schema.ts';
import { deletedPosts, posts } from '#api/db/schema.ts';
import { sweepFiles } from '#api/jobs/housekeeping/housekeeping.ts';
import { BattleSchema } from '#lib/schemas/replay.ts';
import { AURORA, BORODINO, HOOD, replayForm } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { sumsIn } from '#tests/support/file-store-contract.ts';
import { fileOf, fullBattle, headerOnlyReplayFile, MONTANA, replayFile } from '#tests/support/replay-file.ts';

const api = setUpApi();
beforeEach(() =>
  api.database.transaction('eu', async (db) => {
    await db.delete(posts);
    await db.delete(deletedPosts);
    await db.delete(ships);
  }),
);

/** A battle with AURORA as the recorder and, unless she is alone, BORODINO on the other side. */
function battleFile({ alone = false } = {}): Uint8Array {
  const battle = fullBattle();
  const [first, second] = battle.participants;
  Object.assign(first ?? {}, { accountId: AURORA });
  if (!alone) Object.assign(second ?? {}, { accountId: BORODINO });
  return fileOf(battle);
}

const BATTLE = {
  map: '53_Shoreside',
  playedAt: '2026-02-01T20:15:00',
  author: { shipParamsId: MONTANA.id, shipName: MONTANA.name },
  player: { shipParamsId: 4_101_048_576, shipName: null },
  thumbnail: { version: expect.stringMatching(/^[0-9a-f]{12}-\d+$/), shown: expect.anything(), ...THUMBNAIL },
};
const about = { player: { id: BORODINO } };

describe('an upload', () => {
  test('stores facts, and announces the timeline that was found', async () => {
    const { json } = await api.createPost(about, { replay: battleFile() });
    expect(json.replay.facts).toMatchObject({
      decoderVersion: expect.any(Number),
      source: 'payload',
      map: '53_Shoreside',
      recorder: { shipParamsId: MONTANA.id },
    });
    expect(json.replay.players[1].sunk).toEqual({ time: 100, by: 700_001, cause: 2 });
    const address = new URL(json.replay.timelineUri);
    const timeline = await api.call('GET', address.pathname + address.search);
    expect(timeline.json).toMatchObject({
      v: TIMELINE_VERSION,
      map: { name: '53_Shoreside' },
      sinkings: [[1000, 1, 0, 2]],
    });
  });

  test('of a file without positions has no timeline', async () => {
    const { json } = await api.createPost(about, { replay: headerOnlyReplayFile() });
    expect([json.replay.timelineUri, json.replay.facts.source]).toEqual([null, 'header']);
    expect(json.replay.players).toHaveLength(4);
    expect(json.replay.players[0]).toMatchObject({ name: 'Invented_Captain_0', accountId: 0 });
  });

  test('leaves no timeline or thumbnail behind when its post is refused', async () => {
    const found = async () => (await sumsIn(api.files, 'eu')).length;
    await sweepFiles(api.database, api.files, new AbortController().signal, -1);
    const before = await found();
    await api.createPost(about, { replay: battleFile() });
    expect((await api.createPost(about, { replay: battleFile({ alone: true }) })).status).toBe(423);
    // The file, its timeline and its thumbnail.
    expect(await found()).toBe(before + 3);
  });
});

describe('a post with a replay (Rule 25.24)', () => {
  test('has its battle alone, in lists, and in live events', async () => {
    const { json } = await api.createPost(about, { replay: battleFile() });
    expect(BattleSchema.parse(json.battle)).toEqual(BATTLE);
    expect((await api.call('GET', `/api/post/${json.id}`)).json.model.battle).toEqual(BATTLE);
    for (const path of ['latest', `${BORODINO}/received`, `${AURORA}/sent`])
      expect((await api.call('GET', `/api/post/${path}`)).json[0].battle, path).toEqual(BATTLE);
    expect(api.postEvents()[0]?.event).toMatchObject({ type: 'newPost', post: { battle: BATTLE } });
  });

  test('has no ship of a player whom the replay does not show', async () => {
    const { json } = await api.createPost(about, { replay: battleFile({ alone: true }) });
    expect(json.battle).toEqual({ ...BATTLE, player: null });
  });

  test('has ships by name when only the header could be read', async () => {
    const player = await api.addPlayer({ username: 'Invented_Captain_1' });
    const { json } = await api.createPost({ player: { id: player } }, { replay: headerOnlyReplayFile() });
    expect(json.battle).toMatchObject({ author: null, player: { shipParamsId: 4_101_048_576 } });
  });

  test('has null before its facts are known, and a post without a replay has nothing', async () => {
    const { json } = await api.createPost(about, { replay: replayFile() });
    await api.database.transaction('eu', (db) => db.update(replays).set({ facts: null }));
    expect((await api.call('GET', `/api/post/${json.id}`)).json.model.battle).toBeNull();
    expect((await api.createPost({ player: { id: HOOD } })).json).not.toHaveProperty('battle');
  });

  test('has the new battle after another replay was uploaded', async () => {
    const { json } = await api.createPost(about, { replay: battleFile({ alone: true }) });
    const form = replayForm(battleFile());
    await api.call('POST', `/api/replay/${json.id}`, { as: AURORA, form });
    expect((await api.call('GET', '/api/post/latest')).json[0].battle).toEqual(BATTLE);
    expect(api.postEvents().at(-1)?.event).toMatchObject({ type: 'editedPost', post: { battle: BATTLE } });
  });
});

describe('names of ships', () => {
  const shipNames = async (id: string) => {
    const { model } = (await api.call('GET', `/api/post/${id}`)).json;
    const roster = model.replay.players.map(({ shipName }: { shipName: string | null }) => shipName);
    return { battle: model.battle.player?.shipName, roster };
  };

  test('are learnt from two accounts’ uploads, for every replay with that ship', async () => {
    const other = fullBattle();
    Object.assign(other.participants[1] ?? {}, { accountId: BORODINO, shipParamsId: MONTANA.id });
    const unnamed = fileOf({ ...other, playerVehicle: '' });
    const { json } = await api.createPost(about, { replay: unnamed });
    const unknown = { battle: null, roster: [null, null, null, null] };
    expect(await shipNames(json.id)).toEqual(unknown);
    const own = await api.createPost({ player: { id: HOOD } }, { replay: battleFile() });
    expect(own.json.battle.author.shipName).toBe('Montana');
    expect((await shipNames(own.json.id)).roster).toEqual(['Montana', null, null, null]);
    expect(await shipNames(json.id)).toEqual(unknown);
    await api.createPost(about, { as: HOOD, replay: battleFile() });
    expect(await shipNames(json.id)).toEqual({
      battle: 'Montana',
      roster: ['Montana', 'Montana', null, null],
    });
  });
});
