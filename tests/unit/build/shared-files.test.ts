import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { fileOf } from '../../../src/build/shared-files.ts';

const source = (path: string) => `${process.cwd()}/src/${path}`;
const SESSION = source('lib/stores/session/session.ts');
const CAPTION = source('islands/ui/post/Caption.tsx');
const REPLAY = source('islands/post-view/ReplaySection.tsx');

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

it('makes a file of the parts that follow by themselves, which count for their pages', () => {
  expect(
    filesOf({
      'Clan.tsx': ['table.ts', 'badge.ts'],
      'PostView.tsx': ['post.ts', 'own.ts'],
      [CAPTION]: ['ship.ts', 'badge.ts'],
      [REPLAY]: ['roster.ts', 'ship.ts', 'table.ts', 'post.ts'],
      'dialog.ts': ['post.ts', 'words.ts'],
      'badge.ts': [],
      'own.ts': [],
      'post.ts': [],
      'roster.ts': [],
      'ship.ts': [],
      'table.ts': [],
      'words.ts': [],
    }),
  ).toEqual({
    [CAPTION]: 'card',
    'ship.ts': 'card',
    [REPLAY]: 'replay',
    'roster.ts': 'replay',
    'badge.ts': 'shared',
    'table.ts': 'Clan-PostView',
    'post.ts': 'PostView-own',
  });
});
