import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#scripts/support/settings.ts';

interface Entry {
  version: string;
  resolved?: string;
  link?: boolean;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};

/** Where Node would look for `name` from a package's folder: there, then in each folder above. */
function placesOf(from: string, name: string): string[] {
  const places = [`${from}/node_modules/${name}`];
  for (
    let at = from.lastIndexOf('/node_modules/');
    at >= 0;
    at = from.lastIndexOf('/node_modules/', at - 1)
  ) {
    places.push(`${from.slice(0, at)}/node_modules/${name}`);
  }
  return [...places, `node_modules/${name}`];
}

it('lists the packages of every platform in the lockfile, as npm ci requires', () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !placesOf(from, name).some((place) => packages[place]),
    ),
  );
  expect(missing).toEqual([]);
});

it.each(['package.json', ...globSync('packages/*/package.json', { cwd: ROOT })])(
  'pins exact versions in %s',
  (file) => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(path.join(ROOT, file), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:\w+@)?\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  },
);

it('has an address at the public registry and a hash for every package', () => {
  const unverified = Object.entries(packages).filter(
    ([place, { resolved = '', integrity = '', link = false }]) =>
      place.includes('node_modules/') &&
      !link &&
      !(resolved.startsWith('https://registry.npmjs.org/') && integrity.startsWith('sha512-')),
  );
  expect(unverified).toEqual([]);
});
