/** The published OpenAPI document under the recommended rules of Redocly (Rule 17.28). */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '#scripts/support/settings.ts';

/** Rules that the original API's addresses, a sign-in that redirects, and the messages of hubs cannot follow. */
const SKIPPED = ['no-ambiguous-paths', 'operation-2xx-response', 'no-unused-components'];

test('has neither errors nor warnings', async () => {
  const program = path.join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const options = ['--extends=recommended', '--format=json', ...SKIPPED.map((rule) => `--skip-rule=${rule}`)];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const linted = promisify(execFile)(process.execPath, [program, 'lint', 'docs/openapi.json', ...options], {
    cwd: ROOT,
    env,
  });
  // It fails with the problems as its output.
  const { stdout } = await linted.catch((error: { stdout: string }) => error);
  const { totals, problems } = JSON.parse(stdout);
  expect(problems.map(({ message }: { message: string }) => message)).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});
