/**
 * The release before this one, with the migrations of this one: `npm run migrate` runs while the code of that release serves
 * (decision 17), so its own tests must pass on the migrated schema. Only tests that write run: they also read.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';

const FOLDER = path.join(ROOT, '.cache/former-release');
const MIGRATIONS = 'api/db/migrations';

/**
 * Tests that compare the schema with what their release knows of it, which every migration changes: the list of columns that can
 * name a person.
 */
export const SCHEMA_TESTS: readonly string[] = [
  'covers every column of the database that can hold an id',
  'treats every reference to a player as the person’s',
];

/**
 * The commit of the last release before the checked-out one: its tag, else the last change of the version in package.json.
 * Null without any, as in a shallow clone.
 */
export async function findFormerRelease(repository = ROOT): Promise<string | null> {
  const git = async (...args: string[]): Promise<string> => {
    const { code, output } = await run('git', args, { cwd: repository });
    return code === 0 ? output.trim() : '';
  };
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD^');
  if (tag !== '') return git('rev-parse', `${tag}^{commit}`);
  // The commit that adds the file is no release: it is the first of all, or where a shallow clone ends.
  const changes = ['--diff-filter=M', '-G', '^ *"version": ', '--', 'package.json'];
  return (await git('log', '--max-count=1', '--format=%H', 'HEAD^', ...changes)) || null;
}

/** Whether a release and the files here have different migrations. Snapshots of the schema never reach a database. */
export async function hasOtherMigrations(commit: string, repository = ROOT): Promise<boolean> {
  const files = `:(glob)${MIGRATIONS}/*.sql`;
  const lists = [
    ['diff', '--name-only', commit, '--', files],
    ['ls-files', '--others', '--exclude-standard', '--', files],
  ];
  for (const args of lists)
    if ((await run('git', args, { cwd: repository })).output.trim() !== '') return true;
  return false;
}

/** Gives the folder of a release the installed packages of this one, and its own of those in `packages`. */
async function linkPackages(folder: string): Promise<void> {
  const installed = path.join(ROOT, 'node_modules');
  const linked = path.join(folder, 'node_modules');
  await mkdir(linked);
  for (const name of await readdir(installed)) {
    const own = path.join(folder, 'packages', name);
    await symlink(existsSync(own) ? own : path.join(installed, name), path.join(linked, name));
  }
}

/** Unpacks a release into a new folder, with the packages of this one. */
export async function unpackRelease(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = `${folder}.tar`;
  for (const [program, ...args] of [
    ['git', 'archive', `--output=${archive}`, commit],
    ['tar', '--extract', `--file=${archive}`, `--directory=${folder}`],
  ] as const) {
    const { code, output } = await run(program, args, { cwd: ROOT });
    if (code !== 0) throw new PlainFailure(`${program} failed: ${output.trim()}`);
  }
  await rm(archive);
  await linkPackages(folder);
}

/** Unpacks a release with the migrations of this one, too; resolves to its folder. */
export async function unpackOnOurSchema(commit: string): Promise<string> {
  await rm(FOLDER, { recursive: true, force: true });
  await unpackRelease(commit, FOLDER);
  await rm(path.join(FOLDER, MIGRATIONS), { recursive: true });
  await cp(path.join(ROOT, MIGRATIONS), path.join(FOLDER, MIGRATIONS), { recursive: true });
  return FOLDER;
}
