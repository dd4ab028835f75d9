/** Finds a PostgreSQL server's programs for the tests, or installs Debian's when that needs no password. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from '#scripts/support/processes.ts';

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

/** Installs Debian's package when PostgreSQL is missing and this is root. Never uses sudo. */
export async function ensurePostgres(): Promise<void> {
  if (findPostgres() !== null || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing PostgreSQL for the tests …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'];
  const { code } = await run('apt-get', install, { env });
  if (code === 0) return;
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', install, { env });
}
