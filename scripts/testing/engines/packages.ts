/** Finds Debian's Firefox and WebKit for the engine tests, and installs them when running as root. */
import { existsSync } from 'node:fs';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { installPackages } from '../../debian.mjs';

/** Where Debian puts Firefox. */
export const FIREFOX = '/usr/bin/firefox-esr';

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** Where Debian puts the browser that WebKitWebDriver starts. */
export const MINI_BROWSER = `/usr/lib/${architectures[process.arch]}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** Programs of each package. */
const PACKAGES: Readonly<Record<string, string[]>> = {
  'firefox-esr': [FIREFOX],
  'webkit2gtk-driver': ['/usr/bin/WebKitWebDriver', MINI_BROWSER],
  xvfb: ['/usr/bin/Xvfb'],
};

const missingPackages = (): string[] =>
  Object.keys(PACKAGES).filter((name) => !PACKAGES[name]?.every((file) => existsSync(file)));

/** Installs missing packages. Throws a plain failure when something is still missing. */
export function ensureEngines(): void {
  const wanted = missingPackages();
  if (wanted.length > 0) installPackages(...wanted);
  const missing = missingPackages().join(' ');
  if (missing !== '')
    throw new PlainFailure(
      `The engine tests need Debian’s packages ${missing}: run \`sudo apt-get install ${missing}\` and try again.`,
    );
}
