/** Copies the project as a fresh clone with the changes that are not committed yet. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';

/** Copies all files that git does not ignore to the folder. */
export async function copyProject(folder: string): Promise<void> {
  const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  for (const file of output.trim().split('\n')) cpSync(path.join(ROOT, file), path.join(folder, file));
}
