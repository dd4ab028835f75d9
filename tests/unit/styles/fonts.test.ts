/** The files of the display face. */
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const BYTES_MAX = 25 * 1024;

const styles = path.join(import.meta.dirname, '../../../src/styles');
const css = readFileSync(path.join(styles, 'fonts.css'), 'utf8');

it('keeps the files of the display face within 25 KB, all of them declared (Rule 26.1)', () => {
  const files = globSync('fonts/*.woff2', { cwd: styles });
  expect([...css.matchAll(/url\("\.\/([^"]+)"\)/g)].map(([, file]) => file).sort()).toEqual(files.sort());
  const bytes = files.reduce((total, file) => total + statSync(path.join(styles, file)).size, 0);
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
});
