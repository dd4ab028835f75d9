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

it('names good faces before `system-ui`, alike in the page and on the map (Rule 30.51)', () => {
  const facesOf = (file: string, pattern: RegExp): string[] => {
    const [, list = ''] = pattern.exec(readFileSync(path.join(styles, file), 'utf8')) ?? [];
    return list.split(',').map((face) => face.trim());
  };
  const faces = facesOf('tokens.css', /--font:([^;]+);/);
  expect(faces.slice(-2)).toEqual(['system-ui', 'sans-serif']);
  expect(faces).toEqual(expect.arrayContaining(['"Segoe UI"', 'Roboto', '"Noto Sans"']));
  expect(facesOf('../../packages/wows-replay/src/battle/painter.ts', /FONT =\s*'([^']+)'/)).toEqual(faces);
});
