import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { filesOfShared } from '../../../src/build/chunks.ts';
import { hasMark, importMarks } from '../../../src/build/import-marks.ts';

const LONG = 'x'.repeat(4000);

/** Modules by name: what they import, and whether they are entries. */
function graph(modules: Record<string, { imports: string[]; isEntry?: boolean; code?: string }>) {
  return {
    getModuleIds: () => Object.keys(modules).values(),
    getModuleInfo: (id: string) =>
      ({
        ...modules[id],
        importedIds: modules[id]?.imports,
        dynamicallyImportedIds: [],
      }) as unknown as Rolldown.ModuleInfo,
  };
}

const entry = (...imports: string[]) => ({ imports, isEntry: true });
const FIVE = ['A.tsx', 'B.tsx', 'C.tsx', 'D.tsx', 'E.tsx'];

it('puts what five entries need, and a little code with its imports, into one file', () => {
  const files = filesOfShared(
    graph({
      ...Object.fromEntries(FIVE.map((name) => [name, entry('store.ts')])),
      'A.tsx': entry('store.ts', 'small.ts', 'card.ts', 'own.ts'),
      'B.tsx': entry('store.ts', 'small.ts', 'card.ts'),
      'C.tsx': entry('store.ts', 'card.ts'),
      'store.ts': { imports: ['schema.ts'] },
      'schema.ts': { imports: [] },
      'small.ts': { imports: ['base.ts'], code: 'x' },
      'base.ts': { imports: ['store.ts'], code: 'x' },
      'card.ts': { imports: ['base.ts'], code: LONG },
      'own.ts': { imports: [], code: LONG },
    }),
  );
  expect(Object.fromEntries(files)).toEqual({
    'store.ts': 'shared',
    'schema.ts': 'shared',
    'small.ts': 'shared',
    'base.ts': 'shared',
    'card.ts': 'A-B-C',
  });
});

it('keeps what only entries with the session load in a file of its own', () => {
  const session = '/src/lib/stores/session/session.ts';
  const files = filesOfShared(
    graph({
      ...Object.fromEntries(FIVE.map((name) => [name, entry(session, 'schema.ts')])),
      'F.tsx': entry('schema.ts'),
      [session]: { imports: ['schema.ts'], code: LONG },
      'schema.ts': { imports: [], code: LONG },
    }),
  );
  expect(Object.fromEntries(files)).toEqual({ [session]: 'session', 'schema.ts': 'shared' });
});

it('counts a part whose import is marked as preload as needed first', async () => {
  const sources: Record<string, string> = {
    'A.ts': "import(/* preload offline */ './part.ts')",
    'B.ts': "import './store.ts'",
    'part.ts': "import './store.ts'",
    'store.ts': `export const text = '${LONG}'; console.log(text)`,
  };
  let files = new Map<string, string>();
  const virtual = {
    name: 'virtual',
    resolveId: (id: string) => id.replace('./', ''),
    load: (id: string) => sources[id] ?? null,
    buildEnd(this: Rolldown.PluginContext) {
      files = filesOfShared(this);
    },
  };
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [importMarks(), virtual],
    build: { write: false, rolldownOptions: { input: ['A.ts', 'B.ts'] } },
  });
  expect(files.get('store.ts')).toBe('A-B');
  expect([hasMark('part.ts', 'offline'), hasMark('part.ts', 'early')]).toEqual([true, false]);
});
