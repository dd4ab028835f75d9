/** Finds a PostgreSQL server's programs for the tests, or installs Debian's as root. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { installPackages } from '#scripts/testing/debian.ts';

/** Oldest supported version. */
const OLDEST = 15;
const DEBIAN = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'postgres'];

const isComplete = (folder: string): boolean => NEEDED.every((name) => existsSync(path.join(folder, name)));

/** Debian keeps each version in its own folder; the tests use the oldest supported one. */
function debianFolders(): string[] {
  if (!existsSync(DEBIAN)) return [];
  return readdirSync(DEBIAN)
    .filter((version) => Number(version) >= OLDEST)
    .sort((one, other) => Number(one) - Number(other))
    .map((version) => path.join(DEBIAN, version, 'bin'));
}

/** The folder with `initdb` and `postgres`: POSTGRES_BIN, Debian's, or one of PATH. Null when none has them. */
export function findPostgres(): string | null {
  const given = process.env.POSTGRES_BIN;
  const folders = given ? [given] : [...debianFolders(), ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders.find(isComplete) ?? null;
}

/** Installs Debian's package when PostgreSQL is missing and this is root. */
export async function ensurePostgres(): Promise<void> {
  if (findPostgres() === null) await installPackages(['postgresql']);
}
