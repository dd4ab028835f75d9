/**
 * Marks of code that loads on demand: one or more of these words in a comment in front of the module's name, in `import()`:
 * - `preload`: every visit needs it, so it is requested together with the page, after the code for the first data
 * - `early`: `early-content.ts` preloads it when a text needs it; otherwise it would load after all modules
 * - `offline`: pages that were saved need it to be shown without a connection
 */
import type { Plugin } from 'vite';

type Mark = 'preload' | 'early' | 'offline';

const MARKED = /\bimport\(\s*\/\* ([\w ]+) \*\/\s*'([^']+)'/g;

const marksByModule = new Map<string, readonly string[]>();

/** Whether an import of the module has the mark. */
export const hasMark = (id: string, mark: Mark): boolean => marksByModule.get(id)?.includes(mark) ?? false;

/** The plugin that reads the marks. */
export function importMarks(): Plugin {
  return {
    name: 'import-marks',
    enforce: 'pre',
    transform: {
      filter: { code: MARKED },
      async handler(code, importer) {
        for (const [, words = '', name = ''] of code.matchAll(MARKED)) {
          const module = await this.resolve(name, importer);
          if (module !== null) marksByModule.set(module.id, words.split(' '));
        }
      },
    },
  };
}
