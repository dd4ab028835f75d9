import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { clockOf } from 'wows-replay/battle/clock';
import { makeTimeline } from 'wows-replay/encode/sample-timelines';
import { TIMELINE_VERSION } from 'wows-replay/timeline';
import { parseMarkdown } from '#lib/markdown/markdown.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ReplayFacts } from '#lib/schemas/replay.ts';
import { linkMoments } from '#lib/stores/posts/battle.ts';
import { guid, makeFacts, makePost } from '#tests/support/builders.ts';
import { API_ORIGIN, type FakePlatform } from '#tests/support/fake-platform.ts';
import { newPage } from '#tests/support/new-page.ts';

const ID = guid(1);
const REPLAY_ID = guid(100);
const POST = `GET /api/Post/${ID}`;
const TIMELINE = `GET /api/Replay/${REPLAY_ID}/timeline`;
const FILE = `GET /api/Replay/${REPLAY_ID}/file`;
const VIDEO = 'https://media.example.test/minimap.mp4';

function openPage() {
  vi.stubGlobal('window', new EventTarget());
  return newPage(() => [import('#lib/stores/posts/battle.ts'), import('#lib/stores/posts/post.ts')]);
}
let page: Awaited<ReturnType<typeof openPage>>;
let platform: FakePlatform;

interface Scene {
  query?: string;
  timelineUri?: string | null;
  minimapUri?: string | null;
  downloadUri?: string | null;
  facts?: ReplayFacts | null;
  post?: Partial<Post>;
}

async function open({
  query = '',
  timelineUri = `/api/Replay/${REPLAY_ID}/timeline?v=7`,
  minimapUri = null,
  downloadUri = `/api/Replay/${REPLAY_ID}/file`,
  facts = null,
  post = {},
}: Scene = {}): Promise<void> {
  platform = page.fakePlatform(`/posts/${ID}${query}`, { now: () => 0 });
  const links = { timelineUri, minimapUri, downloadUri };
  const replay = { id: REPLAY_ID, postId: ID, facts, players: [], chatMessages: [], ...links };
  platform.answer(POST, { model: makePost({ id: ID, replayId: REPLAY_ID, replay, ...post }) });
  platform.answer(TIMELINE, makeTimeline());
  for (const store of [page.$post, page.$battle, page.$battleView, page.$adaptText, page.$wantedMoment])
    store.listen(() => {});
  await settle();
}

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await page.settle();
}

const asked = () => platform.requests.filter((request) => /timeline|file/.test(request));

beforeEach(async () => {
  page = await openPage();
});
afterEach(() => vi.unstubAllGlobals());

describe('the battle of a post (Rule 25.31)', () => {
  it('is played where there is a timeline and no video', async () => {
    await open();
    expect(page.$battleView.get()).toBe('player');
    expect(page.$battle.get()).toMatchObject({ status: 'ready', value: { v: TIMELINE_VERSION } });
  });

  it('replaces a video only when the user opens it', async () => {
    await open({ minimapUri: VIDEO });
    expect(page.$battleView.get()).toBe('video-with-player');
    expect(asked()).toEqual([]);
    page.openBattle();
    await settle();
    expect(page.$battleView.get()).toBe('player');
    expect(asked()).toEqual([TIMELINE]);
  });

  it('can be opened while the video is being made', async () => {
    await open({ post: { replayState: 1 } });
    expect(page.$battleView.get()).toBe('video-with-player');
  });

  it('loads the file only after a click where there is no timeline', async () => {
    await open({ timelineUri: null });
    expect(page.$battleView.get()).toBe('video-with-player');
    expect(asked()).toEqual([]);
    platform.answer(FILE, undefined, { status: 500 });
    page.openBattle();
    await settle();
    expect(asked()).toEqual([FILE]);
    expect(page.$battle.get().status).toBe('failed');
  });

  it('is not offered without a timeline and a file', async () => {
    await open({ timelineUri: null, downloadUri: null });
    expect(page.$battleView.get()).toBe('video');
  });

  it('is not looked for in a file of the CIS client', async () => {
    await open({ timelineUri: null, facts: makeFacts({ source: 'none' }) });
    expect(page.$battleView.get()).toBe('video');
    expect(asked()).toEqual([]);
  });
});

describe('a battle that fails (Rule 25.38)', () => {
  it.each([
    ['an error', 'Down.', { status: 503, contentType: 'text/plain' }],
    ['a document of another version', { ...makeTimeline(), v: TIMELINE_VERSION + 1 }, {}],
    ['something else', 'null', {}],
  ])('by %s can be loaded again', async (_, body, options) => {
    await open({ minimapUri: VIDEO });
    platform.answer(TIMELINE, body, options);
    page.openBattle();
    await settle();
    expect(page.$battle.get().status).toBe('failed');
    platform.answer(TIMELINE, makeTimeline());
    page.retryBattle();
    await settle();
    expect(page.$battle.get().status).toBe('ready');
  });
});

describe('a moment in the address (Rule 25.37)', () => {
  it('opens the player there, also in place of a video', async () => {
    await open({ query: '?t=312', minimapUri: VIDEO });
    expect(page.$battleView.get()).toBe('player');
    expect(page.$wantedMoment.get()).toEqual({ seconds: 312 });
  });

  it.each(['?t=', '?t=-1', '?t=1.5', '?t=abc', '?t=86401'])(
    'is ignored when it is none: %s',
    async (query) => {
      await open({ query, minimapUri: VIDEO });
      expect(page.$battleView.get()).toBe('video-with-player');
      expect(page.$wantedMoment.get()).toBeNull();
    },
  );

  it('does not load a file without a click', async () => {
    await open({ query: '?t=312', timelineUri: null });
    expect(asked()).toEqual([]);
  });

  it('is written by a link in the text, and followed when the user goes back', async () => {
    await open({ minimapUri: VIDEO });
    page.showMoment(330);
    await settle();
    expect(platform.address()).toBe(`/posts/${ID}?t=330`);
    expect(platform.history).toHaveLength(2);
    expect(page.$battleView.get()).toBe('player');
    page.showMoment(400);
    platform.goBack(`/posts/${ID}?t=330`);
    expect(page.$wantedMoment.get()).toEqual({ seconds: 330 });
  });

  it('can be copied, whatever the address is', async () => {
    await open({ query: '?t=1' });
    expect(page.momentUrl(77)).toBe(`http://localhost:4999/posts/${ID}?t=77`);
  });
});

describe('times in the text (Rule 25.36)', () => {
  it('make the timeline load next to a video', async () => {
    await open({
      minimapUri: VIDEO,
      post: { content: 'He left at 14:30 and never came back to the battle.' },
    });
    expect(asked()).toEqual([TIMELINE]);
    expect(page.$battleView.get()).toBe('video-with-player');
    const text = { type: 'paragraph', children: [{ type: 'text', text: 'At 14:30' }] } as const;
    expect(page.$adaptText.get()?.([text])).toMatchObject([
      { children: [{ text: 'At ' }, { type: 'moment', text: '14:30', href: `/posts/${ID}?t=330` }] },
    ]);
  });

  it('stay text while the battle is unknown', async () => {
    await open({ timelineUri: null });
    expect(page.$adaptText.get()).toBeUndefined();
  });
});

/** The links to moments in a text, as `text -> address`. */
function momentsIn(source: string): string[] {
  const shown: number[] = [];
  const link = linkMoments(clockOf(makeTimeline()), {
    hrefOf: (seconds) => `?t=${seconds}`,
    show: (seconds) => shown.push(seconds),
  });
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && value.type === 'moment') {
      const moment = value as unknown as { text: string; href: string; show: () => void };
      moment.show();
      found.push(`${moment.text} -> ${moment.href} -> ${shown.at(-1)}`);
    }
    Object.values(value).forEach(visit);
  };
  visit(link(parseMarkdown(source)));
  return found;
}

describe('times in Markdown (Rule 25.36)', () => {
  test.each([
    ['a paragraph', 'Left at 14:30.'],
    ['bold text', 'Left **at 14:30**.'],
    ['a heading', '# At 14:30'],
    ['a list', '- one\n- at 14:30'],
    ['a quote', '> at 14:30'],
    ['a table', '| a | b |\n| - | - |\n| 14:30 | x |'],
  ])('are links in %s', (_, source) => {
    expect(momentsIn(source)).toEqual(['14:30 -> ?t=330 -> 330']);
  });

  test.each([
    ['code', '`14:30`'],
    ['a code block', '```\n14:30\n```'],
    ['a link', '[14:30](https://example.test)'],
  ])('stay text in %s', (_, source) => {
    expect(momentsIn(source)).toEqual([]);
  });
});

it('loads files of other origins without cookies (Rule 25.31)', async () => {
  const sent: (RequestInit & { url: string })[] = [];
  const { downloadReplay } = await import('#lib/stores/posts/battle.ts');
  page.fakePlatform('/', {
    fetch: async (url, init) => {
      sent.push({ ...init, url });
      return new Response('file');
    },
  });
  expect(await (await downloadReplay('https://media.example.test/a')).text()).toBe('file');
  await downloadReplay(`${API_ORIGIN}/api/Replay/1/file`);
  expect(sent.map(({ credentials }) => credentials)).toEqual(['omit', 'include']);
});
