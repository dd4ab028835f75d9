/** Seeding takes longer than most tests, so it runs once a day and each test run gets a copy. */
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '#scripts/bootstrap/is-alive.mjs';
import { hashOfFiles } from '#scripts/support/content-hash.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';

const FOLDER = path.join(ROOT, '.cache/test/seeded');
const SOURCES = ['api/**/*', 'src/lib/**/*', 'packages/*/src/**/*', 'package-lock.json'];

/** Removes data of other days or code and of killed runs, but not what a running one works on. */
async function tidy(): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const maker = Number(/^unfinished-(\d+)$/.exec(name)?.[1] ?? 0);
    if (maker === 0 || !isAlive(maker)) await rm(path.join(FOLDER, name), { recursive: true, force: true });
  }
}

/** Seeds into a temporary folder and moves it into place, so that incomplete data is never used. */
async function make(name: string): Promise<void> {
  await tidy();
  const unfinished = path.join(FOLDER, `unfinished-${process.pid}`);
  const { code, output } = await run(process.execPath, ['api/commands/seed.ts'], {
    env: { ...process.env, DATA_DIR: unfinished, FILES_DIR: '', DATABASE_URL: '', HOST: '', PUBLISHER: '' },
  });
  if (code !== 0)
    throw new PlainFailure(`${output.trim()}\n\nSeeding the data for the tests failed: see above.`);
  await rename(unfinished, path.join(FOLDER, name)).catch(async (error: NodeJS.ErrnoException) => {
    // Another run was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(unfinished, { recursive: true });
  });
}

/** Seeds unless data of today and of this code exists. Returns its folder: copy it, never open it. */
export async function ensureSeededData(): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const name = `${today}-${hashOfFiles(SOURCES).digest('hex').slice(0, 16)}`;
  await mkdir(FOLDER, { recursive: true });
  if (!(await readdir(FOLDER)).includes(name)) await make(name);
  return path.join(FOLDER, name);
}

/** Replaces `dataDir` with a copy of the seeded data. */
export async function copySeededData(dataDir: string): Promise<void> {
  const source = await ensureSeededData();
  await rm(dataDir, { recursive: true, force: true });
  await cp(source, dataDir, { recursive: true });
}
