import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { REFUSED, refusedWords } from '#scripts/lint/words.ts';

let project: string;

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
  writeFileSync(path.join(project, file), text);
}

beforeEach(() => {
  project = mkdtempSync(path.join(os.tmpdir(), 'words-'));
  write('.gitignore', 'node_modules/\n*.log\n');
});
afterEach(() => rmSync(project, { recursive: true }));

const WORDS = Object.entries(REFUSED);
const upper = (word: string): string => word.toUpperCase();

it.each(WORDS)('finds "%s" and suggests %s', (word, better) => {
  write('docs/page.md', `A page.\n\nIt is here ${word}.\n`);
  expect(refusedWords(project)).toEqual([`docs/page.md:3 "${word}": write ${better}`]);
});

it.each(['a.ts', 'src/b.tsx', 'c.astro', 'public/d.html', 'e.css', 'f.mjs', 'g.json', '.ci/run'])(
  'reads %s',
  (file) => {
    write(file, upper(WORDS[0]?.[0] ?? ''));
    expect(refusedWords(project)).toHaveLength(1);
  },
);

it('finds words that are broken over two lines of a comment', () => {
  const [first, second] = (WORDS.find(([word]) => word.includes(' '))?.[0] ?? '').split(' ');
  write('a.ts', `/**\n * Not ${first}\n * ${second}.\n */\n`);
  write('b.ts', `// Not ${first}\n// ${second}.\n`);
  write('c.md', `Not ${first}\n${second}.\n`);
  expect(refusedWords(project)).toHaveLength(3);
});

it('ignores parts of longer words and folders that Git ignores', () => {
  write('a.ts', `// ${WORDS[0]?.[0]}lite\n`);
  write('node_modules/a/index.js', `// ${WORDS[0]?.[0]}\n`);
  expect(refusedWords(project)).toEqual([]);
});
