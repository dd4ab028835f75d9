/**
 * Moves CSS modules that only code loaded later uses out of the pages. Astro puts the styles of everything that a page can ever
 * load into the page. A style sheet that no page draws at build time becomes text in the chunk of its component, which applies it
 * before the component is drawn. The dev server needs none of this: it adds each style sheet when its module loads.
 */
import { join } from 'node:path';
import { type Plugin, preprocessCSS, type ResolvedConfig, type Rolldown } from 'vite';

const RUNTIME = join(import.meta.dirname, '../lib/runtime.ts');
const PREFIX = '\0late-style:';
/** Keeps Vite from taking the module for a style sheet. */
const SUFFIX = '.js';

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;

/** Ids of the modules that Astro components import, directly or not, without `import()`. */
function drawnInPages(graph: Graph): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  for (const id of graph.getModuleIds()) if (id.endsWith('.astro')) visit(id);
  return found;
}

/** Removes the styles that no page draws, before Astro looks for the styles of each page. */
function removeLate(bundle: Rolldown.OutputBundle, drawn: ReadonlySet<string>): void {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue;
    const styles = file.moduleIds.filter((id) => id.endsWith('.css'));
    const late = styles.filter((id) => id.endsWith('.module.css') && !drawn.has(id));
    if (late.length === 0) continue;
    if (late.length < styles.length) throw new Error(`${late.join(', ')}: in one file with styles of pages.`);
    for (const name of file.viteMetadata?.importedCss ?? []) delete bundle[name];
    file.viteMetadata?.importedCss.clear();
  }
}

/** The plugin. Astro draws the pages before it builds the code for browsers, so the second step knows what the first one found. */
export function lateStyles(): Plugin {
  let config: ResolvedConfig;
  let drawn = new Set<string>();
  return {
    name: 'late-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved: (resolved) => {
      config = resolved;
    },
    buildEnd() {
      if (this.environment.name === 'prerender') drawn = drawnInPages(this);
    },
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        if (this.environment.name === 'prerender') removeLate(bundle, drawn);
      },
    },
    resolveId: {
      filter: { id: /\.module\.css$/ },
      async handler(source, importer, options) {
        if (this.environment.name !== 'client') return null;
        if (drawn.size === 0) this.error('The pages must be built before the code for browsers.');
        const style = await this.resolve(source, importer, { ...options, skipSelf: true });
        return style === null || drawn.has(style.id) ? style : PREFIX + style.id + SUFFIX;
      },
    },
    load: {
      filter: { id: new RegExp(`^${PREFIX}`) },
      async handler(id) {
        const file = id.slice(PREFIX.length, -SUFFIX.length);
        const source = await this.fs.readFile(file, { encoding: 'utf8' });
        const { modules } = await preprocessCSS(source, file, config);
        const code = `import { runtime } from ${JSON.stringify(RUNTIME)};
          import text from ${JSON.stringify(`${file}?inline`)};
          runtime.addStyle(text);
          export default ${JSON.stringify(modules)};`;
        // Without side effects, so that it is left out where no class is used.
        return { code, moduleSideEffects: false, moduleType: 'js' };
      },
    },
  };
}
