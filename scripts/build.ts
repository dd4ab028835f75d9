/** `npm run build`: the four regional builds for production in `dist/`, each ready to upload. */
import { API_VARIABLES } from '#api/config/variables.ts';
import { misspellings } from '#lib/schemas/misspelt.ts';
import { missingAddresses, SITE_VARIABLES } from '#lib/schemas/site-variables.ts';
import { buildSite } from '#scripts/build/build-site.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';
import { readSettings } from '#scripts/support/settings.ts';
import { LOCAL_VARIABLES } from '#scripts/support/variables.ts';

const KNOWN = Object.keys({ ...API_VARIABLES, ...SITE_VARIABLES, ...LOCAL_VARIABLES });

await runScript(async () => {
  const { distDir, env } = readSettings();
  const problems = [...missingAddresses(process.env), ...misspellings(process.env, KNOWN)];
  if (problems.length > 0) throw new PlainFailure(problems.join('\n'));
  const started = performance.now();
  await buildSite(distDir, env);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Built four regions in ${seconds} s: ${distDir}/{eu,na,cis,sea}`);
});
