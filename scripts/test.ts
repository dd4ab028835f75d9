/**
 * `npm test`: types, lint, unit and integration tests, one build, the main job, browser tests. The last line is the sum:
 * `N passed, N failed`. `--only=types,lint,unit,browser` runs some parts while developing.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { PlainFailure, runScript } from '#scripts/support/plain-failure.ts';
import { endOnSignals, stopAll } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import type { Check } from '#scripts/testing/checks.ts';
import { LINT_CHECKS, runChecks, TYPE_CHECKS } from '#scripts/testing/checks.ts';
import type { PartResult } from '#scripts/testing/part-result.ts';
import { printResult } from '#scripts/testing/part-result.ts';
import { ensurePostgres } from '#scripts/testing/postgres.ts';
import { ensureSeededData } from '#scripts/testing/seeded-data.ts';
import type { TestSite } from '#scripts/testing/test-site.ts';
import { claimTestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import { runMainJob, runScreens, runUnitTests } from '#scripts/testing/test-tools.ts';

const PARTS: readonly string[] = ['types', 'lint', 'unit', 'browser'];

function wantedParts(): Set<string> {
  const options = process.argv.slice(2);
  if (options.length === 0) return new Set(PARTS);
  const names = /^--only=(.+)$/.exec(options.join(' '))?.[1]?.split(',') ?? [];
  if (names.length > 0 && names.every((name) => PARTS.includes(name))) return new Set(names);
  throw new PlainFailure(`Usage: npm test [-- --only=${PARTS.join(',')}]`);
}

const buildCheck = (site: TestSite): Check => ({
  name: 'build of the four regions',
  run: async () => {
    await buildSiteIfStale(site.distDir, testSiteEnvironment(site));
    return { code: 0, output: '' };
  },
});

const seedCheck: Check = {
  name: 'invented data for the tests',
  run: async () => ({ code: 0, output: await ensureSeededData() }),
};

/** Runs a part and prints its result. */
async function shown(part: Promise<PartResult>): Promise<PartResult> {
  const result = await part;
  printResult(result);
  return result;
}

async function runParts(parts: Set<string>): Promise<PartResult[]> {
  const site = parts.has('browser') ? await claimTestSite() : null;
  try {
    const results = await runChecks([
      ...(site ? [buildCheck(site), seedCheck] : []),
      ...(parts.has('types') ? TYPE_CHECKS : []),
      ...(parts.has('lint') ? LINT_CHECKS : []),
    ]);
    if (parts.has('unit')) await ensurePostgres();
    if (parts.has('unit')) results.push(await shown(runUnitTests(site)));
    if (site) results.push(await shown(runMainJob(site)), await shown(runScreens(site)));
    return results;
  } finally {
    await site?.release();
  }
}

await runScript(async () => {
  endOnSignals({
    cleanUp: async () => {
      console.error('Interrupted: what follows is no result.');
      await stopAll();
    },
  });
  const parts = wantedParts();
  await mkdir(path.join(ROOT, '.cache/test'), { recursive: true });
  const results = await runParts(parts);
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const failed = results.reduce((total, result) => total + result.failed, 0);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
});
