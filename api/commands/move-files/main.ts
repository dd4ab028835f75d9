/** `npm run move-files`: moves replays and videos from `FILES_DIR` to the bucket. */
import { UsageError } from '#api/commands/arguments.ts';
import { print, runCommand } from '#api/commands/command.ts';
import { moveFilesToBucket } from '#api/commands/move-files/move-to-bucket.ts';
import { BUCKET_VARIABLES } from '#api/config/bucket-variables.ts';
import { loadStorage } from '#api/config/storage.ts';
import { openBucket } from '#api/files/bucket.ts';
import { openFolderStore } from '#api/files/folder-store.ts';
import { openData } from '#api/storage/open-data.ts';
import { ConfigError } from '#lib/settings/deployment.ts';
import { missing } from '#lib/settings/variables.ts';

await runCommand('Usage: npm run move-files', async ([unknown]) => {
  if (unknown !== undefined) throw new UsageError(`Unknown option ${unknown}.`);
  const storage = loadStorage(process.env);
  if (storage.bucket === null) throw new ConfigError(missing(BUCKET_VARIABLES, 'S3_BUCKET'));
  await using database = (await openData(storage, print)).database;
  const folder = openFolderStore(storage.filesDir);
  const places = { database, folder, bucket: openBucket(storage.bucket) };
  const { moved, present, broken } = await moveFilesToBucket(places, print);
  for (const file of broken) print(`Missing or damaged: ${file}`);
  const left = broken.length === 0 ? '' : ` Missing or damaged: ${broken.length}.`;
  print(`Files moved to the bucket ${storage.bucket.bucket}: ${moved}. There before: ${present}.${left}`);
});
