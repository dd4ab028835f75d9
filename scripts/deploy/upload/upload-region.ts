/**
 * Uploads a region's build so that no visitor meets a page without its files: hashed files come first and pages last. Hashed
 * files of earlier builds remain for 30 days, because open tabs load parts of their build later.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RegionId } from '#lib/regions.ts';
import { z } from '#lib/schemas/zod.ts';
import type { UploadTarget } from '#scripts/deploy/upload/target.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';

/** How long hashed files of earlier builds are kept, in milliseconds. */
export const KEEP_MS = 30 * 86_400_000;

/** Files of earlier uploads at the target. Only these files are ever removed. */
const RecordSchema = z.object({
  /** Uploaded file → the time, in milliseconds since 1970, since which no build contains it; null for those of the newest. */
  files: z.record(z.string(), z.nullable(z.number())),
});
type Files = z.output<typeof RecordSchema>['files'];

const isHashed = (name: string): boolean => name.startsWith('hashed/');
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

async function readRecord(target: UploadTarget, region: RegionId): Promise<Files> {
  const text = await target.read(recordName(region));
  if (text === null) return {};
  try {
    return RecordSchema.parse(JSON.parse(text)).files;
  } catch {
    throw new PlainFailure(
      `The record of earlier uploads, ${recordName(region)}, is damaged. Remove it to upload again: files of earlier builds then stay.`,
    );
  }
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
  const save = (files: Files): Promise<void> =>
    target.write(recordName(region), `${JSON.stringify({ files }, null, 1)}\n`);

  const current: Files = Object.fromEntries(names.map((name) => [name, null]));
  const earlier = Object.entries(before).filter(([name]) => !(name in current));
  const replaced = earlier.map(([name, since]) => [name, since ?? now] as const);
  // Recorded first, so that files of an upload that stops halfway are removed later.
  await save({ ...Object.fromEntries(replaced), ...current });

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
  await save({ ...Object.fromEntries(kept), ...current });
  return { api: await apiOf(build), files: names.length, removed: outdated.length, kept: kept.length };
}
