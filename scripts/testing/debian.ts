/** Installs Debian's packages for test suites that need other programs. */
import { existsSync } from 'node:fs';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';

/** Installs packages as root on Debian, otherwise does nothing. Never uses sudo. Returns the output of a failure. */
export async function installPackages(names: readonly string[]): Promise<string> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return '';
  console.log(`Installing ${names.join(', ')} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  if ((await run('apt-get', install, { env })).code === 0) return '';
  await run('apt-get', ['update', '-qq'], { env });
  const { code, output } = await run('apt-get', install, { env });
  return code === 0 ? '' : output;
}

/** Installs the packages that `findMissing` names. Throws a plain failure when one is still missing afterwards. */
export async function requirePackages(suite: string, findMissing: () => string[]): Promise<void> {
  const wanted = findMissing();
  if (wanted.length === 0) return;
  const output = await installPackages(wanted);
  const missing = findMissing().join(' ');
  if (missing === '') return;
  throw new PlainFailure(
    `${output}\nThe ${suite} need Debian’s packages ${missing}: run \`sudo apt-get install ${missing}\` and try again.`.trim(),
  );
}
