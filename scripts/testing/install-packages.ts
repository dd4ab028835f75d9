/**
 * Installs Debian's packages of several parts of `scripts/test.ts` with one call of apt-get:
 * `node scripts/testing/install-packages.ts api scale`.
 */
import { runScript } from '#scripts/support/processes.ts';
import { ensurePackages, type Packages } from '#scripts/testing/debian-packages.ts';
import { ENGINE_PACKAGES } from '#scripts/testing/engines/packages.ts';
import { imagePackages } from '#scripts/testing/image.ts';
import { postgresPackages } from '#scripts/testing/postgres.ts';
import { CADDY, SCALE_PACKAGES } from '#scripts/testing/scale-servers.ts';

const PACKAGES: Readonly<Record<string, Packages>> = {
  database: postgresPackages(),
  processes: { ...postgresPackages(), ...SCALE_PACKAGES },
  production: CADDY,
  engines: ENGINE_PACKAGES,
  api: postgresPackages(),
  screens: postgresPackages(),
  programs: { ffmpeg: ['/usr/bin/ffmpeg'] },
  image: imagePackages(),
  scale: { ...postgresPackages(), ...SCALE_PACKAGES, ...CADDY },
};

await runScript(async () => {
  ensurePackages('The tests', Object.assign({}, ...process.argv.slice(2).map((part) => PACKAGES[part])));
});
