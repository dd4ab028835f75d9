/** Starts Debian's nginx or Caddy with the generated configuration, on loopback ports and with separate files. */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { caddyfile } from '#scripts/deploy/caddy.ts';
import type { Deployment } from '#scripts/deploy/deployment.ts';
import { deployFiles } from '#scripts/deploy/files.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { type Running, run, start } from '#scripts/support/processes.ts';
import { ensurePackages, type Packages } from '#scripts/testing/debian-packages.ts';

/** The web servers that the deployment tests run. */
export const WEB_SERVERS = ['nginx', 'caddy'] as const;

/** One of them. */
export type WebServer = (typeof WEB_SERVERS)[number];

const BROTLI_MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

const NGINX = { nginx: ['/usr/sbin/nginx'], 'libnginx-mod-http-brotli-static': [BROTLI_MODULE] };

/** Installs nginx if it is missing. Throws a plain failure when it is still missing; `tests` starts its sentence. */
export const ensureNginx = (tests: string): void => ensurePackages(tests, NGINX);

/** Packages that the deployment tests need, with the files that are used from each. */
export const WEB_SERVER_PACKAGES: Packages = {
  ...NGINX,
  caddy: ['/usr/bin/caddy'],
  rsync: ['/usr/bin/rsync'],
};

/** Installs missing packages. Throws a plain failure when one is still missing. */
export const ensureWebServers = (): void => ensurePackages('The deployment tests', WEB_SERVER_PACKAGES);

/** The surroundings of the generated files on a Debian machine: modules, Debian's settings, and folders that this user may write to. */
const nginxMain = (folder: string): string => `
load_module ${BROTLI_MODULE};
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
events { worker_connections 2048; }
http {
    sendfile on;
    types_hash_max_size 2048;
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    access_log ${folder}/debian.log;
    gzip on;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n    ')}
    include conf.d/*.conf;
}
`;

async function prepareNginx(folder: string, deployment: Deployment, withCache: boolean): Promise<string[]> {
  const files = deployFiles(deployment);
  const place = async (name: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  await place('nginx.conf', nginxMain(folder));
  await place('conf.d/fleet-karma.conf', files['nginx/fleet-karma.conf'] ?? '');
  await place('snippets/fleet-karma-site.conf', files['nginx/fleet-karma-site.conf'] ?? '');
  await place('snippets/fleet-karma-api.conf', files['nginx/fleet-karma-api.conf'] ?? '');
  if (withCache) {
    await place('conf.d/fleet-karma-cache-zone.conf', files['nginx/fleet-karma-cache-zone.conf'] ?? '');
    await place('snippets/fleet-karma-cache.conf', files['nginx/fleet-karma-cache.conf'] ?? '');
  }
  return ['/usr/sbin/nginx', '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`];
}

async function prepareCaddy(folder: string, deployment: Deployment): Promise<string[]> {
  // Without the port for administration.
  const text = caddyfile(deployment).replace('{\n', '{\n\tadmin off\n');
  await writeFile(path.join(folder, 'Caddyfile'), text);
  return ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', path.join(folder, 'Caddyfile')];
}

const CHECKS: Readonly<Record<WebServer, (command: readonly string[]) => readonly string[]>> = {
  nginx: (command) => [...command.slice(1), '-t'],
  caddy: (command) => ['validate', ...command.slice(2)],
};

/**
 * Writes the configuration to `folder`, checks it with the server's own check, and starts the server; nginx with its optional
 * cache if `withCache`.
 */
export async function startWebServer(
  server: WebServer,
  folder: string,
  deployment: Deployment,
  { withCache = false }: { withCache?: boolean } = {},
): Promise<Running> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(deployment.logFolder, { recursive: true });
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const command =
    server === 'nginx'
      ? await prepareNginx(folder, deployment, withCache)
      : await prepareCaddy(folder, deployment);
  const [program = '', ...args] = command;
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const { code, output } = await run(program, CHECKS[server](command), { env });
  if (code !== 0 || /\[(warn|emerg)\]/.test(output))
    throw new PlainFailure(`${server} refuses the generated configuration:\n${output.trim()}`);
  const running = start(program, args, { env });
  for (const stream of [running.child.stdout, running.child.stderr]) stream?.resume();
  return running;
}
