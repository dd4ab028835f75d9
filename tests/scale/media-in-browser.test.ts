/** A page with the site's policy plays a video of the bucket and downloads a replay from it (Rule 24.26). */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { type Browser, chromium, type Page } from 'playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { replays } from '#api/db/replay-schema.ts';
import { openBucket } from '#api/files/bucket.ts';
import { createBucketStore } from '#api/files/bucket-store.ts';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import {
  AURORA,
  createTestApi,
  createTestFiles,
  postDto,
  postForm,
  type TestApi,
} from '#tests/support/api.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { startBucket, type TestBucket } from '#tests/support/scale/bucket.ts';
import { policyDirectives } from '../../src/build/policy.ts';
import { loadConfig } from '../../src/config.ts';

const VIDEO = new URL('../../api/demo/seed/assets/battle.mp4', import.meta.url);
const REPLAY = Buffer.from(replayFile());

let bucket: TestBucket;
let api: TestApi;
let browser: Browser;
let replay: string;
let site: Server;
let mediaOrigins: string;

const originOf = (server: Server): string => `http://localhost:${(server.address() as AddressInfo).port}`;

/** The elements of a post's page, below the policy of the site's pages. */
function pageText(): string {
  const env = { API_DOMAIN: originOf(api.app.server).slice('http://'.length), MEDIA_ORIGINS: mediaOrigins };
  const policy = policyDirectives(loadConfig(env)).join('; ');
  return `<meta http-equiv="content-security-policy" content="${policy}">
    <video src="${replay}/minimap" preload="auto" muted controls></video>
    <a download href="${replay}/file">Download</a>`;
}

beforeAll(async () => {
  bucket = await startBucket();
  const files = createBucketStore(openBucket(bucket.config), createTestFiles());
  api = await createTestApi({ files });
  api.app.server.listen(0, 'localhost');
  site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageText()),
  ).listen(0, 'localhost');
  await Promise.all([once(api.app.server, 'listening'), once(site, 'listening')]);
  const form = postForm(postDto({ player: { id: await api.addPlayer() } }), REPLAY);
  const { json } = await api.call('POST', '/api/post', { as: AURORA, form });
  const minimapSha256 = await files.put('eu', await readFile(VIDEO));
  await api.database.transaction('eu', (db) =>
    db.update(replays).set({ minimapSha256 }).where(eq(replays.id, json.replayId)),
  );
  replay = `${originOf(api.app.server)}/api/Replay/${json.replayId}`;
  browser = await chromium.launch(launchOptions);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await api?.close();
  await bucket?.stop();
});

async function open(origins: string): Promise<Page> {
  mediaOrigins = origins;
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(originOf(site));
  return page;
}

const outcome = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const video = document.querySelector('video') as HTMLVideoElement;
        const settle = () => {
          if (video.error !== null) resolve(`error ${video.error.code}`);
          else if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve('plays');
        };
        for (const name of ['loadeddata', 'error']) video.addEventListener(name, settle);
        settle();
      }),
  );

test('the video plays when MEDIA_ORIGINS names the bucket, also after a jump', async () => {
  const page = await open(bucket.endpoint);
  expect(await outcome(page)).toBe('plays');
  const moved = await page.evaluate(async () => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const target = video.duration / 2;
    const arrived = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    video.currentTime = target;
    await arrived;
    return Math.abs(video.currentTime - target) < 0.1 && target > 0;
  });
  expect(moved).toBe(true);
});

test('the policy blocks the video when MEDIA_ORIGINS does not name the bucket', async () => {
  expect(await outcome(await open(''))).toBe('error 4');
});

test('the link downloads the replay with its name', async () => {
  const page = await open(bucket.endpoint);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('a')]);
  expect(download.suggestedFilename()).toBe('battle.wowsreplay');
  expect((await readFile(await download.path())).equals(REPLAY)).toBe(true);
});
