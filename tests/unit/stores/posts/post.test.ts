import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Post } from '#lib/schemas/post.ts';
import { guid, makeModAction, makePost } from '#tests/support/builders.ts';
import { API_ORIGIN, type FakePlatform } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';

function openPage() {
  vi.stubGlobal('window', new EventTarget());
  return newPage(() => [import('#lib/stores/posts/post.ts'), import('#lib/stores/posts/replay-links.ts')]);
}
let page: Awaited<ReturnType<typeof openPage>>;
let platform: FakePlatform;

const ID = guid(1);
const REPLAY_ID = guid(100);
const POST = `GET /api/Post/${ID}`;
const ACTIONS = `GET /api/mod/action/list?postId=${ID}`;
const replay = {
  id: REPLAY_ID,
  postId: ID,
  downloadUri: `/api/replay/${REPLAY_ID}/file`,
  minimapUri: null as string | null,
  players: [],
  chatMessages: [],
};
const post = (overrides: Partial<Post> = {}) => ({ model: makePost({ id: ID, ...overrides }) });

async function open(href: string, script?: () => void): Promise<void> {
  // A fixed time: on a slow machine the hub would seem to connect long after the post, which reloads it.
  platform = page.fakePlatform(href, { now: () => 0 });
  script?.();
  for (const store of [page.$post, page.$replay, page.$replayLinks, page.$modActions]) store.listen(() => {});
  await settle();
}

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await page.settle();
}

const title = () => {
  const remote = page.$post.get();
  return remote.status === 'ready' ? remote.value.title : remote.status;
};

afterEach(() => vi.unstubAllGlobals());

describe('the post in the address', () => {
  beforeEach(async () => {
    page = await openPage();
  });

  it('is loaded by its id, in either letter case', async () => {
    await open(`/posts/${ID.toUpperCase()}`, () => platform.answer(POST, post({ title: 'A title' })));
    expect(title()).toBe('A title');
    expect(platform.requests).toEqual([POST]);
  });

  it.each(['/posts/', '/posts/nonsense', '/posts/%20'])(
    'is not looked for when %s cannot be one',
    async (href) => {
      await open(href);
      expect(page.$post.get()).toEqual({ status: 'not-found', removed: false });
      expect(platform.requests).toEqual([]);
    },
  );

  it('reappears when its deletion is reverted (Rule 8.14)', async () => {
    await open(`/posts/${ID}`, () => platform.answer(POST, { title: 'Not Found' }, { status: 404 }));
    platform.answer(POST, post({ title: 'Back again' }));
    platform.hubs[0]?.emit('newPost', makePost({ id: ID }));
    await settle();
    expect(title()).toBe('Back again');
  });

  it('fetches the moderator actions again when an event leaves the post as it is', async () => {
    await open(`/posts/${ID}`, () => {
      platform.answer(POST, post({ readOnly: true }));
      platform.answer(ACTIONS, [makeModAction({ postId: ID, actionType: 1 })]);
    });
    platform.answer(ACTIONS, []);
    platform.hubs[0]?.emit('editedPost', makePost({ id: ID }));
    await settle();
    expect(page.$modActions.get()).toMatchObject({ status: 'ready', value: [] });
  });

  it('follows only its own edits and deletion (Rule 14.3)', async () => {
    await open(`/posts/${ID}`, () => platform.answer(POST, post()));
    const hub = platform.hubs[0];
    platform.answer(POST, post({ title: 'Edited elsewhere' }));
    hub?.emit('editedPost', makePost({ id: guid(2) }));
    await settle();
    expect(platform.requests).toEqual([POST]);
    hub?.emit('editedPost', makePost({ id: ID }));
    await settle();
    expect(title()).toBe('Edited elsewhere');
    platform.answer(POST, undefined, { status: 404 });
    hub?.emit('deletedPost', ID);
    await settle();
    expect(title()).toBe('not-found');
  });

  it('stays when a reload fails', async () => {
    const warnings = page.catchWarnings();
    await open(`/posts/${ID}`, () => platform.answer(POST, post({ title: 'Still here' })));
    platform.cut(POST);
    platform.hubs[0]?.emit('editedPost', makePost({ id: ID }));
    await settle();
    expect(title()).toBe('Still here');
    expect(warnings).toHaveLength(1);
  });
});

describe('the replay of a post', () => {
  beforeEach(async () => {
    page = await openPage();
  });

  it('comes with the post', async () => {
    await open(`/posts/${ID}`, () => platform.answer(POST, post({ replayId: REPLAY_ID, replay })));
    expect(page.$replay.get()).toMatchObject({ status: 'ready', value: { id: REPLAY_ID } });
    expect(platform.requests).toEqual([POST]);
  });

  it.each([
    ['/mini.mp4', `${API_ORIGIN}/mini.mp4`],
    ['https://media.example.org/a.mp4', 'https://media.example.org/a.mp4'],
    ['javascript:alert(1)', null],
    ['data:video/mp4;base64,AAAA', null],
    ['http://', null],
    [null, null],
  ])('has its video at %s as %s', async (minimapUri, address) => {
    await open(`/posts/${ID}`, () =>
      platform.answer(POST, post({ replayId: REPLAY_ID, replay: { ...replay, minimapUri } })),
    );
    expect(page.$replayLinks.get()?.minimap).toBe(address);
  });

  it.each([
    ['javascript:alert(1)', `${API_ORIGIN}/api/Replay/${REPLAY_ID}/file`],
    [null, null],
  ])('has its file at %s as %s; null without one (Rule 20.7)', async (downloadUri, address) => {
    await open(`/posts/${ID}`, () =>
      platform.answer(POST, post({ replayId: REPLAY_ID, replay: { ...replay, downloadUri } })),
    );
    expect(page.$replayLinks.get()?.file).toBe(address);
  });
});
