/** The container, compose and unit files, read by parsers of their formats. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '#scripts/support/settings.ts';

const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');
const { version } = JSON.parse(read('node_modules/node/package.json')) as { version: string };

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** The arguments with which `npm run serve:api` starts the API. */
const SERVE_API = scripts['serve:api']?.split(' ').slice(1) ?? [];

describe('The container file', () => {
  const file = DockerfileParser.parse(read('deploy/Dockerfile'));
  const argumentsOf = (keyword: string): string[] =>
    file
      .getInstructions()
      .filter((instruction) => instruction.getKeyword() === keyword)
      .map((instruction) => instruction.getArgumentsContent() ?? '');

  it('has only known instructions, in one stage on the Node that the project uses', () => {
    const known = ['FROM', 'RUN', 'WORKDIR', 'COPY', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD'];
    for (const instruction of file.getInstructions()) expect(known).toContain(instruction.getKeyword());
    expect(file.getFROMs().map((from) => from.getImage())).toEqual([
      `node:${version.split('.')[0]}-bookworm-slim`,
    ]);
  });

  it('runs the API as its own user, with a health check (Rule 21.10)', () => {
    expect(argumentsOf('USER')).toEqual(['fleet-karma']);
    expect(argumentsOf('HEALTHCHECK')[0]).toContain('http://127.0.0.1:5010/health');
    const [command = ''] = argumentsOf('CMD');
    expect(JSON.parse(command)).toEqual(['/app/node_modules/.bin/node', ...SERVE_API]);
    expect(argumentsOf('RUN').join()).toContain('ffmpeg');
  });
});

describe('The compose file', () => {
  interface Service {
    image?: string;
    build?: { context: string; dockerfile: string };
    command?: string[];
    depends_on?: Record<string, { condition: string }> | string[];
    stop_grace_period?: string;
    ports?: string[];
  }
  const { services } = parse(read('deploy/compose.yaml'), {
    strict: true,
    uniqueKeys: true,
    merge: true,
  }) as {
    services: Record<string, Service>;
  };

  it('has a database, the migration step, the API and a proxy', () => {
    expect(Object.keys(services)).toEqual(['database', 'migrate', 'api', 'proxy']);
    for (const [name, { image, build }] of Object.entries(services))
      expect([image, build].filter(Boolean), name).toHaveLength(1);
    expect(existsSync(path.join(ROOT, services.api?.build?.dockerfile ?? '-'))).toBe(true);
  });

  it('migrates before the API starts', () => {
    expect(services.migrate?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(services.api?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    expect(services.migrate?.command).toEqual(['/app/node_modules/.bin/node', 'api/commands/migrate.ts']);
  });

  it('publishes the ports of the proxy alone, and lets the API drain (Rule 21.10)', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open).toEqual([['proxy', expect.objectContaining({ ports: ['80:80', '443:443'] })]]);
    expect(services.api?.stop_grace_period).toBe('45s');
  });
});

describe('The systemd units', () => {
  it('run the API as its own user, restart it, and let it drain (Rule 21.10)', () => {
    const lines = read('deploy/fleet-karma-api.service').split('\n');
    for (const line of [
      'User=fleet-karma',
      `ExecStart=/opt/fleet-karma/node_modules/.bin/node ${SERVE_API.join(' ')}`,
      'Restart=on-failure',
      'TimeoutStopSec=45',
      'ProtectSystem=strict',
    ])
      expect(lines).toContain(line);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze')).each(['api', 'previews'])(
    'are accepted by systemd-analyze: %s',
    (name) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'unit-'));
      const file = path.join(folder, `fleet-karma-${name}.service`);
      const unit = read(`deploy/fleet-karma-${name}.service`);
      // The program is not installed on this machine.
      writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
      const check = (...args: string[]): string =>
        execFileSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
      expect(check('verify')).toBe('');
      expect(check('security', '--offline=true')).toMatch(/Overall exposure level.*: [01]\.\d OK/);
      rmSync(folder, { recursive: true });
    },
  );

  it('start files that exist, from the folder of the installation', () => {
    for (const name of ['api', 'previews']) {
      const [, file = ''] =
        /^ExecStart=\S+ (?:--\S+ )*(\S+)$/m.exec(read(`deploy/fleet-karma-${name}.service`)) ?? [];
      expect(existsSync(path.join(ROOT, file)), file).toBe(true);
    }
  });
});
