/**
 * `npm run upload -- --region eu --target FOLDER`: uploads builds of `npm run build`, hashed files first and pages last. Without
 * `--region`, all four. The target is a folder of this machine or an rsync destination such as `deploy@host:/srv/site`.
 */
import { parseArgs } from 'node:util';
import { isRegionId, REGION_IDS, type RegionId } from '#lib/regions.ts';
import { targetOf } from '#scripts/deploy/upload/target.ts';
import { uploadRegion } from '#scripts/deploy/upload/upload-region.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';
import { readSettings } from '#scripts/support/settings.ts';

const USAGE = 'Usage: npm run upload -- [--region eu] --target FOLDER (or --target user@host:FOLDER)';

function readOptions(): { regions: readonly RegionId[]; target: string } {
  try {
    const { values } = parseArgs({
      options: { region: { type: 'string', multiple: true }, target: { type: 'string' } },
    });
    const regions = values.region ?? [...REGION_IDS];
    if (!regions.every(isRegionId)) throw new Error(`--region must be one of ${REGION_IDS.join(', ')}.`);
    if (!values.target) throw new Error('--target is missing.');
    return { regions, target: values.target };
  } catch (error) {
    throw new PlainFailure(`${(error as Error).message}\n${USAGE}`);
  }
}

await runScript(async () => {
  const { regions, target } = readOptions();
  const { distDir } = readSettings();
  for (const region of regions) {
    const { api, files, removed, kept } = await uploadRegion(distDir, region, targetOf(target), Date.now());
    console.log(
      `Uploaded ${region} (for the API at ${api}): ${files} files; ${kept} hashed files of earlier builds kept, ${removed} files removed.`,
    );
  }
});
