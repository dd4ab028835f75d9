/** `npm run build`: the four regional builds for production in `dist/`, each ready to upload. */
import { buildSite } from '#scripts/build/build-site.ts';
import { runScript } from '#scripts/support/processes.ts';
import { readSettings, requireDeployment } from '#scripts/support/settings.ts';

await runScript(async () => {
  requireDeployment();
  const { distDir, env } = readSettings();
  const started = performance.now();
  await buildSite(distDir, env);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Built four regions in ${seconds} s: ${distDir}/{eu,na,cis,sea}`);
});
