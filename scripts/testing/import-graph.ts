/** Which files name which: what the selection of tests knows about the project's modules. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/support/settings.ts';

/** Files by path from the project's root, each with the files that it names. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

const TYPE_IMPORT = /^(?:import|export) type\b[^'"]*from '[^']+'/gm;
/** Imports of any syntax (also of .astro and CSS), addresses of workers, and modules that a build compiles. */
const NAMED_FILE = /(?<=['"`])[#.\w][^'"`\s?]*\.\w+(?=['"`?])/g;
const IN_SRC = /^#(?=lib|islands|layouts|styles)/;

/** Reads the imports of all modules. A file in quotes counts as imported, so there is no parser per language. */
export function readImportGraph(): ImportGraph {
  const files = new Set(globSync('{src,api,tests,scripts,deploy}/**/*.*', { cwd: ROOT }));
  files.add('playwright.config.ts');
  const importsOf = (file: string): Set<string> => {
    const text = readFileSync(path.join(ROOT, file), 'utf8').replace(TYPE_IMPORT, '');
    const names = (text.match(NAMED_FILE) ?? []).flatMap((name) => [
      name.replace(IN_SRC, 'src/').replace('#', ''),
      path.join(path.dirname(file), name),
    ]);
    return new Set(names.filter((name) => files.has(name)));
  };
  const modules = [...files].filter((file) => /\.(astro|css|mjs|tsx?)$/.test(file));
  return new Map(modules.map((file) => [file, importsOf(file)]));
}

/** The files and everything that they import, except through files where `stops` is true. */
export function withImports(
  graph: ImportGraph,
  files: Iterable<string>,
  stops: (file: string) => boolean = () => false,
): Set<string> {
  const found = new Set(files);
  for (const file of found) {
    if (stops(file)) continue;
    for (const name of graph.get(file) ?? []) found.add(name);
  }
  return found;
}

/** The graph with every import turned round: files with those that import them. */
export function importersIn(graph: ImportGraph): ImportGraph {
  const importers = new Map<string, Set<string>>();
  for (const [file, imports] of graph)
    for (const name of imports) importers.set(name, (importers.get(name) ?? new Set()).add(file));
  return importers;
}
