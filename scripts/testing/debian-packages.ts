/**
 * Debian packages that the tests need, installed when running as root. With names of parts of `scripts/test.ts`, this
 * program installs all their packages with one call of apt-get: `node scripts/testing/debian-packages.ts api scale`.
 */
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';
import { installPackages } from '../bootstrap/debian.mjs';

/** Packages by name, each with the files that are needed from it. */
type Packages = Readonly<Record<string, readonly string[]>>;

/** Oldest supported version of PostgreSQL. */
const OLDEST = 15;

const isComplete = (folder: string): boolean =>
  ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name)));

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
const POSTGRES: Packages = findPostgres() === null ? { postgresql: ['/usr/lib/postgresql'] } : {};

/** The proxy of `deploy/Caddyfile`. */
const CADDY: Packages = { caddy: ['/usr/bin/caddy'] };
const REDIS: Packages = { 'redis-server': ['/usr/bin/redis-server'] };

/** Where Debian puts Firefox. */
export const FIREFOX = '/usr/bin/firefox-esr';

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** Where Debian puts the browser that WebKitWebDriver starts. */
export const MINI_BROWSER = `/usr/lib/${architectures[process.arch]}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** The signatures with which debootstrap verifies packages: other systems than Debian lack them. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Whether this is root on Debian, which building the image without an engine takes. */
export const canBuildImage = (): boolean => process.getuid?.() === 0 && existsSync(KEYRING);

const BY_PART: Readonly<Record<string, Packages>> = {
  database: POSTGRES,
  processes: { ...POSTGRES, ...REDIS },
  production: CADDY,
  engines: {
    'firefox-esr': [FIREFOX],
    'webkit2gtk-driver': ['/usr/bin/WebKitWebDriver', MINI_BROWSER],
    xvfb: ['/usr/bin/Xvfb'],
  },
  api: POSTGRES,
  screens: POSTGRES,
  programs: { ffmpeg: ['/usr/bin/ffmpeg'] },
  image: canBuildImage() ? { buildah: ['/usr/bin/buildah'], debootstrap: ['/usr/sbin/debootstrap'] } : {},
  scale: { ...POSTGRES, ...REDIS, ...CADDY },
};

/** Installs missing packages of the parts. Throws a plain failure when one is still missing. */
export function ensurePackages(...parts: readonly string[]): void {
  const packages: Packages = Object.assign({}, ...parts.map((part) => BY_PART[part]));
  const findMissing = (): string[] =>
    Object.keys(packages).filter((name) => !packages[name]?.every((file) => existsSync(file)));
  if (findMissing().length > 0) installPackages(...findMissing());
  const missing = findMissing().join(' ');
  if (missing !== '')
    throw new PlainFailure(
      `The tests need Debian’s packages ${missing}: run \`sudo apt-get install ${missing}\` and try again.`,
    );
}

/** The folder of PostgreSQL, whose package is installed if it is missing. Throws a plain failure when it is still missing. */
export function ensurePostgres(): string {
  if (findPostgres() === null) installPackages('postgresql');
  const found = findPostgres();
  if (found !== null) return found;
  throw new PlainFailure(
    `The database tests need PostgreSQL ${OLDEST} or newer: run \`sudo apt-get install postgresql\`, or add the folder of initdb to PATH.`,
  );
}

if (import.meta.main) await runScript(async () => ensurePackages(...process.argv.slice(2)));
