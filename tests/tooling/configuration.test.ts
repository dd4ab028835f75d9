import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { API_VARIABLES } from '#api/config/variables.ts';
import { SITE_VARIABLES } from '#lib/settings/site-variables.ts';
import type { Variables } from '#lib/settings/variables.ts';
import { configurationDocument } from '#scripts/docs/configuration.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { LOCAL_VARIABLES } from '#scripts/support/variables.ts';

const TABLE: Variables = { ...API_VARIABLES, ...SITE_VARIABLES, ...LOCAL_VARIABLES };

test('docs/configuration.md is up to date ("npm run docs")', () => {
  expect(readFileSync(path.join(ROOT, 'docs/configuration.md'), 'utf8')).toBe(configurationDocument());
});

test.each(Object.entries(TABLE))('%s is described in one sentence', (_name, { about }) => {
  expect(about).toMatch(/^[A-Z`].*\.$/);
});
