/** `npm run move-files`: moves replays and videos from `FILES_DIR` to the bucket. */
import { UsageError } from '#api/commands/arguments.ts';
import { CommandError, print, runCommand } from '#api/commands/command.ts';
import { moveFilesToBucket } from '#api/commands/move-files/move-to-bucket.ts';
import { loadStorage } from '#api/config/storage.ts';
import { STORAGE_VARIABLES } from '#api/config/variables.ts';
import { openDatabase } from '#api/db/open.ts';
import { openBucket } from '#api/files/bucket.ts';
import { openFolderStore } from '#api/files/folder-store.ts';
import { checkBucket } from '#api/files/open-files.ts';
import { ConfigError } from '#lib/settings/deployment.ts';
import { missing } from '#lib/settings/variables.ts';

await runCommand('Usage: npm run move-files', async ([unknown]) => {
  if (unknown !== undefined) throw new UsageError(`Unknown option ${unknown}.`);
  const storage = loadStorage(process.env);
  if (storage.bucket === null) throw new ConfigError(missing(STORAGE_VARIABLES, 'S3_BUCKET'));
  const problem = await checkBucket(storage);
  if (problem !== null) throw new CommandError(problem);
  await using database = await openDatabase(storage);
  const folder = openFolderStore(storage.filesDir);
  const places = { database, folder, bucket: openBucket(storage.bucket) };
  const { moved, present, broken } = await moveFilesToBucket(places, print);
  for (const file of broken) print(`Missing or damaged: ${file}`);
  print(`Files moved to the bucket ${storage.bucket.bucket}: ${moved}. There before: ${present}.`);
  if (broken.length > 0)
    throw new CommandError(
      `Missing or damaged: ${broken.length} (see above). These files are left as they are.`,
    );
});
