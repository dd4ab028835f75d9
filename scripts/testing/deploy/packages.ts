/** Finds Debian's nginx and Caddy for the deployment tests, and installs them when running as root. */
import { existsSync } from 'node:fs';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { installPackages } from '../../debian.mjs';

/** Files of each package. */
const PACKAGES: Readonly<Record<string, string>> = {
  nginx: '/usr/sbin/nginx',
  'libnginx-mod-http-brotli-static': '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so',
  caddy: '/usr/bin/caddy',
  rsync: '/usr/bin/rsync',
};

const missingPackages = (): string[] =>
  Object.entries(PACKAGES)
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name);

/** Installs missing packages. Throws a plain failure when one is still missing. */
export function ensureWebServers(): void {
  const wanted = missingPackages();
  if (wanted.length > 0) installPackages(...wanted);
  const missing = missingPackages().join(' ');
  if (missing !== '')
    throw new PlainFailure(
      `The deployment tests need Debian’s packages ${missing}: run \`sudo apt-get install ${missing}\` and try again.`,
    );
}
