/** The page of a post: what is missing, what moderators did, and the parts of its replay that fail. */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Minimap } from '#islands/battle-player/Minimap.tsx';
import type { Post } from '#lib/schemas/post.ts';
import { guid, makeModAction, makePlayer, makePost } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';
import { newPage } from '#tests/support/new-page.ts';

const ID = guid(1);
const REPLAY_ID = guid(100);
const POST = `GET /api/Post/${ID}`;
const REPLAY = `GET /api/Replay/${REPLAY_ID}`;
const ACTIONS = `GET /api/mod/action/list?postId=${ID}`;
const replay = {
  id: REPLAY_ID,
  postId: ID,
  downloadUri: null,
  minimapUri: null,
  players: [],
  chatMessages: [],
};
const VIEWER = 500_000_009;
const EDIT = makeModAction({ postId: ID, actionType: 1, reason: 'Names a clan.' });
const DELETION = makeModAction({ id: guid(12), postId: ID, actionType: 0, reason: 'An insult.' });

afterEach(cleanup);

interface Scene {
  post?: Partial<Post>;
  /** The status instead of the post. */
  status?: number;
  roles?: string[];
  tab?: Map<string, string>;
  script?: (platform: FakePlatform) => void;
}

async function open({ post = {}, status, roles, tab = new Map(), script }: Scene = {}) {
  const page = await newPage(() => [
    import('#islands/post-view/PostView.tsx'),
    import('#lib/stores/session/session.ts'),
  ]);
  const platform = page.fakePlatform(`/posts/${ID}`, {
    now: () => 0,
    sessionStorage: storageOf(tab),
    user: roles && { id: VIEWER, roles },
  });
  for (const id of [500_000_001, 500_000_002, VIEWER]) {
    platform.answer(`GET /api/Player/${id}?includeClanInfo=true`, makePlayer({ id }));
    for (const list of ['received?page=1&pageSize=3', 'received?page=1&pageSize=6', 'sent?page=1&pageSize=6'])
      platform.answer(`GET /api/Post/${id}/${list}`, []);
  }
  if (status === undefined) platform.answer(POST, { model: makePost({ id: ID, ...post }) });
  else platform.answer(POST, { title: 'No.' }, { status });
  platform.answer(ACTIONS, [EDIT, DELETION]);
  script?.(platform);
  await page.loadSession();
  render(<page.PostView />);
  const idle = async () => {
    for (let round = 0; round < 3; round += 1) await act(page.settle);
  };
  await idle();
  return { ...screen, platform, idle, live: () => screen.queryByText('Live') };
}

const DELETED = JSON.stringify([{ id: ID, player: { id: 500_000_002, username: 'Borodino_Gunner' } }]);
const removed = { status: 410, script: ({ answer }: FakePlatform) => answer(ACTIONS, [DELETION, EDIT]) };

describe('the page of a post', () => {
  it('that does not exist says so, without a sign of live updates (Rules 8.10, 14.7)', async () => {
    const { getByRole, getByText, queryByText, live } = await open({ status: 404 });
    expect(getByRole('heading', { level: 1 }).textContent).toBe('Post not found');
    expect(getByText('Sorry, no post was found.')).toBeTruthy();
    expect(queryByText(/removed by a moderator/)).toBeNull();
    expect(live()).toBeNull();
  });

  it('that does not exist shows what became of the user’s report of it', async () => {
    const report = {
      ...{ id: guid(5), postId: ID, rule: 'other', words: 'Typed.', moment: null, sentence: '' },
      ...{ createdAt: '2026-01-10T12:00:00Z', outcome: 'deleted', decidedAt: '2026-01-10T13:00:00Z' },
    };
    const { findByText } = await open({
      status: 404,
      roles: [],
      tab: new Map([['features', 'reports']]),
      script: ({ answer }) => answer(`GET /api/report?postId=${ID}`, [report]),
    });
    expect(await findByText(/The author has deleted the post that you reported\./)).toBeTruthy();
  });

  it('that a moderator removed shows the last action (Rule 8.10)', async () => {
    const { getAllByRole, getByText, queryByText } = await open(removed);
    expect(getByText('Sorry, no post was found.')).toBeTruthy();
    expect(getByText(/It was removed by a moderator\./)).toBeTruthy();
    expect(getByText(/^Deletion by/).textContent).toContain('Deletion by Cossack_Mod');
    expect(getByText('An insult.')).toBeTruthy();
    expect(queryByText('Names a clan.')).toBeNull();
    const said = getAllByRole('status').map(({ textContent }) => textContent);
    expect(said.join()).toMatch(
      /was found\.It was removed by a moderator\.Deletion by.*An insult\.Latest posts$/,
    );
  });

  it('that a moderator removed is shown to its author with the last action (Rule 8.3)', async () => {
    const { getByText } = await open({ post: { modLocked: true } });
    expect(getByText(/^Removed by a moderator/)).toBeTruthy();
    expect(getByText('Names a clan.')).toBeTruthy();
  });

  it('that a moderator edited shows a warning and the last action (Rule 8.3)', async () => {
    const { getByText, queryByText, live } = await open({ post: { readOnly: true } });
    expect(getByText(/^Read-only after a moderator’s edit\./)).toBeTruthy();
    expect(getByText(/^Edit by/).textContent).toContain('Edit by Cossack_Mod');
    expect(getByText('Names a clan.')).toBeTruthy();
    expect(queryByText('An insult.')).toBeNull();
    expect(live()).not.toBeNull();
  });

  it.each([
    ['a moderator', 500_000_001, 2],
    ['its author', VIEWER, 0],
  ])(
    'shows all actions to staff, newest first, and Revert to %s: %i %i (Rule 8.13)',
    async (_, id, reverts) => {
      const author = { id, username: 'Any_Name', clan: null };
      const { getByRole } = await open({ post: { author, readOnly: true }, roles: ['mod'] });
      const panel = within(getByRole('region', { name: 'Moderator actions' }));
      expect(panel.getAllByText(/^(Edit|Deletion) by/).map(({ textContent }) => textContent?.[0])).toEqual([
        'E',
        'D',
      ]);
      expect(panel.queryAllByRole('button', { name: 'Revert' })).toHaveLength(reverts);
    },
  );

  it('tells staff that no moderator has acted (Rule 8.13)', async () => {
    const script = ({ answer }: FakePlatform) => answer(ACTIONS, undefined, { status: 204 });
    const { getByRole } = await open({ roles: ['mod'], script });
    expect(getByRole('region', { name: 'Moderator actions' }).textContent).toBe(
      'No moderator has acted on this post.',
    );
  });

  it('that the user deleted in this tab leads onward, with the focus on its heading (Rule 8.15)', async () => {
    const { getByRole } = await open({ status: 404, tab: new Map([['deleted-posts', DELETED]]) });
    const heading = getByRole('heading', { name: 'Post deleted.' });
    expect(document.activeElement).toBe(heading);
    const hrefs = ['Profile of Borodino_Gunner', 'Latest posts'].map((name) =>
      getByRole('link', { name }).getAttribute('href'),
    );
    expect(hrefs).toEqual(['/player/500000002,Borodino_Gunner', '/posts']);
  });

  it.each([
    ['anyone who has it open', new Map(), 404, ['This post was deleted.']],
    [
      'a tab whose storage cannot be read',
      new Map([['deleted-posts', '[{"id":7}]']]),
      404,
      ['This post was deleted.'],
    ],
    ['its author once a moderator removes it', new Map([['deleted-posts', DELETED]]), 410, []],
  ])('is just missing for %s when it is deleted (Rule 8.15)', async (_, tab, status, said) => {
    const { platform, idle, getByText, queryByText } = await open({ tab });
    platform.answer(POST, { title: 'No.' }, { status });
    platform.hubs[0]?.emit('deletedPost', ID);
    await idle();
    expect(getByText('Sorry, no post was found.')).toBeTruthy();
    expect(queryByText('Post deleted.')).toBeNull();
    expect(platform.said).toEqual(said);
  });

  it('that cannot be loaded says so, and loads on request (Rule 8.9)', async () => {
    const { platform, idle, getByText, getByRole } = await open({ status: 500 });
    expect(getByText('Error loading Post.')).toBeTruthy();
    platform.answer(POST, { model: makePost({ id: ID, title: 'Back again' }) });
    fireEvent.click(getByRole('button', { name: 'Try again' }));
    await idle();
    expect(getByRole('heading', { level: 1 }).textContent).toBe('Back again');
  });
});

describe('the replay of a post (Rule 8.9)', () => {
  const TEAMS = 'Error loading Teams Roster.';
  const CHAT = 'Error loading Chat Messages.';

  it('loads separately when it is unreadable, fails alone, and loads on request', async () => {
    const { platform, idle, getByText, getByRole, queryByText } = await open({
      post: { title: 'A title', replayId: REPLAY_ID, replay: { broken: true } as never },
      script: ({ answer }) => answer(REPLAY, 'oops', { status: 500 }),
    });
    for (const text of [TEAMS, CHAT]) expect(getByText(text)).toBeTruthy();
    expect(getByRole('heading', { level: 1 }).textContent).toBe('A title');
    platform.answer(REPLAY, replay);
    fireEvent.click(
      within(getByRole('region', { name: 'Teams' })).getByRole('button', { name: 'Try again' }),
    );
    await idle();
    for (const text of [TEAMS, CHAT]) expect(queryByText(text)).toBeNull();
    expect(getByText('Nothing was said in this battle.')).toBeTruthy();
  });

  it.each([
    [{ chatMessages: 'none' }, CHAT, TEAMS],
    [{ players: 'none' }, TEAMS, CHAT],
  ])('has parts that fail alone: %o', async (broken, fails, stays) => {
    const { getByText, queryByText } = await open({
      post: { replayId: REPLAY_ID },
      script: ({ answer }) => answer(REPLAY, { ...replay, ...broken }),
    });
    expect(getByText(fails)).toBeTruthy();
    expect(queryByText(stays)).toBeNull();
  });
});

describe('the video of a post', () => {
  const VIDEO = 'https://files.example.test/minimap.mp4';
  const RENDERING = 'Rendering Replay minimap...';
  const PROCESSING = 'Replay minimap is being processed.';
  const NONE = 'There is no video of this replay.';

  it.each<[state: 0 | 1 | 2, uri: string | null, texts: string[]]>([
    [0, null, [NONE]],
    [1, null, [RENDERING]],
    [2, null, [RENDERING]],
    [0, VIDEO, []],
    [1, VIDEO, []],
    [2, VIDEO, []],
  ])('in state %i with the address %s shows the texts %j (Rule 8.8)', (state, uri, texts) => {
    render(<Minimap state={state} uri={uri} onRetry={undefined} />);
    expect([RENDERING, PROCESSING, NONE].filter((text) => screen.queryByText(text) !== null)).toEqual(texts);
    expect(screen.queryByLabelText('Replay minimap')?.getAttribute('src') ?? null).toBe(uri);
  });

  it.each([
    [false, true],
    [true, false],
  ])(
    'with reduced motion %s plays by itself: %s; muted, in a loop, with controls (Rule 8.8)',
    (matches, autoplay) => {
      vi.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
      onTestFinished(() => void vi.restoreAllMocks());
      render(<Minimap state={2} uri={VIDEO} onRetry={undefined} />);
      const video = screen.getByLabelText<HTMLVideoElement>('Replay minimap');
      expect([video.autoplay, video.muted, video.loop, video.controls]).toEqual([autoplay, true, true, true]);
      expect(window.matchMedia).toHaveBeenCalledWith('(prefers-reduced-motion: reduce)');
    },
  );

  it('says that it could not be played if it failed before it was on the page (Rule 8.9)', () => {
    vi.spyOn(HTMLMediaElement.prototype, 'error', 'get').mockReturnValue({ code: 4 } as MediaError);
    onTestFinished(() => void vi.restoreAllMocks());
    render(<Minimap state={2} uri={VIDEO} onRetry={undefined} />);
    expect(screen.getByText('Couldn’t play the video.').tagName).toBe('P');
  });

  it.each([
    ['Couldn’t load the video.', null],
    ['Couldn’t play the video.', VIDEO],
  ])('moves the focus to the place around it when it is tried again after "%s" (Rule 8.9)', (text, uri) => {
    render(
      <section aria-label="Battle" tabIndex={-1}>
        <Minimap state={2} uri={uri} onRetry={() => {}} />
      </section>,
    );
    const video = screen.queryByLabelText('Replay minimap');
    if (video) fireEvent.error(video);
    expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Battle' }));
    expect(screen.queryByLabelText('Replay minimap') !== null).toBe(uri !== null);
  });
});
