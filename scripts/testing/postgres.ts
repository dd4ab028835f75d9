/** Finds a PostgreSQL server's programs for the tests, or installs Debian's as root. */
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import type { Packages } from '#scripts/testing/debian-packages.ts';
import { installPackages } from '../bootstrap/debian.mjs';

/** Oldest supported version. */
const OLDEST = 15;
const NEEDED = ['initdb', 'postgres'];

const isComplete = (folder: string): boolean => NEEDED.every((name) => existsSync(path.join(folder, name)));

const versionOf = (folder: string): number => Number(path.basename(path.dirname(folder)));

/** Debian keeps each version in its own folder; the tests use the oldest supported one. */
const debianFolders = (): string[] =>
  globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => versionOf(folder) >= OLDEST)
    .sort((one, other) => versionOf(one) - versionOf(other));

/** The folder with `initdb` and `postgres`: Debian's, or one of PATH. Null when none has them. */
const findPostgres = (): string | null =>
  [...debianFolders(), ...(process.env.PATH ?? '').split(path.delimiter)].find(isComplete) ?? null;

/** Debian's package, unless PostgreSQL is installed. */
export const postgresPackages = (): Packages =>
  findPostgres() === null ? { postgresql: ['/usr/lib/postgresql'] } : {};

/** Installs Debian's package when PostgreSQL is missing and this is root. Throws a plain failure when it is still missing. */
export function ensurePostgres(): string {
  if (findPostgres() === null) installPackages('postgresql');
  const found = findPostgres();
  if (found !== null) return found;
  throw new PlainFailure(
    `The database tests need PostgreSQL ${OLDEST} or newer: run \`sudo apt-get install postgresql\`, or add the folder of initdb to PATH.`,
  );
}
