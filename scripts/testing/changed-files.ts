/** Selects the tests that changed files can break, for `npm test -- --changed`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { matchRoute, type RouteId, routes } from '#lib/routes.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { importersIn, readImportGraph, withImports } from '#scripts/testing/import-graph.ts';

/** Texts of the editors. Only the tests of the static content read it. */
const EDITORS_TEXT = /^public\/assets\/.*\.html$/;
/** Modules of many screens without interaction of their own: the screens' own specs show them. */
const SHARED = /^src\/(islands\/ui|lib\/(battle|client|content|domain|markdown|replay|schemas))\//;
const SPEC = /^tests\/e2e\/(?:screens\/)?([^/]+)\.spec\.ts$/;
const ADDRESS = /(?<=['"`}])\/(?:[\w.,%-]|\$\{[^}]*\}|\/)*/g;
const NO_PROGRAM =
  /\.md$|^docs\/|^public\/assets\/|^src\/(?!build\/)|^api\/(base|calls|events|hubs|model)\/|^tests\/(unit|islands|e2e|engines|scale)\//;

interface Spec {
  name: string;
  /** Everything that it and its helpers import. */
  modules: ReadonlySet<string>;
  /** All modules of the screens that it is named after; empty when it is named after none. */
  subject: ReadonlySet<string>;
  visits: ReadonlySet<RouteId>;
}

const graph = readImportGraph();
const files = [...graph.keys()];

/** The frame is on every page, and modules of the build write constants into pages. */
const isEverywhere = (file: string): boolean =>
  file === 'src/layouts/Frame.astro' || file.startsWith('src/build/');

const idOf = (address: string): RouteId[] => {
  const match = matchRoute(address);
  return match.kind === 'route' ? [match.route.id] : [];
};

/** The modules of each page, without those that only the frame imports. */
const PAGES = files
  .filter((file) => /^src\/pages\/.*\.astro$/.test(file))
  .flatMap((file) =>
    idOf(file.replace(/^src\/pages|(index)?\.astro$/g, '')).map((id) => ({
      id,
      modules: withImports(graph, [file], isEverywhere),
    })),
  );

/** Folders of islands by name, `ui/dialog` included. `live` is about every page with events, not about its one sign. */
const FOLDERS = new Set(
  files.flatMap((file) => /^src\/islands\/(?:ui\/(?=dialog|post))?[^/]+(?=\/)/.exec(file) ?? []),
);
for (const folder of ['src/islands/live', 'src/islands/ui']) FOLDERS.delete(folder);

function readSpec(file: string): Spec {
  const name = path.basename(file, '.spec.ts');
  const folders = [...FOLDERS].filter((folder) => name.includes(path.basename(folder)));
  const isSubject = (module: string): boolean => folders.some((folder) => module.startsWith(`${folder}/`));
  const modules = withImports(graph, [file]);
  const texts = [...modules].filter((module) => module.startsWith('tests/'));
  const addresses = texts.flatMap((text) => readFileSync(path.join(ROOT, text), 'utf8').match(ADDRESS) ?? []);
  return {
    name,
    modules,
    subject: withImports(graph, files.filter(isSubject), isEverywhere),
    visits: new Set(addresses.flatMap((address) => idOf(address.replace(/\$\{[^}]*\}/g, 'any')))),
  };
}

const SPECS = files.filter((file) => SPEC.test(file)).map(readSpec);
/** Modules of the browser tests' own server and settings. */
const TEST_SERVER = withImports(graph, ['playwright.config.ts', 'scripts/testing/serve.ts']);

const namesOf = (specs: readonly Spec[]): string[] => specs.map(({ name }) => name);

/** Specs that visit a page with the module; those named after a screen only if that screen has it. */
function specsOfModule(file: string): string[] | 'all' {
  const pages = PAGES.filter(({ modules }) => modules.has(file));
  if (isEverywhere(file) || pages.length === 0) return 'all';
  const isShared = SHARED.test(file);
  return namesOf(
    SPECS.filter(({ subject, visits }) => {
      if (subject.size > 0) return subject.has(file);
      // Of the others, a shared module needs those that tour the site.
      return isShared ? visits.size > routes.length / 2 : pages.some(({ id }) => visits.has(id));
    }),
  );
}

const IMPORTERS = importersIn(graph);
const isCall = (file: string): boolean => /^api\/calls\/(?!core\/)/.test(file);

/** A module of the API is seen by the pages that send the calls which use it, and by the main job. */
function specsOfApi(file: string): string[] | 'all' {
  const users = [...withImports(IMPORTERS, [file], isCall)];
  const resources = users.filter(isCall).map((user) => user.split('/').slice(0, 3).join('/'));
  if (resources.length === 0) return users.includes('api/main.ts') ? 'all' : [];
  const ofResources = files.filter((module) => resources.some((resource) => module.startsWith(resource)));
  const calls = ofResources
    .flatMap((module) => [...(graph.get(module) ?? [])])
    .filter((module) => module.startsWith('src/lib/schemas/calls/'))
    .filter((call) => PAGES.some(({ modules }) => modules.has(call)));
  const specs = browserSpecsFor(calls);
  return specs === 'all' ? specs : ['main-job', ...specs];
}

function specsFor(file: string): string[] | 'all' {
  if (/\.md$|^docs\//.test(file) || EDITORS_TEXT.test(file)) return [];
  if (file.startsWith('src/')) return specsOfModule(file);
  if (file.startsWith('api/')) return specsOfApi(file);
  if (!/^(tests|scripts|deploy)\//.test(file) || TEST_SERVER.has(file)) return 'all';
  return namesOf(SPECS.filter(({ modules }) => modules.has(file)));
}

/** Names of the browser specs that the files can break, by the import graph; `all` for what every page or no page imports. */
export function browserSpecsFor(changed: readonly string[]): string[] | 'all' {
  const found = changed.map(specsFor);
  if (found.includes('all')) return 'all';
  return [...new Set(found.flat())].sort();
}

/** Whether the tests that start programs have to run. Modules behind a program have tests of their own. */
export const needsProgramTests = (changed: readonly string[]): boolean =>
  changed.some((file) => !NO_PROGRAM.test(file));

/** Whether the text of an editor is among the files: tests read it from the disk, which vitest cannot see. */
export const needsContentTests = (changed: readonly string[]): boolean =>
  changed.some((file) => EDITORS_TEXT.test(file));

async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await run('git', args);
  if (code !== 0) throw new PlainFailure(`git ${args.join(' ')} failed: ${output.trim()}`);
  return output.split('\n').filter((line) => line !== '');
}

/** Files that differ from the common ancestor with `base`, uncommitted and new ones included. */
export async function changedFiles(base: string): Promise<string[]> {
  const tracked = await git('diff', '--name-only', '--merge-base', base);
  return [...tracked, ...(await git('ls-files', '--others', '--exclude-standard'))];
}
