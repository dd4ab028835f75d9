/** Builds the four regions side by side into one folder. */
import path from 'node:path';
import { REGION_IDS } from '#lib/regions.ts';
import { fingerprint, fingerprintRecord, isFresh } from '#scripts/build/fingerprint.ts';
import { precompress } from '#scripts/build/precompress.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';

const buildRegionScript = path.join(import.meta.dirname, 'build-region.ts');

async function buildRegion(region: string, outDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { code, output } = await run(process.execPath, [buildRegionScript, region, outDir], {
    env: { ...env, REGION: region, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (code !== 0)
    throw new PlainFailure(`${output.trim()}\n\nBuilding the site for ${region} failed: see above.`);
}

/** Builds every region into `distDir` with the given environment. Throws a plain failure with the build's output. */
export async function buildSite(distDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const hash = fingerprint(env);
  const folders = REGION_IDS.map((region) => path.join(distDir, region));
  await fingerprintRecord.clear(distDir);
  await Promise.all(REGION_IDS.map((region, index) => buildRegion(region, folders[index] as string, env)));
  await precompress(folders);
  await fingerprintRecord.write(distDir, hash);
}

/** Builds only when sources or baked variables changed since; returns whether it built. */
export async function buildSiteIfStale(distDir: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (await isFresh(distDir, fingerprint(env))) return false;
  await buildSite(distDir, env);
  return true;
}
