/** The proxy of `deploy/compose.yaml` on this machine, without certificates. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#scripts/support/settings.ts';
import { startCommand } from '#tests/support/commands.ts';

/** Starts Caddy in `folder` with the directives of `deploy/compose.Caddyfile`: port `front` in front of `behind`. */
export async function startComposeProxy(folder: string, front: number, behind: number): Promise<void> {
  const deployed = readFileSync(path.join(ROOT, 'deploy/compose.Caddyfile'), 'utf8');
  const [, directives] = /^https:\/\/ \{\n\ttls \{\n[^}]*\}\n([\s\S]*)$/m.exec(deployed) ?? [];
  if (!directives?.includes('site:5010')) throw new Error('deploy/compose.Caddyfile has another form.');
  const config = path.join(folder, 'Caddyfile');
  await writeFile(
    config,
    `{\n\tadmin off\n}\nhttp://localhost:${front} {\n${directives.replace('site:5010', `127.0.0.1:${behind}`)}`,
  );
  const caddy = { PATH: process.env.PATH, HOME: folder };
  await startCommand('/usr/bin/caddy', ['run', '--config', config], caddy).printed(
    /serving initial configuration/,
  );
}
