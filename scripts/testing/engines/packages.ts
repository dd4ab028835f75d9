/** Finds Debian's Firefox and WebKit for the engine tests, and installs them when running as root. */
import { existsSync } from 'node:fs';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';

/** Where Debian puts Firefox. */
export const FIREFOX = '/usr/bin/firefox-esr';

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** Where Debian puts the browser that WebKitWebDriver starts. */
export const MINI_BROWSER = `/usr/lib/${architectures[process.arch]}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** A program of each package. */
const PACKAGES: Readonly<Record<string, string[]>> = {
  'firefox-esr': [FIREFOX],
  'webkit2gtk-driver': ['/usr/bin/WebKitWebDriver', MINI_BROWSER],
  xvfb: ['/usr/bin/Xvfb'],
};

/** The packages that are not installed. */
export function missingPackages(exists: (file: string) => boolean = existsSync): string[] {
  return Object.keys(PACKAGES).filter((name) => !PACKAGES[name]?.every(exists));
}

async function install(packages: string[]): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const command = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  const first = await run('apt-get', command, { env });
  if (first.code === 0) return '';
  await run('apt-get', ['update', '-qq'], { env });
  return (await run('apt-get', command, { env })).output;
}

/** Installs missing packages as root on Debian. Throws a plain failure when something is still missing. */
export async function ensureEngines(): Promise<void> {
  const wanted = missingPackages();
  if (wanted.length === 0) return;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) console.log(`Installing ${wanted.join(', ')} for the engine tests …`);
  const output = mayInstall ? await install(wanted) : '';
  const missing = missingPackages();
  if (missing.length === 0) return;
  throw new PlainFailure(
    `${output}\nThe engine tests need Debian’s ${missing.join(', ')}: run \`sudo apt-get install ${missing.join(' ')}\` and try again.`.trim(),
  );
}
