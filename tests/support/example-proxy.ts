/** The proxy of `deploy/Caddyfile` on this machine, without certificates. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#scripts/support/settings.ts';
import { ensurePackages } from '#scripts/testing/debian-packages.ts';
import { type Command, startCommand } from '#tests/support/commands.ts';

/** Installs Caddy if it is missing. Throws a plain failure when it is still missing. */
export const ensureProxy = (): void => ensurePackages('production');

/** Starts Caddy in `folder`: port `front` in front of the ports `behind`. */
export async function startProxy(folder: string, front: number, ...behind: number[]): Promise<Command> {
  const deployed = readFileSync(path.join(ROOT, 'deploy/Caddyfile'), 'utf8');
  const here = deployed
    .replace(/^\ton_demand_tls \{\n.*\n\t\}\n/m, '\tadmin off\n')
    .replace(/^https:\/\/ \{\n\ttls \{\n.*\n\t\}\n/m, `http://localhost:${front} {\n`);
  if (/tls|https/.test(here.replace(/^#.*/gm, ''))) throw new Error('deploy/Caddyfile has another form.');
  const config = path.join(folder, 'Caddyfile');
  await writeFile(config, here);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    PROCESSES: behind.map((port) => `127.0.0.1:${port}`).join(' '),
  };
  const caddy = startCommand('/usr/bin/caddy', ['run', '--config', config], env);
  await caddy.printed(/serving initial configuration/);
  return caddy;
}
