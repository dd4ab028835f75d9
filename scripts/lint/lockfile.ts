/**
 * Lists packages of the lockfile that `npm ci` would install unverified: without an address at the public registry, or without
 * a hash. `--fix` adds both, from the registry that npm is set up with.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const REGISTRY = 'https://registry.npmjs.org/';
const FILE = 'package-lock.json';

interface Entry {
  /** Set when the folder has another name than the package. */
  name?: string;
  version: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
}

interface Lockfile {
  packages: Record<string, Entry>;
}

const read = (root: string): Lockfile => JSON.parse(readFileSync(path.join(root, FILE), 'utf8')) as Lockfile;

/** Installed packages: neither the project itself nor links to its own folders. */
const installed = ({ packages }: Lockfile): [string, Entry][] =>
  Object.entries(packages)
    .filter(([place, { link }]) => place !== '' && link !== true)
    .map(([place, entry]) => [entry.name ?? place.replace(/^.*node_modules\//, ''), entry]);

function problemOf(entry: Entry): string | null {
  if (!entry.resolved?.startsWith(REGISTRY)) return `has no address that starts with ${REGISTRY}`;
  return /^sha512-/.test(entry.integrity ?? '') ? null : 'has no sha512 hash';
}

function problems(root: string): string[] {
  return installed(read(root)).flatMap(([name, entry]) => {
    const problem = problemOf(entry);
    return problem === null ? [] : [`${FILE}: ${name}@${entry.version} ${problem}; add it with --fix`];
  });
}

/** The hash that the registry names; undefined if it does not have the version. */
function hashOf(name: string, version: string): string | undefined {
  const args = ['view', `${name}@${version}`, 'dist.integrity'];
  try {
    return (
      execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}

/** The entry with both, in npm's order of fields. */
function fixed(name: string, { version, resolved: _resolved, integrity, ...rest }: Entry): Entry {
  const resolved = `${REGISTRY}${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`;
  const { name: alias, ...others } = rest;
  const hash = integrity ?? hashOf(name, version);
  return { ...(alias && { name: alias }), version, resolved, ...(hash && { integrity: hash }), ...others };
}

function fix(root: string): void {
  const lockfile = read(root);
  const names = new Map(installed(lockfile).map(([name, entry]) => [entry, name]));
  const packages = Object.entries(lockfile.packages).map(([place, entry]) => {
    const name = names.get(entry);
    return [place, name === undefined ? entry : fixed(name, entry)];
  });
  const text = JSON.stringify({ ...lockfile, packages: Object.fromEntries(packages) }, null, 2);
  writeFileSync(path.join(root, FILE), `${text}\n`);
}

if (process.argv.includes('--fix')) fix('.');
const found = problems('.');
for (const line of found) console.error(line);
process.exitCode = found.length > 0 ? 1 : 0;
