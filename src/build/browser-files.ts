/** The files of browser code that the build makes: their sources, and what they import. Read by what finishes the pages. */
import path from 'node:path';
import type { Plugin } from 'vite';

interface BrowserFile {
  /** Paths of its modules from `src`. */
  modules: readonly string[];
  /** The module that pages start with, where it has one. */
  entry: string | null;
  /** Addresses of the files that it imports. */
  imports: readonly string[];
}

/** The files by their addresses, such as `/hashed/Feed.x1y2.js`. */
export type BrowserFiles = ReadonlyMap<string, BrowserFile>;

/** The plugin, and the files, once they are built. */
export function recordFiles(): { plugin: Plugin; files: Map<string, BrowserFile> } {
  const files = new Map<string, BrowserFile>();
  const fromSource = (id: string): string => path.relative(path.join(import.meta.dirname, '..'), id);
  return {
    files,
    plugin: {
      name: 'browser-files',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk')
            files.set(`/${file.fileName}`, {
              modules: file.moduleIds.map(fromSource),
              entry: file.isEntry && file.facadeModuleId !== null ? fromSource(file.facadeModuleId) : null,
              imports: file.imports.map((name) => `/${name}`),
            });
      },
    },
  };
}

/** The address of the file that has this module. Throws when there is none, since a page would lack it. */
export function addressOf(module: string, files: BrowserFiles): string {
  for (const [address, file] of files) if (file.modules.includes(module)) return address;
  throw new Error(`src/${module} is in no file.`);
}

/** The files and all that they import, each after its own imports. */
export function withImports(addresses: readonly string[], files: BrowserFiles): string[] {
  const listed = new Set<string>();
  const visited = new Set<string>();
  const visit = (address: string): void => {
    if (visited.has(address)) return;
    visited.add(address);
    files.get(address)?.imports.forEach(visit);
    listed.add(address);
  };
  addresses.forEach(visit);
  return [...listed];
}
