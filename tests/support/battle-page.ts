/** Opens the page of a post whose battle the test chooses. */
import type { Locator, Page } from 'playwright/test';
import type { Timeline } from 'wows-replay/timeline';
import { changeAnswers } from './change-answers.ts';

const POST = /\/api\/Post\/[0-9a-f-]{36}(\?|$)/i;
/** The requests for the timeline that `serveBattle` announces. */
export const TIMELINE = /\/api\/Replay\/[0-9a-f-]{36}\/timeline\?v=7$/i;
/** The requests for the replay's file. */
export const REPLAY_FILE = /\/api\/Replay\/[0-9a-f-]{36}\/file$/i;

/** The worker that draws the map. */
export const MAP_WORKER = /\/map-worker[^/]*\.js/;

/** The battle in the API. */
interface ServedBattle {
  timeline?: Timeline | null;
  /** Whether there is a video, as in the seeded data. */
  video?: boolean;
  content?: string;
  author?: string;
  player?: string;
}

/** Changes the answers about a seeded post with a replay. Returns the post's path. */
export async function serveBattle(
  page: Page,
  {
    timeline = null,
    video = false,
    content,
    author = 'Aurora_Captain',
    player = 'Borodino_Gunner',
  }: ServedBattle,
): Promise<string> {
  await page.goto('/guidelines');
  const api = await page.evaluate(() => document.documentElement.dataset.api ?? '');
  const answer = await page.request.get(`${api}/api/Post/latest?pageSize=100&hasReplay=true`);
  const posts: { id: string; replayState: number }[] = await answer.json();
  const id = posts.find(({ replayState }) => !video || replayState === 2)?.id;
  // A connection that comes up late fetches the post again, perhaps when the test is over.
  await page.route(/\/api\/hubs\//i, (route) => route.abort());
  await changeAnswers(page, POST, ({ model }) => ({
    model: {
      ...model,
      replay: {
        ...model.replay,
        timelineUri: timeline && `/api/Replay/${model.replayId}/timeline?v=7`,
        ...(!video && { minimapUri: null }),
      },
      replayState: video ? 2 : 0,
      content: content ?? model.content,
      author: { ...model.author, id: 500_000_001, username: author },
      player: { ...model.player, id: 500_000_002, username: player },
    },
  }));
  await page.route(TIMELINE, (route) => route.fulfill({ json: timeline }));
  return `/posts/${id}`;
}

/** The map of the battle player. */
export const battleMap = (page: Page): Locator => page.getByRole('img', { name: /^Map of the battle/ });

/** The position in the battle. */
export const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Position in the battle' });

/** The map's picture, to compare. Copied, because a canvas that a worker draws has no context on the page. */
export const battlePicture = (page: Page): Promise<string> =>
  battleMap(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const copy = document.createElement('canvas');
      copy.width = canvas.width;
      copy.height = canvas.height;
      copy.getContext('2d')?.drawImage(canvas, 0, 0);
      return copy.toDataURL();
    });
