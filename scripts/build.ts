/** `npm run build`: the regional builds for production in `dist/`; with `--if-stale`, when they are not up to date. */
import { buildSite, buildSiteIfStale } from '#scripts/build/build-site.ts';
import { runScript } from '#scripts/support/processes.ts';
import { readSettings, requireDeployment } from '#scripts/support/settings.ts';

await runScript(async () => {
  requireDeployment();
  const { distDir, env } = readSettings();
  if (process.argv.includes('--if-stale')) return buildSiteIfStale(distDir, env);
  const started = performance.now();
  await buildSite(distDir, env);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Built the site in ${seconds} s: ${distDir}`);
});
