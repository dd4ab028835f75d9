import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

it('gives each CSS module a separate name, since its classes are named after it', () => {
  const names = globSync('src/**/*.module.css').map((file) => basename(file));
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
