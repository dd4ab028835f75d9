import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { fileOf } from '../../../src/build/shared-files.ts';

const SESSION = `${process.cwd()}/src/lib/stores/session/session.ts`;

/** The files of modules, each with what it imports; the names of entries are capitals. */
function filesOf(modules: Record<string, string[]>): Record<string, string | undefined> {
  const graph = {
    getModuleInfo: (id: string) =>
      ({
        isEntry: /^[A-Z]/.test(id),
        importers: Object.keys(modules).filter((importer) => modules[importer]?.includes(id)),
      }) as unknown as Rolldown.ModuleInfo,
  };
  const named = Object.keys(modules).map((id) => [id, fileOf(id, graph)?.name]);
  return Object.fromEntries(named.filter(([, name]) => name));
}

it('makes a file of what two or three entries import, and one of what more do', () => {
  expect(
    filesOf({
      'A.tsx': ['card.ts', 'own.ts'],
      'B.tsx': ['card.ts'],
      'C.tsx': ['store.ts'],
      'D.tsx': ['store.ts'],
      'card.ts': ['store.ts', 'text.ts'],
      'store.ts': ['schema.ts'],
      'text.ts': [],
      'schema.ts': [],
      'own.ts': [],
    }),
  ).toEqual({ 'card.ts': 'A-B', 'text.ts': 'A-B', 'store.ts': 'shared', 'schema.ts': 'shared' });
});

it('keeps what only entries with the session import apart', () => {
  expect(
    filesOf({
      ...Object.fromEntries(['A.tsx', 'B.tsx', 'C.tsx', 'D.tsx'].map((name) => [name, [SESSION, 'post.ts']])),
      'E.tsx': ['schema.ts'],
      [SESSION]: ['schema.ts'],
      'post.ts': ['schema.ts'],
      'schema.ts': [],
    }),
  ).toEqual({ [SESSION]: 'session', 'post.ts': 'session', 'schema.ts': 'shared' });
});
