/** wows-replay as npm packs it, unpacked in an empty folder: the example of its page in Node, and the same in Chromium. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import { fullBattle } from '#tests/support/replay-file.ts';

const ORIGIN = 'http://package.test/';
const REPLAY = encodeReplay(fullBattle(), CURRENT_LAYOUT);

/** The example for browsers, with the modules as they are installed. */
const PAGE = `<canvas width="640" height="720"></canvas>
<script type="importmap">{ "imports": {
  "wows-replay": "/wows-replay/dist/decode/decode-replay.js",
  "wows-replay/battle/video-frame": "/wows-replay/dist/battle/video-frame.js",
  "zod/mini": "/zod/mini/index.js"
} }</script>
<script type="module">
  import { decodeReplay } from 'wows-replay';
  import { createFrameDrawer } from 'wows-replay/battle/video-frame';
  const draw = async () => {
    const file = await (await fetch('/battle')).blob();
    const { facts, timeline } = await decodeReplay(new Uint8Array(await file.arrayBuffer()));
    const surface = document.querySelector('canvas').getContext('2d');
    createFrameDrawer(timeline, { font: 'sans-serif' })(surface, timeline.to);
    const { data } = surface.getImageData(0, 0, 640, 720);
    return { map: facts.map, colours: new Set(new Uint32Array(data.buffer)).size };
  };
  window.drawn = draw();
</script>`;

let folder: string;
let installed: string;

/** In a copy, because packing changes the exports for a moment. Other packages are those of the project. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'packed-'));
  installed = path.join(folder, 'app/node_modules/wows-replay');
  await cp(path.join(ROOT, 'packages'), path.join(folder, 'packages'), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await mkdir(installed, { recursive: true });
  const cwd = path.join(folder, 'packages/wows-replay');
  const packed = await run('npm', ['pack', '--pack-destination', folder], { cwd });
  expect(packed.code, packed.output).toBe(0);
  const { version } = JSON.parse(await readFile(path.join(cwd, 'package.json'), 'utf8')) as {
    version: string;
  };
  const tar = path.join(folder, `wows-replay-${version}.tgz`);
  await run('tar', ['--extract', `--file=${tar}`, '--strip-components=1', `--directory=${installed}`]);
});
afterAll(() => rm(folder, { recursive: true }));

it('restores the exports of the repository after packing', async () => {
  const manifest = 'packages/wows-replay/package.json';
  expect(await readFile(path.join(folder, manifest), 'utf8')).toBe(
    await readFile(path.join(ROOT, manifest), 'utf8'),
  );
});

it('runs the example of its page in Node', async () => {
  const [, example = ''] =
    /```ts\n([\s\S]+?)```/.exec(await readFile(path.join(installed, 'README.md'), 'utf8')) ?? [];
  const app = path.join(folder, 'app');
  await writeFile(path.join(app, 'example.mjs'), example);
  await writeFile(path.join(app, 'battle.wowsreplay'), REPLAY);
  const { code, output } = await run(process.execPath, ['example.mjs'], { cwd: app });
  expect(code, output).toBe(0);
  expect(output).toContain('53_Shoreside');
  expect((await readFile(path.join(app, 'battle.png'))).subarray(1, 4).toString()).toBe('PNG');
});

it('decodes and draws in Chromium, by its modules', async () => {
  const browser = await chromium.launch(launchOptions);
  const page = await browser.newPage();
  await page.route('**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
    if (pathname === '/battle') return route.fulfill({ body: Buffer.from(REPLAY) });
    const root = pathname.startsWith('/zod/') ? path.join(ROOT, 'node_modules') : path.dirname(installed);
    return route.fulfill({ contentType: 'text/javascript', body: await readFile(path.join(root, pathname)) });
  });
  await page.goto(ORIGIN);
  const drawn = await page.evaluate<{ map: string; colours: number }>('drawn');
  await browser.close();
  expect(drawn.map).toBe('53_Shoreside');
  expect(drawn.colours).toBeGreaterThan(20);
});
