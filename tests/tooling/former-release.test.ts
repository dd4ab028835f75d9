/** Which release the migrations are tested with. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DATABASE_TESTS, patternOf, SERVICE_TESTS } from '#scripts/testing/database-tests.ts';
import { findFormerRelease, hasOtherMigrations } from '#scripts/testing/former-release.ts';

let folder: string;
let repository: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-former-'));
  repository = path.join(folder, 'source');
  execFileSync('git', ['init', '--quiet', repository]);
  commit('1.0.0');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@fleet.example', ...args], {
    cwd: repository,
    encoding: 'utf8',
  }).trim();

/** Commits the version with a new dependency; returns the commit. */
function commit(version: string): string {
  const dependencies = { [`any${Math.random()}`]: '1.0.0' };
  writeFileSync(
    path.join(repository, 'package.json'),
    JSON.stringify({ name: 'a', version, dependencies }, null, 2),
  );
  git('add', '--all');
  git('commit', '--quiet', '--message', 'A change');
  return git('rev-parse', 'HEAD');
}

test('is the last change of the version before the one that is checked out', async () => {
  commit('1.0.0');
  expect(await findFormerRelease(repository)).toBe(null);
  const second = commit('1.1.0');
  expect(await findFormerRelease(repository)).toBe(null);
  commit('1.1.0');
  expect(await findFormerRelease(repository)).toBe(second);
  commit('1.2.0');
  expect(await findFormerRelease(repository)).toBe(second);
});

test('is the last tag, where there is one', async () => {
  const tagged = commit('1.1.0');
  git('tag', '--annotate', 'v1.1.0', '--message', 'A release');
  commit('1.2.0');
  git('tag', 'v1.2.0');
  expect(await findFormerRelease(repository)).toBe(tagged);
});

test('is none in a shallow clone', async () => {
  commit('1.1.0');
  commit('1.1.0');
  const shallow = path.join(folder, 'shallow');
  for (const depth of ['1', '2']) {
    git('clone', '--quiet', `--depth=${depth}`, `file://${repository}`, `${shallow}${depth}`);
    expect(await findFormerRelease(`${shallow}${depth}`), depth).toBe(null);
  }
});

test('runs for migrations that the release does not have, committed or not', async () => {
  const release = commit('1.1.0');
  expect(await hasOtherMigrations(release, repository)).toBe(false);
  mkdirSync(path.join(repository, 'api/db/migrations'), { recursive: true });
  writeFileSync(path.join(repository, 'api/db/migrations/0001_new.sql'), 'select 1;');
  expect(await hasOtherMigrations(release, repository)).toBe(true);
  commit('1.1.0');
  expect(await hasOtherMigrations(release, repository)).toBe(true);
  expect(await hasOtherMigrations(git('rev-parse', 'HEAD'), repository)).toBe(false);
});

test('every name in the list of database tests is one of a test', () => {
  expect(
    [...DATABASE_TESTS, ...SERVICE_TESTS].filter((name) => globSync(patternOf(name)).length === 0),
  ).toEqual([]);
});
