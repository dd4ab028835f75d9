/** Debian's Firefox and WebKit for the engine tests. */
import type { Packages } from '#scripts/testing/debian-packages.ts';

/** Where Debian puts Firefox. */
export const FIREFOX = '/usr/bin/firefox-esr';

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** Where Debian puts the browser that WebKitWebDriver starts. */
export const MINI_BROWSER = `/usr/lib/${architectures[process.arch]}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** The packages with the files that are needed from them. */
export const ENGINE_PACKAGES: Packages = {
  'firefox-esr': [FIREFOX],
  'webkit2gtk-driver': ['/usr/bin/WebKitWebDriver', MINI_BROWSER],
  xvfb: ['/usr/bin/Xvfb'],
};
