/** Installs Debian's packages. Plain JavaScript: see ../bootstrap.mjs. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs packages as root on Debian, otherwise does nothing. Never uses sudo.
 * @param {...string} names
 * @returns {boolean} whether they were installed
 */
export function installPackages(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stdout.write(`Installing ${names.join(', ')} from Debian’s packages …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @type {(...args: string[]) => boolean} */
  const aptGet = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  if (aptGet(...install)) return true;
  aptGet('update', '-qq');
  return aptGet(...install);
}
