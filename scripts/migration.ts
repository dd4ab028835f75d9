/**
 * `npm run migration -- add-notes`: writes the next numbered migration from `api/db/schema.ts`. The placeholder schema is
 * removed from it, because a migration runs with the `search_path` of each region in turn. Only the newest snapshot of the
 * schema is kept: drizzle-kit compares with no other.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const MIGRATIONS = path.join(ROOT, 'api/db/migrations');
/** A column or an index in the JSON of a snapshot: an object without objects or lists in it. */
const FLAT_OBJECT = /\{\s*("[^{}[\]]*?)\s*\}/g;
const [name = ''] = process.argv.slice(2);

if (!/^[a-z][a-z0-9]*([-_][a-z0-9]+)*$/.test(name)) {
  console.error('Give the migration a name in lower case, as in: npm run migration -- add-notes');
  process.exit(1);
}

const migrations = (): string[] => globSync('*.sql', { cwd: MIGRATIONS }).sort();
const before = migrations();
const options = ['--config', 'api/db/drizzle.config.ts', '--name', name.replaceAll('-', '_')];
const drizzleKit = spawnSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', 'generate', ...options], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (drizzleKit.status !== 0) process.exit(drizzleKit.status ?? 1);

for (const file of migrations().filter((each) => !before.includes(each))) {
  const target = path.join(MIGRATIONS, file);
  writeFileSync(target, readFileSync(target, 'utf8').replaceAll(/"(region|public)"\./g, ''));
  console.log(`api/db/migrations/${file}`);
}

const snapshots = globSync('meta/*_snapshot.json', { cwd: MIGRATIONS }).sort();
const newest = path.join(MIGRATIONS, snapshots.pop() ?? '');
for (const former of snapshots) rmSync(path.join(MIGRATIONS, former));
// A column a line, so that a review can read what changed.
writeFileSync(
  newest,
  readFileSync(newest, 'utf8').replaceAll(FLAT_OBJECT, (object) => object.replaceAll(/\s*\n\s*/g, ' ')),
);
