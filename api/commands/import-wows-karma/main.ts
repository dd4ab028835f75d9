/**
 * `npm run import:wows-karma`: reads one region's database and files of WOWS Karma, and writes a backup for `npm run restore`.
 */
import { parseArguments, regionOf, UsageError } from '#api/commands/arguments.ts';
import { folderOf, inFolder, print, runCommand } from '#api/commands/command.ts';
import { importRegion } from '#api/commands/import-wows-karma/import.ts';
import { isPercentEncoded, NOT_ENCODED } from '#lib/settings/deployment.ts';

const USAGE = `Usage:
  npm run import:wows-karma -- --from postgres://… --files FOLDER --region eu [--to FOLDER] [--dry-run]

--from     address of the old database, which is only read
--files    folder with copies of the blob containers replays and minimaps
--region   the region that they are of
--to       the new folder for the backup; by default wows-karma-REGION
--dry-run  prints the report and writes nothing`;

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArguments(args, {
    from: { type: 'string' },
    files: { type: 'string' },
    region: { type: 'string' },
    to: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  });
  if (positionals[0] !== undefined) throw new UsageError(`Unexpected argument ${positionals[0]}.`);
  const region = regionOf(values.region);
  const { from, files, to = `wows-karma-${region}`, 'dry-run': dry } = values;
  if (from === undefined || !/^postgres(ql)?:\/\//.test(from))
    throw new UsageError('Give the old database: --from postgres://user@host/database.');
  if (!isPercentEncoded(from)) throw new UsageError(`The address of the old database ${NOT_ENCODED}.`);
  if (files === undefined) throw new UsageError('Give the folder of the old files: --files FOLDER.');
  const target = folderOf(to);
  const order = { from, files: folderOf(files), region, target: dry ? null : target };
  await inFolder(target, () => importRegion(order, print));
  print(
    dry
      ? 'Nothing was written.'
      : `Wrote the backup ${target}. Load it with: npm run restore -- ${target} --region ${region}`,
  );
});
