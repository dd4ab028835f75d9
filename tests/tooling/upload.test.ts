import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { targetOf, type UploadTarget } from '#scripts/deploy/upload/target.ts';
import { KEEP_MS, uploadRegion } from '#scripts/deploy/upload/upload-region.ts';

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
  });
});
