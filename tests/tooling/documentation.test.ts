import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { API_VARIABLES } from '#api/config/variables.ts';
import { SITE_VARIABLES } from '#lib/settings/site-variables.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { LOCAL_VARIABLES } from '#scripts/support/variables.ts';

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

/** The texts after a pattern on a page, without duplicates. */
const namesOn = (page: string, pattern: RegExp): string[] => [
  ...new Set([...read(page).matchAll(pattern)].map(([, name = '']) => name)),
];

const { engines, scripts } = JSON.parse(read('package.json')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};
/** `npm run build`, and `fleet-karma migrate`, which runs the same commands on a server. */
const COMMAND = /(?:npm run |(?:^|[`/])fleet-karma )([a-z][\w:-]*)/gm;

const TABLES = Object.keys({ ...API_VARIABLES, ...SITE_VARIABLES, ...LOCAL_VARIABLES });
/** `DATA_DIR` in code, or `DATA_DIR=/data` anywhere. */
const VARIABLE = /(?:(?<=`)|\b(?=\w+=))([A-Z]+(?:_[A-Z0-9]+)+)(?=[`=])/g;

/** Questions of the map with their answers. Commands are left out. */
const mapRows = (): [string, string][] =>
  [...read('docs/README.md').matchAll(/^\| ([^|]+\?) \| (.+) \|$/gm)].map(
    ([, question = '', answer = '']) => [question, answer.replaceAll(/`np[mx] [^`]+`/g, '')],
  );

const exportsName = (file: string, name: string): boolean =>
  new RegExp(`^export (async )?(function|const|class|interface|type) \\$?${name}\\b`, 'm').test(read(file));

describe('The documentation', () => {
  test.each(PAGES)('%s names commands that exist', (page) => {
    expect(namesOn(page, COMMAND).filter((name) => !(name in scripts))).toEqual([]);
  });

  test.each(PAGES.filter((page) => /^(README|docs\/(deploying|operating|privacy))/.test(page)))(
    '%s names variables that exist',
    (page) => {
      const known = [...TABLES, 'FFMPEG', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
      expect(namesOn(page, VARIABLE).filter((name) => !known.includes(name))).toEqual([]);
    },
  );

  test.each(PAGES)('%s has no broken link', (page) => {
    const broken = linksOf(page).filter((target) => !existsSync(path.join(ROOT, path.dirname(page), target)));
    expect(broken).toEqual([]);
  });

  test.each(['deploy/.env', 'backups/manifest.json', 'person-eu-500000004/person.json'])(
    'git ignores %s, which operators write',
    (file) => {
      expect(spawnSync('git', ['check-ignore', '--quiet', file], { cwd: ROOT }).status).toBe(0);
    },
  );

  test('lists every metric of the API for operators', () => {
    const files = globSync('api/operation/*.ts', { cwd: ROOT });
    const metrics = files.flatMap((file) => namesOn(file, /'(fleet_karma_\w+)'/g));
    expect(namesOn('docs/operating.md', /^\| `(fleet_karma_\w+)`/gm).sort()).toEqual(metrics.sort());
  });

  test('names the oldest Node everywhere as package.json does, and its start refuses older ones', () => {
    const oldest = engines.node.replace('>=', '');
    const named = [...PAGES, 'scripts/bootstrap.mjs'].flatMap((page) =>
      namesOn(page, /\bNode (\d+)(?= (?:or newer|and npm|cannot))/g).map((version) => `${page}: ${version}`),
    );
    expect(named).toEqual(
      expect.arrayContaining(
        ['README.md', 'CONTRIBUTING.md', 'docs/deploying.md'].map((page) => `${page}: ${oldest}`),
      ),
    );
    expect(named.filter((name) => !name.endsWith(`: ${oldest}`))).toEqual([]);
    expect(read('scripts/bootstrap.mjs')).toContain(`nodeMajor < ${oldest})`);
  });

  test.each(mapRows())(
    'answers “%s” with files that exist, and with what they export',
    (_question, answer) => {
      let file = '';
      const wrong = [...answer.matchAll(/`([^`]+)`/g)].filter(([, name = '']) => {
        if (!/[/.]/.test(name)) return !exportsName(file, name);
        file = name.replace(/^(?!(src|api|packages|scripts|tests)\/)/, 'src/lib/');
        return !existsSync(path.join(ROOT, file));
      });
      expect(wrong.map(([name]) => name)).toEqual([]);
    },
  );

  test('lists every decision by its title on the map', () => {
    const titles = DECISIONS.map((file) => {
      const title = /^# \d+\. (.+)$/m.exec(read(`docs/decisions/${file}`))?.[1];
      return `- [${file.slice(0, 4)}](decisions/${file}) ${title}`;
    });
    expect(read('docs/README.md').match(/^- \[\d{4}\].*$/gm)).toEqual(titles);
  });
});
