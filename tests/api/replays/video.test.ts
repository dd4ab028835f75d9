/** Our own renderer makes videos that play. Needs `ffmpeg` for those, and a browser. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright/test';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasFfmpeg } from '#api/config/load-config.ts';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import type { TestApi } from '#tests/support/api.ts';
import { openTestApi } from '#tests/support/api-fixture.ts';
import { fileOf, headerOnlyReplayFile } from '#tests/support/replay-file.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const RENDERER = path.resolve(import.meta.dirname, '../../../api/jobs/replays/renderer.ts');

/** Runs the renderer as the API does, with programs of this folder alone. */
function render(replay: Uint8Array, ffmpeg?: string): { status: number | null; stderr: string } {
  const programs = temporaryFolder();
  if (ffmpeg !== undefined) {
    writeFileSync(path.join(programs, 'ffmpeg'), `#!/bin/sh\n${ffmpeg}\n`);
    chmodSync(path.join(programs, 'ffmpeg'), 0o700);
  }
  const [input, output] = [path.join(programs, 'a.wowsreplay'), path.join(programs, 'a.mp4')];
  writeFileSync(input, replay);
  const { status, stderr } = spawnSync(process.execPath, [RENDERER, '', '', input, output], {
    env: { PATH: programs },
    encoding: 'utf8',
  });
  return { status, stderr };
}

describe('the renderer fails with a reason (Rule 25.27)', () => {
  test.each([
    ['a file that is no replay', new Uint8Array(100), undefined, /^The file is not a replay\.$/],
    ['a replay without positions', headerOnlyReplayFile(), undefined, /^The replay has no timeline\.$/],
    ['no ffmpeg', fileOf(), undefined, /^ffmpeg could not be started: .*ENOENT/],
    [
      'an ffmpeg without the encoder',
      fileOf(),
      'echo "Unknown encoder libx264" >&2; exit 1',
      /^ffmpeg ended with 1\. Unknown encoder libx264$/,
    ],
  ])('for %s', (_, replay, ffmpeg, reason) => {
    const { status, stderr } = render(replay, ffmpeg);
    expect(stderr.trim()).toMatch(reason);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(1);
  });
});

describe.runIf(hasFfmpeg(process.env.PATH))('with ffmpeg (Rule 25.27)', () => {
  const start = () => openTestApi({ env: { PATH: process.env.PATH ?? '' }, jobLimits: { pollMs: 100 } });
  const create = async (api: TestApi, replay: Uint8Array) => (await api.createPost({}, { replay })).json;
  const read = async (api: TestApi, id: string) => (await api.call('GET', `/api/post/${id}`)).json.model;

  test('an uploaded battle gets a video, which plays in a browser', async () => {
    const api = await start();
    const { id, replayState } = await create(api, fileOf());
    expect(replayState).toBe(1);
    await expect.poll(async () => (await read(api, id)).replayState).toBe(2);
    const { replay } = await read(api, id);
    const { bytes } = await api.call('GET', new URL(replay.minimapUri).pathname);
    const browser = await chromium.launch(launchOptions);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const played = await page.evaluate(
      async (source) => {
        const video = Object.assign(document.createElement('video'), { muted: true, src: source });
        document.body.append(video);
        await video.play();
        await new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }));
        return { width: video.videoWidth, height: video.videoHeight, seconds: video.duration };
      },
      `data:video/mp4;base64,${bytes.toString('base64')}`,
    );
    // 3 s before the battle, whose recording lasts 120 s, 6 s of battle and 2 s of its end.
    expect(played).toMatchObject({ width: 640, height: 720 });
    expect(played.seconds).toBeCloseTo(9.5, 0);
  });

  test('equal battles have the same video', async () => {
    const folder = temporaryFolder();
    const videos = [1, 2].map((number) => path.join(folder, `${number}.mp4`));
    const input = path.join(folder, 'equal.wowsreplay');
    writeFileSync(input, fileOf());
    for (const video of videos) spawnSync(process.execPath, [RENDERER, '', '', input, video]);
    const { stdout } = spawnSync('cmp', videos, { encoding: 'utf8' });
    expect([existsSync(videos[0] ?? ''), stdout]).toEqual([true, '']);
  });

  test('a replay without a timeline stays at state 0, without a job', async () => {
    const api = await start();
    expect((await create(api, headerOnlyReplayFile())).replayState).toBe(0);
  });
});
