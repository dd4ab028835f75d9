/** `npm run build`: the four regional builds in `dist/`, each ready to upload. */
import { buildSite } from '#scripts/build/build-site.ts';
import { runScript } from '#scripts/support/processes.ts';
import { readSettings } from '#scripts/support/settings.ts';

await runScript(async () => {
  const { distDir, env } = readSettings();
  const started = performance.now();
  await buildSite(distDir, env);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Built four regions in ${seconds} s: ${distDir}/{eu,na,cis,sea}`);
});
