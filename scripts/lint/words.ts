/**
 * Lists words that make this project's English hard to read, with better ones, and comments that open with "What". Run
 * directly it prints them and ends with code 1; the folder to check may be given as argument.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Words that are refused in every text file, and what to write instead. */
export const REFUSED: Readonly<Record<string, string>> = {
  anew: '"again", or a verb with "re-"',
  'any more': '"no longer"',
  'can be had': '"is available"',
  'can not be had': '"cannot be loaded"',
  'cannot be had': '"cannot be loaded"',
  'could be had': '"was available"',
  'could not be had': '"could not be loaded"',
  nobody: '"no one"',
  'taken back': '"cancelled", "removed" or "reverted"',
  whoever: '"anyone", "the user" or "the viewer"',
};

const TEXT_FILES = [
  '**/*.{astro,cjs,css,html,js,json,jsx,md,mjs,sh,sql,ts,tsx,txt,webmanifest,yml}',
  '.ci/*',
];
/** This list itself, and files that tools write. */
const EXEMPT = ['scripts/lint/words.ts', 'package-lock.json'];

/** A refused word in any letter case; its parts may be on two lines of a comment. */
const GAP = String.raw`\s+(?:(?:\*|//|>)\s*)?`;
const REFUSED_WORD = new RegExp(
  String.raw`\b(?:${Object.keys(REFUSED)
    .map((words) => words.replaceAll(' ', GAP))
    .join('|')})\b`,
  'gi',
);

/** A comment that opens with "What" leaves its subject open. */
const VAGUE_OPENING = /(?:\/\*\*?\s+(?:\*\s+)?|(?<!:)\/\/ )(What)\b/g;

/** Folders that Git ignores, such as `node_modules`, and Git's own. */
function ignoredFolders(root: string): Set<string> {
  const lines = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n');
  return new Set(['.git', ...lines.filter((line) => line.endsWith('/')).map((line) => line.slice(0, -1))]);
}

/** One line per refused word, `file:line "word": write …`, and per comment. */
function refusedWords(root: string): string[] {
  const ignored = ignoredFolders(root);
  const files = globSync(TEXT_FILES, { cwd: root, exclude: (name) => ignored.has(path.basename(name)) });
  return files
    .filter((file) => !EXEMPT.includes(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const at = (index: number): string => `${file}:${text.slice(0, index).split('\n').length}`;
      const words = [...text.matchAll(REFUSED_WORD)].map(({ 0: found, index }) => {
        const name = found.toLowerCase().replace(/[\s*/>]+/g, ' ');
        return `${at(index)} "${name}": write ${REFUSED[name]}`;
      });
      const openings = [...text.matchAll(VAGUE_OPENING)].map(
        ({ index }) => `${at(index)} a comment opens with "What": name its subject`,
      );
      return [...words, ...openings];
    });
}

if (import.meta.main) {
  const found = refusedWords(process.argv[2] ?? '.');
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
