/** `npm run migration`, in a copy of what it reads (docs/new-call.md). */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IN_BATCHES, MIGRATION_NAMES } from '#api/db/migrate.ts';
import { ROOT } from '#scripts/support/settings.ts';

const MIGRATIONS = 'api/db/migrations';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-migration-'));
  for (const part of ['package.json', 'api', 'src/lib', 'scripts/migration.ts', 'scripts/support'])
    cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const migrate = (name: string): string =>
  execFileSync(process.execPath, ['scripts/migration.ts', name], { cwd: folder, encoding: 'utf8' });
const filesOf = (pattern: string): string[] => globSync(`${MIGRATIONS}/${pattern}`, { cwd: folder }).sort();

function addColumn(name: string): void {
  const schema = path.join(folder, 'api/db/schema.ts');
  const changed = readFileSync(schema, 'utf8').replace('isDisbanded:', `${name}: text('${name}'), $&`);
  writeFileSync(schema, changed);
}

test('writes what the schema changed, and keeps the newest snapshot alone', () => {
  const [last = ''] = MIGRATION_NAMES.slice(-1);
  expect(filesOf('meta/*_snapshot.json')).toEqual([`${MIGRATIONS}/meta/${last.slice(0, 4)}_snapshot.json`]);
  expect(migrate('nothing')).toContain('No schema changes');

  for (const [position, column] of ['first', 'second'].entries()) {
    addColumn(column);
    migrate(`add-${column}`);
    const number = String(Number(last.slice(0, 4)) + 1 + position).padStart(4, '0');
    expect(readFileSync(path.join(folder, MIGRATIONS, `${number}_add_${column}.sql`), 'utf8')).toBe(
      `ALTER TABLE "clans" ADD COLUMN "${column}" text;`,
    );
    expect(filesOf('meta/*_snapshot.json')).toEqual([`${MIGRATIONS}/meta/${number}_snapshot.json`]);
  }
});

/** Whether statements change rows outside of batches, or in batches but next to statements with locks. */
const mayHoldLocks = (statements: readonly string[]): boolean =>
  statements.some((statement) => /^(\s*--.*\n)*\s*(update|delete)\s/i.test(statement)) &&
  !statements.every((statement) => statement.includes(IN_BATCHES));

test('a migration that changes many rows does so in batches, and does nothing else', () => {
  const migrations = readMigrationFiles({ migrationsFolder: path.join(ROOT, MIGRATIONS) });
  expect(migrations.filter(({ sql }) => mayHoldLocks(sql))).toEqual([]);
  const update = `-- Why.\nUPDATE "posts" SET "held" = true WHERE ${IN_BATCHES} true;`;
  expect(mayHoldLocks([update])).toBe(false);
  for (const other of [
    'ALTER TABLE "a" ADD "b" int;',
    'DROP INDEX "a";',
    'CREATE INDEX "a" ON "b" ("c");',
    'UPDATE "a" SET "b" = 1;',
  ])
    expect(mayHoldLocks([other, update]), other).toBe(true);
});
