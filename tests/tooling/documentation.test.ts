import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#scripts/support/settings.ts';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const PAGES = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'], { cwd: ROOT }).sort();
const DECISIONS = globSync('docs/decisions/*.md', { cwd: ROOT })
  .map((file) => path.basename(file))
  .sort();

/** Targets of a page's links and pictures, except addresses of other sites and places within the page. */
function linksOf(page: string): string[] {
  return [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

describe('The documentation', () => {
  test.each(PAGES)('%s has no broken link', (page) => {
    const broken = linksOf(page).filter((target) => !existsSync(path.join(ROOT, path.dirname(page), target)));
    expect(broken).toEqual([]);
  });

  test('numbers its decisions without gaps', () => {
    expect(DECISIONS.map((file) => Number(file.slice(0, 4)))).toEqual(DECISIONS.map((_, index) => index + 1));
  });

  test('lists every decision by its title on the map', () => {
    const titles = DECISIONS.map((file) => {
      const title = /^# \d+\. (.+)$/m.exec(read(`docs/decisions/${file}`))?.[1];
      return `- [${file.slice(0, 4)}](decisions/${file}) ${title}`;
    });
    expect(read('docs/README.md').match(/^- \[\d{4}\].*$/gm)).toEqual(titles);
  });
});
