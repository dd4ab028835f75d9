/** A new build is uploaded while people use the old one. */
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { precompress } from '#scripts/build/precompress.ts';
import { targetOf, type UploadTarget } from '#scripts/deploy/upload/target.ts';
import { changesAtTarget, KEEP_MS, uploadRegion } from '#scripts/deploy/upload/upload-region.ts';
import { freePort } from '#scripts/support/listen.ts';
import { type Running, start, stop } from '#scripts/support/processes.ts';
import { uploadedFolder } from '#scripts/testing/deploy/deployed-site.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import { inventedPlayer, originOf } from '#tests/support/region-site.ts';
import { signIn } from '#tests/support/sign-in.ts';

const site = currentTestSite();
const region = 'sea';
const nextDist = path.join(path.dirname(site.distDir), 'next-dist');
// The name of a worker has a hyphen before its hash.
const HASHED_NAME = /([\w.-]+[.-])([\w-]{8})(\.(?:js|css)\b)/g;

test.use({ baseURL: originOf(region) });
test.describe.configure({ mode: 'serial' });

const hashedNames = async (folder: string): Promise<string[]> =>
  (await readdir(path.join(folder, 'hashed'))).filter((name) => name.endsWith('.js'));

/** The next build, in which every hashed file has another name. It works like the old one, whose text it is otherwise. */
async function makeNextBuild(): Promise<void> {
  const folder = path.join(nextDist, region);
  await rm(nextDist, { recursive: true, force: true });
  await mkdir(nextDist, { recursive: true });
  await cp(path.join(site.distDir, region), folder, { recursive: true });
  const old = new Set(await hashedNames(folder));
  const renamed = (text: string): string =>
    text.replace(HASHED_NAME, (name, start: string, hash: string, end: string) =>
      old.has(name) ? `${start}${[...hash].reverse().join('')}${end}` : name,
    );
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (/\.(br|gz)$/.test(entry.name)) {
      await rm(file);
    } else if (/\.(html|js)$/.test(entry.name)) {
      await writeFile(file, renamed(await readFile(file, 'utf8')));
      await rename(file, path.join(entry.parentPath, renamed(entry.name)));
    }
  }
  await precompress([folder]);
  expect((await hashedNames(folder)).filter((name) => old.has(name))).toEqual([]);
}

const upload = (dist: string, now: number): Promise<unknown> =>
  uploadRegion(dist, region, targetOf(uploadedFolder(site)), now);

async function openProfile(page: Page, writer: number, subject: number): Promise<void> {
  await page.goto('/guidelines');
  const [author, about] = [await inventedPlayer(page, writer), await inventedPlayer(page, subject)];
  await signIn(page, author.username, `/player/${about.id},${about.username}`);
  await expect(page.getByRole('button', { name: 'New Post' })).toBeVisible();
}

const editorOpens = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New Post' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: /^Content/ })).toBeVisible();
};

test.beforeAll(makeNextBuild);
test.afterAll(async () => {
  await upload(site.distDir, Date.now());
  await rm(nextDist, { recursive: true });
});

test('A tab from before a deployment opens the editor of its build (Rule 21.9)', async ({ page }) => {
  await openProfile(page, 240, 241);
  await upload(nextDist, Date.now());
  const lost: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) lost.push(response.url());
  });
  await editorOpens(page);
  expect(lost).toEqual([]);
  // The next page is of the new build, whose editor opens, too.
  await page.reload();
  const scripts = await page.evaluate(() =>
    [...document.scripts].map(({ src }) => src).filter((src) => src.includes('/hashed/')),
  );
  const current = await hashedNames(path.join(nextDist, region));
  for (const src of scripts) expect(current).toContain(path.basename(src));
  await editorOpens(page);
});

test.describe('Through rsync', () => {
  let daemon: Running;
  let target: UploadTarget;
  const folder = path.join(path.dirname(site.distDir), 'rsync');
  const place = path.join(folder, 'site');

  test.beforeAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(place, { recursive: true });
    const port = await freePort();
    const config = [`pid file = ${folder}/pid`, 'use chroot = no', 'uid = root', 'gid = root'];
    const module = ['[site]', `path = ${place}`, 'read only = no'];
    await writeFile(path.join(folder, 'rsyncd.conf'), [...config, ...module, ''].join('\n'));
    daemon = start('rsync', [
      '--daemon',
      '--no-detach',
      '--address=127.0.0.1',
      `--port=${port}`,
      `--config=${folder}/rsyncd.conf`,
    ]);
    target = targetOf(`rsync://127.0.0.1:${port}/site`);
    await expect.poll(() => target.read('none', ['none']).catch(() => 'not up')).toEqual(new Map());
  });
  test.afterAll(async () => {
    await stop(daemon);
    await rm(folder, { recursive: true });
  });

  test('an upload keeps hashed files for 30 days, and no longer', async () => {
    const now = Date.now();
    const [old = ''] = await hashedNames(path.join(site.distDir, region));
    const [next = ''] = await hashedNames(path.join(nextDist, region));
    const present = () => hashedNames(path.join(place, region));
    await uploadRegion(site.distDir, region, target, now);
    expect(await present()).toContain(old);
    await uploadRegion(nextDist, region, target, now);
    expect(await present()).toEqual(expect.arrayContaining([old, next]));
    expect(await uploadRegion(nextDist, region, target, now + KEEP_MS)).toMatchObject({ kept: 0 });
    expect(await present()).toEqual(await hashedNames(path.join(nextDist, region)));
    const page = await readFile(path.join(place, region, 'index.html'), 'utf8');
    expect(page).toBe(await readFile(path.join(nextDist, region, 'index.html'), 'utf8'));
  });

  test('texts that were changed on the site are found before an upload', async () => {
    await uploadRegion(site.distDir, region, target, Date.now());
    expect(await changesAtTarget(site.distDir, region, target)).toBe('');
    await writeFile(path.join(place, region, 'assets/psa.global.html'), '<p>Changed there</p>');
    expect(await changesAtTarget(site.distDir, region, target)).toContain('\n+<p>Changed there</p>\n');
  });
});
