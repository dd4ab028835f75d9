/**
 * `npm run upload -- --region eu --target FOLDER`: uploads builds of `npm run build`, hashed files first and pages last. Without
 * `--region`, those of `REGIONS`. The target is a folder of this machine or an rsync destination such as `deploy@host:/srv/site`. It uploads
 * nothing when editors' files were changed there since the last upload, unless `--overwrite` is given.
 */
import { parseArgs } from 'node:util';
import { isRegionId, REGION_IDS, type RegionId } from '#lib/regions.ts';
import { ADDRESS_VARIABLES } from '#lib/schemas/site-variables.ts';
import { readVariables } from '#lib/schemas/variables.ts';
import { targetOf } from '#scripts/deploy/upload/target.ts';
import { changesAtTarget, uploadRegion } from '#scripts/deploy/upload/upload-region.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';
import { readSettings } from '#scripts/support/settings.ts';

const USAGE =
  'Usage: npm run upload -- [--region eu] [--overwrite] --target FOLDER (or --target user@host:FOLDER)';

interface Options {
  regions: readonly RegionId[];
  target: string;
  overwrite: boolean;
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        region: { type: 'string', multiple: true },
        target: { type: 'string' },
        overwrite: { type: 'boolean', default: false },
      },
    });
    const deployed = readVariables({ REGIONS: ADDRESS_VARIABLES.REGIONS }, process.env);
    if (deployed.problems[0]) throw new Error(deployed.problems[0]);
    const regions = values.region ?? deployed.values.REGIONS;
    if (!regions.every(isRegionId)) throw new Error(`--region must be one of ${REGION_IDS.join(', ')}.`);
    if (!values.target) throw new Error('--target is missing.');
    return { regions, target: values.target, overwrite: values.overwrite };
  } catch (error) {
    throw new PlainFailure(`${(error as Error).message}\n${USAGE}`);
  }
}

await runScript(async () => {
  const { regions, target, overwrite } = readOptions();
  const { distDir } = readSettings();
  let changes = '';
  if (!overwrite)
    for (const region of regions) changes += await changesAtTarget(distDir, region, targetOf(target));
  if (changes !== '')
    throw new PlainFailure(
      `${changes}\nThese texts were changed on the site since the last upload, so nothing was uploaded. Make the changes in public/assets and build again, or replace them with --overwrite.`,
    );
  for (const region of regions) {
    const { api, files, removed, kept } = await uploadRegion(distDir, region, targetOf(target), Date.now());
    console.log(
      `Uploaded ${region} (for the API at ${api}): ${files} files; ${kept} hashed files of earlier builds kept, ${removed} files removed.`,
    );
  }
});
