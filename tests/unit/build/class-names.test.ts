import { expect, it } from 'vitest';
import { shortClassName } from '../../../src/build/class-names.ts';

it('gives each class of each style sheet a separate name, also of a sheet that was added later', () => {
  const sheets = [
    'src/islands/ui/Button.module.css',
    'src/islands/ui/Badge.module.css',
    'src/new.module.css',
  ];
  const names = () => sheets.flatMap((sheet) => ['list', 'row'].map((name) => shortClassName(name, sheet)));
  expect(new Set(names()).size).toBe(6);
  expect(names()).toEqual(names());
});
