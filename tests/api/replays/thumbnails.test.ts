/** Thumbnails of battles: drawn with the upload, announced with the post, sent, and removed. */
import { existsSync } from 'node:fs';
import { loadImage } from '@napi-rs/canvas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { STRIP, THUMBNAIL, THUMBNAIL_VERSION } from 'wows-replay/battle/surface';
import { notifications } from '#api/db/message-schema.ts';
import { replays } from '#api/db/replay-schema.ts';
import { createReplayDecoder } from '#api/model/replays/create-decoder.ts';
import { ADMIN } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { fileOf, fullBattle, replayFile } from '#tests/support/replay-file.ts';

const api = setUpApi();

async function write(file: Uint8Array<ArrayBuffer>) {
  const { json } = await api.createPost({}, { replay: file });
  const row = await api.storedReplay(json.replayId);
  return { post: json, sha256: row?.thumbnailSha256 ?? null };
}

describe('a thumbnail (Rules 30.6, 30.8)', () => {
  test('comes with the post, and is sent as WebP that a browser keeps', async () => {
    const { post, sha256 } = await write(fileOf());
    const { version, shown, ...size } = post.battle.thumbnail;
    expect([version, size]).toEqual([`${sha256?.slice(0, 12)}-${THUMBNAIL_VERSION}`, THUMBNAIL]);
    expect(shown).toEqual({ author: false, player: false, sunk: null, sinkings: [] });
    const listed = (await api.call('GET', '/api/post/latest')).json;
    expect(listed.find(({ id }: { id: string }) => id === post.id).battle).toEqual(post.battle);
    const path = `/api/replay/${post.replayId}/thumbnail?v=${version}`;
    const { status, headers, bytes } = await api.call('GET', path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, max-age=86400',
    ]);
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
    const strip = await api.call('GET', `${path}&shape=strip`);
    const pictures = await Promise.all([bytes, strip.bytes].map((picture) => loadImage(picture)));
    expect(pictures.map(({ width, height }) => ({ width, height }))).toEqual([THUMBNAIL, STRIP]);
    const again = await api.call('GET', path, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test('does not exist without a timeline: the post has none, and the call answers 404', async () => {
    const { post, sha256 } = await write(replayFile());
    expect([sha256, post.battle]).toEqual([null, expect.not.objectContaining({ thumbnail: null })]);
    expect(post.battle.thumbnail).toBeUndefined();
    expect((await api.call('GET', `/api/replay/${post.replayId}/thumbnail`)).status).toBe(404);
  });

  test('does not prevent the post when it cannot be stored', async () => {
    const receive = api.files.receive.bind(api.files);
    const received: Promise<unknown>[] = [];
    // The upload and its timeline come first.
    const spy = vi.spyOn(api.files, 'receive').mockImplementation((...args) => {
      const file = received.length === 2 ? Promise.reject(new Error('The disk is full.')) : receive(...args);
      received.push(file);
      return file;
    });
    const { post, sha256 } = await write(fileOf());
    spy.mockRestore();
    expect([received.length, sha256, post.battle.thumbnail]).toEqual([3, null, undefined]);
    expect((await api.call('GET', `/api/replay/${post.replayId}/timeline`)).status).toBe(200);
  });

  test('is reported to the operator when it cannot be drawn', async () => {
    const onUndrawn = vi.fn();
    const ignore = () => {};
    const options = { extraClasses: [], onUndrawn, onUnknownClass: ignore, onUpload: ignore };
    const decoder = createReplayDecoder(options);
    const timeline = Uint8Array.of(1);
    expect(await decoder.thumbnail({ timeline }, { authorId: 1, playerId: 2 })).toBeNull();
    expect(onUndrawn).toHaveBeenCalledOnce();
    await decoder.close();
  });

  test('is removed with its post (Rule 30.9)', async () => {
    const { post, sha256 } = await write(fileOf());
    const other = await write(fileOf());
    const file = api.files.pathOf('eu', String(sha256));
    const remove = (id: string) => api.call('DELETE', `/api/post/${id}?ignoreChecks=true`, { as: ADMIN });
    await remove(post.id);
    // Another post about the same battle, whose parties it does not show either, has the same picture.
    expect([other.sha256, existsSync(file)]).toEqual([sha256, true]);
    const rows = await api.database.read('eu', (db) =>
      db
        .select()
        .from(replays)
        .where(eq(replays.thumbnailSha256, String(sha256))),
    );
    for (const { postId } of rows) await remove(postId);
    expect(existsSync(file)).toBe(false);
  });
});

describe('who sank the player’s ship (Rule 30.61)', () => {
  /** Of a post whose replay shows that this account did, under another name. */
  const write = async (accountId: number) => {
    const battle = fullBattle();
    const player = { id: await api.addPlayer() };
    Object.assign(battle.participants[0] ?? {}, { accountId, name: 'Name_In_File' });
    Object.assign(battle.participants[1] ?? {}, { accountId: player.id });
    const { json } = await api.createPost({ player }, { replay: fileOf(battle) });
    const by = async () => {
      const { model } = (await api.call('GET', `/api/post/${json.id}`)).json;
      return model.battle.thumbnail.shown.sinkings[0].by;
    };
    return { replayId: String(json.replayId), by };
  };

  test('has the name of today, which notifications do not keep', async () => {
    const id = await api.addPlayer({ username: 'Name_At_First' });
    const { by } = await write(id);
    await api.changePlayer(id, { username: 'Name_Of_Today' });
    expect(await by()).toEqual({ id, username: 'Name_Of_Today' });
    const kept = await api.database.read('eu', (db) => db.select().from(notifications));
    expect(JSON.stringify(kept)).not.toContain('Name_');
  });

  test.each([{ optedOut: true }, { wgHidden: true }])('is another player for %o', async (hidden) => {
    const id = await api.addPlayer();
    const { by, replayId } = await write(id);
    await api.changePlayer(id, hidden);
    expect(await by()).toEqual({ id: 0, username: 'another player' });
    expect((await api.storedReplay(replayId))?.thumbnailShown?.sinkings).toMatchObject([{ by: { id } }]);
  });

  test('has the name of the replay for an account that is unknown here, until it is masked', async () => {
    const { by } = await write(599_999_999);
    expect(await by()).toEqual({ id: 599_999_999, username: 'Name_In_File' });
    const masked = sql`jsonb_set(${replays.thumbnailShown}, '{sinkings,0,by}', '{"id":0,"name":"[…]"}')`;
    await api.database.transaction('eu', (db) => db.update(replays).set({ thumbnailShown: masked }));
    expect(await by()).toEqual({ id: 0, username: 'another player' });
  });
});
