/** Names of the classes in style sheets of islands. Every page has them, so they are short. */
import { globSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
const SHEETS = globSync('src/**/*.module.css', { cwd: ROOT }).sort();
const classes = new Map<string, string[]>();

/** Where an item is in a list, to which it is added if it is new. */
function indexIn(list: string[], item: string): number {
  const index = list.indexOf(item);
  return index < 0 ? list.push(item) - 1 : index;
}

/** The two letters that the classes of a style sheet start with. Blockers of advertisements hide `ad1` and the like. */
export function classPrefix(file: string): string {
  const index = indexIn(SHEETS, path.relative(ROOT, path.resolve(ROOT, file)));
  return String.fromCharCode(107 + Math.floor(index / 26), 97 + (index % 26));
}

/** The class with this name in a style sheet: the same in every build, because a sheet's classes are numbered in its order. */
export function shortClassName(name: string, file: string): string {
  const names = classes.get(file) ?? [];
  classes.set(file, names);
  return `${classPrefix(file)}${indexIn(names, name)}`;
}
