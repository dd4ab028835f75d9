/** The regional API as a program: `api/main.ts`, with `--demo` for invented data on this machine alone. */

import { endWithUsage, runApi } from '#api/app/run.ts';
import { startApi } from '#api/app/start.ts';
import { hasOpenSignIn, loadConfig, OPEN_SIGN_IN } from '#api/config/load-config.ts';
import { ConfigError } from '#lib/settings/deployment.ts';
import type { Mode } from '#lib/settings/variables.ts';

/** The mode that the arguments name. */
function readMode(args: readonly string[]): Mode {
  if (args.includes('--help'))
    endWithUsage(
      'Usage: npm run serve:api [-- --demo]\n\n--demo  serves invented data to this machine alone',
    );
  const unknown = args.find((argument) => argument !== '--demo');
  if (unknown !== undefined)
    throw new ConfigError(
      `Unknown option ${unknown}: the only option is --demo, which serves invented data.`,
    );
  return args.includes('--demo') ? 'demo' : 'production';
}

await runApi(
  () => loadConfig(process.env, readMode(process.argv.slice(2))),
  async (config, log) => {
    const port = await startApi(config, log);
    return [
      `Regional API listening on http://localhost:${port}`,
      ...(hasOpenSignIn(config) ? [OPEN_SIGN_IN] : []),
    ];
  },
);
