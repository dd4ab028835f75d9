/** Finds what tests need from Debian, and installs it when running as root. */
import { existsSync } from 'node:fs';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { installPackages } from '../bootstrap/debian.mjs';

/** Packages by name, each with the files that are needed from it. */
export type Packages = Readonly<Record<string, readonly string[]>>;

const missingOf = (packages: Packages): string[] =>
  Object.keys(packages).filter((name) => !packages[name]?.every((file) => existsSync(file)));

/** Installs missing packages. Throws a plain failure when one is still missing; `tests` starts its sentence. */
export function ensurePackages(tests: string, packages: Packages): void {
  const wanted = missingOf(packages);
  if (wanted.length > 0) installPackages(...wanted);
  const missing = missingOf(packages).join(' ');
  if (missing !== '')
    throw new PlainFailure(
      `${tests} need Debian’s packages ${missing}: run \`sudo apt-get install ${missing}\` and try again.`,
    );
}
