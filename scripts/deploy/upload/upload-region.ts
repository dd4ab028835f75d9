/**
 * Uploads a region's build so that no visitor meets a page without its files: hashed files come first and pages last. Hashed
 * files of earlier builds remain for 30 days, because open tabs load parts of their build later.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { millisecondsInDay } from 'date-fns/constants';
import type { RegionId } from '#lib/regions.ts';
import { z } from '#lib/schemas/zod.ts';
import type { UploadTarget } from '#scripts/deploy/upload/target.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';

/** How long hashed files of earlier builds are kept, in milliseconds. */
export const KEEP_MS = 30 * millisecondsInDay;

const TextsSchema = z.record(z.string(), z.string());
/** The files that earlier uploads wrote to the target. Only these files are ever removed. */
const RecordSchema = z.object({
  /** Uploaded file → the time, in milliseconds since 1970, since which no build contains it; null for those of the newest. */
  files: z.record(z.string(), z.nullable(z.number())),
  /** Editors' file → its text in the newest upload. Records of earlier versions have none. */
  texts: z._default(TextsSchema, {}),
});
type UploadRecord = z.output<typeof RecordSchema>;
type Files = UploadRecord['files'];
type Texts = UploadRecord['texts'];

const isHashed = (name: string): boolean => name.startsWith('hashed/');
const isText = (name: string): boolean => name.startsWith('assets/') && name.endsWith('.html');
const isPage = (name: string): boolean => /\.html(\.(br|gz))?$/.test(name) && !name.startsWith('assets/');

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  if (!names.includes('index.html') || !names.some(isHashed))
    throw new PlainFailure(`${folder} holds no build: run \`npm run build\` first.`);
  return names;
}

const recordName = (region: RegionId): string => `.uploads/${region}.json`;

async function readRecord(target: UploadTarget, region: RegionId): Promise<UploadRecord> {
  const text = (await target.read('.uploads', [`${region}.json`])).get(`${region}.json`);
  if (text === undefined) return { files: {}, texts: {} };
  try {
    return RecordSchema.parse(JSON.parse(text));
  } catch {
    throw new PlainFailure(
      `The record of earlier uploads, ${recordName(region)}, is damaged. Remove it to upload again: files of earlier builds then stay.`,
    );
  }
}

/** The texts of the editors' files in a build. */
async function textsOf(build: string, names: readonly string[]): Promise<Texts> {
  const texts: Texts = {};
  for (const name of names.filter(isText)) texts[name] = await readFile(path.join(build, name), 'utf8');
  return texts;
}

/** A text without what editors and servers change unnoticed: line endings, and white space around it. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** A unified diff from the first texts to the second, in which their folders are called so. */
async function diffOf(folders: readonly [name: string, texts: Texts][]): Promise<string> {
  const cwd = await mkdtemp(path.join(os.tmpdir(), 'texts-'));
  try {
    for (const [folder, texts] of folders)
      for (const [name, text] of Object.entries(texts)) {
        const file = path.join(cwd, folder, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, plain(text) === '' ? '' : `${plain(text)}\n`);
      }
    const options = ['--no-index', '--no-prefix', '--no-color', '--no-ext-diff'];
    return (await run('git', ['diff', ...options, ...folders.map(([name]) => name)], { cwd })).output;
  } finally {
    await rm(cwd, { recursive: true });
  }
}

/**
 * The changes that someone made to the editors' files at the target since the last upload, as a unified diff; empty when there
 * are none (Rule 21.13). A change that the build has, too, is none. Where the last upload is unknown, the build takes its place.
 */
export async function changesAtTarget(dist: string, region: RegionId, target: UploadTarget): Promise<string> {
  const build = path.join(dist, region);
  const built = await textsOf(build, await filesOf(build));
  const { texts: known } = await readRecord(target, region);
  const names = [...new Set([...Object.keys(built), ...Object.keys(known)])].sort();
  const live = await target.read(region, names);
  const uploaded: Texts = {};
  const found: Texts = {};
  for (const name of names) {
    const before = known[name] ?? built[name] ?? '';
    const now = live.get(name) ?? (name in known ? '' : before);
    if ([before, built[name] ?? ''].some((text) => plain(text) === plain(now))) continue;
    uploaded[`${region}/${name}`] = before;
    found[`${region}/${name}`] = now;
  }
  if (Object.keys(found).length === 0) return '';
  return diffOf([
    ['uploaded', uploaded],
    ['live', found],
  ]);
}

/** Origin of the API that a build talks to. */
async function apiOf(build: string): Promise<string> {
  const html = await readFile(path.join(build, 'index.html'), 'utf8');
  return /\sdata-api="([^"]*)"/.exec(html)?.[1] ?? '';
}

/** The result of an upload. */
export interface UploadResult {
  /** Origin of the API that the build talks to. */
  api: string;
  files: number;
  removed: number;
  /** Hashed files of earlier builds that remain. */
  kept: number;
}

/** Uploads `dist/<region>` into the folder `<region>` of the target. `now` in milliseconds since 1970. */
export async function uploadRegion(
  dist: string,
  region: RegionId,
  target: UploadTarget,
  now: number,
): Promise<UploadResult> {
  const build = path.join(dist, region);
  const names = await filesOf(build);
  const before = await readRecord(target, region);
  const save = (files: Files, texts: Texts): Promise<void> =>
    target.write(recordName(region), `${JSON.stringify({ files, texts }, null, 1)}\n`);

  const current: Files = Object.fromEntries(names.map((name) => [name, null]));
  const earlier = Object.entries(before.files).filter(([name]) => !(name in current));
  const replaced = earlier.map(([name, since]) => [name, since ?? now] as const);
  // Recorded first, so that files of an upload that stops halfway are removed later.
  await save({ ...Object.fromEntries(replaced), ...current }, before.texts);

  await target.put(build, region, names.filter(isHashed));
  await target.put(
    build,
    region,
    names.filter((name) => !isHashed(name) && !isPage(name)),
  );
  await target.put(build, region, names.filter(isPage));

  const outdated = replaced
    .filter(([name, since]) => !isHashed(name) || now - since >= KEEP_MS)
    .map(([name]) => name);
  await target.remove(region, outdated);
  const kept = replaced.filter(([name]) => !outdated.includes(name));
  await save({ ...Object.fromEntries(kept), ...current }, await textsOf(build, names));
  return { api: await apiOf(build), files: names.length, removed: outdated.length, kept: kept.length };
}
