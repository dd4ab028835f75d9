/** Folders that only this process's account may read: they hold the secret, the database and players' files. */
import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { ConfigError } from '#lib/settings/deployment.ts';

/** Permissions of the group and of all others. */
const OTHERS = 0o077;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

function modeOf(folder: string, variable: string, access = constants.F_OK): number {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, access);
    return statSync(folder).mode;
  } catch (error) {
    throw new ConfigError(
      `The folder ${folder} cannot be used (${codeOf(error)}): set ${variable} to a folder that this account may write to.`,
    );
  }
}

/** Creates the folder if it does not exist. Throws a ConfigError that names `variable` when nothing can be written there. */
export const requireWritable = (folder: string, variable: string): void =>
  void modeOf(folder, variable, constants.W_OK | constants.X_OK);

/**
 * Creates the folder, or makes an existing one private (0700). Throws a ConfigError that names `variable` when the folder
 * cannot be changed, or when it is open to others and contains a name that is not ours: `/tmp` must keep its permissions.
 */
export function makePrivate(folder: string, variable: string, isOurs: (name: string) => boolean): void {
  const mode = modeOf(folder, variable);
  // Windows has no such modes.
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  const advice = `run "chmod 700 ${folder}", or set ${variable} to a separate folder.`;
  try {
    const foreign = readdirSync(folder).find((name) => !isOurs(name));
    if (foreign !== undefined)
      throw new ConfigError(
        `The folder ${folder} can be read by other accounts and contains a file of another program (${foreign}): ${advice}`,
      );
    chmodSync(folder, 0o700);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `The folder ${folder} can be read by other accounts and cannot be made private (${codeOf(error)}): ${advice}`,
    );
  }
}

/** Names of the API's own files in its data folder; `backups` may be the folder of BACKUP_DIR. */
const DATA_ENTRY = /^(backups|database|files|jwt-secret|lock\.json(\.\d+)?)$/;

/** Creates the data folder, or makes it private. Throws a ConfigError when that is not possible. */
export function makeDataFolderPrivate(dataDir: string): void {
  makePrivate(dataDir, 'DATA_DIR', (name) => DATA_ENTRY.test(name));
}
