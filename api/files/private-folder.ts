/** Folders that only the account of this process may read: they hold the secret, the database and players' files. */
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { ConfigError } from '#lib/schemas/deployment.ts';

/** Access of the group and of everyone else. */
const OTHERS = 0o077;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

function modeOf(folder: string, variable: string): number {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return statSync(folder).mode;
  } catch (error) {
    throw new ConfigError(
      `The folder ${folder} cannot be used (${codeOf(error)}): set ${variable} to a folder that this account may write to.`,
    );
  }
}

/**
 * Creates the folder, or makes an existing one private (0700). Throws a ConfigError that names `variable` when the folder
 * cannot be changed, or is open to others and holds something that `isOurs` does not know: `/tmp` must stay as it is.
 */
export function makePrivate(folder: string, variable: string, isOurs: (name: string) => boolean): void {
  const mode = modeOf(folder, variable);
  // Windows has no such modes.
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  const advice = `run "chmod 700 ${folder}", or set ${variable} to a folder of its own.`;
  try {
    const foreign = readdirSync(folder).find((name) => !isOurs(name));
    if (foreign !== undefined)
      throw new ConfigError(
        `The folder ${folder} can be read by other accounts and holds something else (${foreign}): ${advice}`,
      );
    chmodSync(folder, 0o700);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `The folder ${folder} can be read by other accounts and cannot be made private (${codeOf(error)}): ${advice}`,
    );
  }
}

/** What the API itself keeps in its data folder. */
const DATA_ENTRY = /^(database|files|jwt-secret|lock\.json(\.\d+)?)$/;

/** Creates the data folder, or makes it private. Throws a ConfigError when that is not possible. */
export function makeDataFolderPrivate(dataDir: string): void {
  makePrivate(dataDir, 'DATA_DIR', (name) => DATA_ENTRY.test(name));
}
