import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { targetOf, type UploadTarget } from '#scripts/deploy/upload/target.ts';
import { changesAtTarget, KEEP_MS, uploadRegion } from '#scripts/deploy/upload/upload-region.ts';

import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';

const NOW = Date.UTC(2024, 4, 1);
const DAY_MS = 86_400_000;

let folder: string;
let dist: string;
let site: string;

/** Replaces the build of `eu`. */
async function build(files: Record<string, string>): Promise<void> {
  await rm(path.join(dist, 'eu'), { recursive: true, force: true });
  for (const [name, text] of Object.entries({
    'index.html': '<html data-api="https://api.example.org">',
    ...files,
  })) {
    const file = path.join(dist, 'eu', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

const upload = (now = NOW, target: UploadTarget = targetOf(site)) => uploadRegion(dist, 'eu', target, now);

async function uploaded(): Promise<string[]> {
  const entries = await readdir(path.join(site, 'eu'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(site, 'eu'), path.join(entry.parentPath, entry.name)))
    .sort();
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'upload-test-'));
  dist = path.join(folder, 'dist');
  site = path.join(folder, 'site');
});
afterEach(() => rm(folder, { recursive: true }));

it('writes hashed files first, other files next and pages last (Rule 21.9)', async () => {
  const written: string[] = [];
  const target = targetOf(site);
  const recording: UploadTarget = {
    ...target,
    put: async (source, place, names) => {
      written.push(...names);
      await target.put(source, place, names);
    },
  };
  await build({
    '404.html': 'none',
    '404.html.br': 'none',
    'posts/index.html': 'posts',
    'assets/guidelines.html': 'an editors’ file',
    'hashed/a.1.js': 'a',
    'hashed/a.1.js.br': 'a',
    'robots.txt': 'robots',
  });
  await upload(NOW, recording);
  expect(written).toEqual([
    'hashed/a.1.js',
    'hashed/a.1.js.br',
    'assets/guidelines.html',
    'robots.txt',
    '404.html',
    '404.html.br',
    'index.html',
    'posts/index.html',
  ]);
  expect(await uploaded()).toEqual([...written].sort());
});

it('keeps hashed files for 30 days after the deployment that replaced them (Rule 21.9)', async () => {
  await build({ 'hashed/a.1.js': 'one', 'old.txt': 'x' });
  await upload(NOW);
  await build({ 'hashed/a.2.js': 'two' });
  expect(await upload(NOW + DAY_MS)).toMatchObject({ kept: 1, removed: 1 });
  expect(await uploaded()).toEqual(['hashed/a.1.js', 'hashed/a.2.js', 'index.html']);
  expect(await upload(NOW + DAY_MS + KEEP_MS - 1)).toMatchObject({ kept: 1, removed: 0 });
  expect(await upload(NOW + DAY_MS + KEEP_MS)).toMatchObject({ kept: 0, removed: 1 });
  expect(await uploaded()).toEqual(['hashed/a.2.js', 'index.html']);
});

it('counts the 30 days of a file from its last deployment when an earlier build returns', async () => {
  await build({ 'hashed/a.1.js': 'one' });
  await upload(NOW);
  await build({ 'hashed/a.2.js': 'two' });
  await upload(NOW + DAY_MS);
  await build({ 'hashed/a.1.js': 'one' });
  await upload(NOW + 20 * DAY_MS);
  await build({ 'hashed/a.3.js': 'three' });
  await upload(NOW + 55 * DAY_MS);
  expect(await uploaded()).toEqual(['hashed/a.1.js', 'hashed/a.3.js', 'index.html']);
});

it('leaves an unchanged file untouched, so that browsers keep their copy', async () => {
  await build({ 'hashed/a.1.js': 'one' });
  await upload();
  const before = await stat(path.join(site, 'eu/index.html'));
  await upload();
  expect((await stat(path.join(site, 'eu/index.html'))).ino).toBe(before.ino);
});

it('never removes a file that no upload wrote', async () => {
  await build({ 'hashed/a.1.js': 'one' });
  await upload();
  await writeFile(path.join(site, 'eu/verification.txt'), 'mine');
  await upload(NOW + 2 * KEEP_MS);
  expect(await uploaded()).toContain('verification.txt');
});

it('removes the files of an upload that stopped halfway, 30 days after the next one', async () => {
  await build({ 'hashed/lost.js': 'lost' });
  const failing: UploadTarget = {
    ...targetOf(site),
    remove: () => Promise.reject(new Error('The connection was lost.')),
  };
  await expect(upload(NOW, failing)).rejects.toThrow('The connection was lost.');
  await build({ 'hashed/a.1.js': 'one' });
  await upload(NOW);
  expect(await uploaded()).toContain('hashed/lost.js');
  await upload(NOW + KEEP_MS);
  expect(await uploaded()).not.toContain('hashed/lost.js');
});

it('makes files that the web server’s account can read', async () => {
  await build({ 'hashed/a.1.js': 'one' });
  await chmod(path.join(dist, 'eu/hashed/a.1.js'), 0o600);
  await upload();
  expect((await stat(path.join(site, 'eu/hashed/a.1.js'))).mode & 0o777).toBe(0o644);
  expect((await stat(path.join(site, 'eu/hashed'))).mode & 0o777).toBe(0o755);
});

describe('texts that were changed on the site since the last upload (Rule 21.13)', () => {
  const NOTICE = 'assets/psa.eu.html';
  const buildNotice = (text: string) => build({ 'hashed/a.1.js': 'a', [NOTICE]: text });
  const edit = (text: string, name = NOTICE) => writeFile(path.join(site, 'eu', name), text);
  const changes = () => changesAtTarget(dist, 'eu', targetOf(site));

  beforeEach(async () => {
    await buildNotice('<p>One</p>\n<p>Two</p>\n');
    await upload();
  });

  it('are shown as a diff from what was uploaded', async () => {
    await edit('<p>One</p>\n<p>2</p>\n');
    await buildNotice('<p>Three</p>\n');
    const diff = await changes();
    expect(diff).toContain('--- uploaded/eu/assets/psa.eu.html\n+++ live/eu/assets/psa.eu.html\n');
    expect(diff).toMatch(/^ <p>One<\/p>\n-<p>Two<\/p>\n\+<p>2<\/p>\n$/m);
  });

  it.each([
    ['only the build changed', null],
    ['the build has the same change', '<p>Three</p>'],
    ['line endings or the white space around a text changed', '\r\n<p>One</p>\r\n<p>Two</p>\r\n\r\n'],
  ])('are none when %s', async (_, text) => {
    if (text !== null) await edit(text);
    await buildNotice('<p>Three</p>\n');
    expect(await changes()).toBe('');
  });

  it('include a text that was removed there, and one that the build no longer has', async () => {
    await rm(path.join(site, 'eu', NOTICE));
    expect(await changes()).toMatch(/^-<p>One<\/p>\n-<p>Two<\/p>\n$/m);
    await edit('<p>Kept alive</p>');
    await build({ 'hashed/a.1.js': 'a' });
    expect(await changes()).toMatch(/^\+<p>Kept alive<\/p>$/m);
  });

  it('are known again after an upload over them', async () => {
    await edit('<p>Changed</p>');
    await upload();
    await buildNotice('<p>Three</p>\n');
    expect(await changes()).toBe('');
  });

  it('are the differences from the build when the last upload is unknown', async () => {
    await writeFile(path.join(site, '.uploads/eu.json'), JSON.stringify({ files: { [NOTICE]: null } }));
    expect(await changes()).toBe('');
    await edit('<p>Changed</p>');
    expect(await changes()).toMatch(/^\+<p>Changed<\/p>$/m);
    await rm(site, { recursive: true });
    expect(await changes(), 'before the first upload').toBe('');
  });

  it('stop the upload, unless they may be overwritten', async () => {
    await edit('<p>Changed</p>');
    await buildNotice('<p>Three</p>\n');
    const script = path.join(ROOT, 'scripts/upload.ts');
    const command = [script, '--target', site];
    const env = { ...process.env, DIST_DIR: dist, REGIONS: 'eu' };
    const live = () => readFile(path.join(site, 'eu', NOTICE), 'utf8');
    const refused = await run(process.execPath, command, { env });
    expect([refused.code, await live()]).toEqual([1, '<p>Changed</p>']);
    expect(refused.output).toContain('+<p>Changed</p>\n');
    expect(refused.output).toMatch(/so nothing was uploaded\..*--overwrite\.\n$/);
    const { code } = await run(process.execPath, [...command, '--region', 'eu', '--overwrite'], { env });
    expect([code, await live()]).toEqual([0, '<p>Three</p>\n']);
  });
});

describe('refuses', () => {
  it('a folder without a build', async () => {
    await expect(upload()).rejects.toThrow('holds no build: run `npm run build` first.');
    await build({});
    await expect(upload()).rejects.toThrow('holds no build');
  });

  it('a damaged record of earlier uploads, and leaves the site as it is', async () => {
    await build({ 'hashed/a.1.js': 'one' });
    await upload();
    await writeFile(path.join(site, '.uploads/eu.json'), '{"files":[');
    await build({ 'hashed/a.2.js': 'two' });
    await expect(upload()).rejects.toThrow('is damaged. Remove it');
    expect(await uploaded()).toEqual(['hashed/a.1.js', 'index.html']);
  });
});

it('reports the API that the build is for', async () => {
  await build({ 'hashed/a.1.js': 'one' });
  expect((await upload()).api).toBe('https://api.example.org');
  expect(JSON.parse(await readFile(path.join(site, '.uploads/eu.json'), 'utf8'))).toEqual({
    files: { 'index.html': null, 'hashed/a.1.js': null },
    texts: {},
  });
});
