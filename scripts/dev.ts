/**
 * `npm run dev`: one region (EU, or `npm run dev -- na`) with hot reload, and the regional API restarting when a module changes
 * that it imports, its worker threads included. Node's watcher waits for the old API process to end, so the data folder is
 * free when the new process opens it.
 */
import { isRegionId, regionHost, regions } from '#lib/regions.ts';
import { close, listen, untilListening } from '#scripts/support/listen.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { END_WITH_PARENT, runScript, start, stopAll } from '#scripts/support/processes.ts';
import { readDemoSettings } from '#scripts/support/settings.ts';

const WATCH = ['--watch', '--watch-preserve-output'];

/** Checked first, because Astro silently takes another port and the API would fail after the site has started. */
async function requireFree(host: string | null, port: number, name: string): Promise<void> {
  await close(await listen(() => undefined, { host, port, name }));
}

async function main(ending: AbortSignal): Promise<void> {
  const [region = 'eu'] = process.argv.slice(2);
  if (!isRegionId(region)) throw new PlainFailure(`The region must be eu, na, cis or sea, not "${region}".`);
  const { host, port, apiPort, env } = readDemoSettings();
  await requireFree(host, port, 'PORT');
  await requireFree(host, apiPort, 'API_PORT');

  const stdio = 'inherit';
  const api = start(process.execPath, [...WATCH, END_WITH_PARENT, 'api/main.ts', '--demo'], { env, stdio });
  const astro = ['node_modules/astro/bin/astro.mjs', 'dev', '--ignore-lock', '--port', String(port)];
  const site = start(process.execPath, [...astro, '--host', host ?? 'localhost'], {
    env: { ENVIRONMENT_BADGE: 'Dev', ...env, REGION: region, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio,
  });
  const ended = Promise.race([
    api.exited.then((code) => `The regional API’s watcher ended (code ${code}).`),
    site.exited.then((code) => `Astro’s dev server ended (code ${code}).`),
  ]);
  const starting = new AbortController();
  void ended.then(() => starting.abort());
  await Promise.all(
    [port, apiPort].map((each) => untilListening(host ?? 'localhost', each, starting.signal)),
  );
  if (!starting.signal.aborted)
    console.log(
      `${regions[region].label}: http://${regionHost(region, env.SITE_DOMAIN as string)} (Ctrl+C ends both servers)`,
    );
  const reason = await ended;
  await stopAll();
  if (!ending.aborted) throw new PlainFailure(reason);
}

await runScript(main, { exitCode: 0 });
