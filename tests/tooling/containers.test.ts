/** The container, compose and unit files, read by parsers of their formats. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '#api/config/load-config.ts';
import { stopLimits } from '#api/operation/signals.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { PRODUCTION as PRODUCTION_SETTINGS } from '#tests/support/production.ts';

const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');
const { version } = JSON.parse(read('node_modules/node/package.json')) as { version: string };

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** The arguments with which npm starts the product. */
const PRODUCTION = scripts.production?.replace('scripts/run.mjs ', '').split(' ').slice(1) ?? [];
const { delay, exit } = stopLimits({ mode: 'production', redisUrl: 'redis://redis' }, false);
/** Seconds after which a process has ended by itself, and some more. */
const LONGEST_STOP = (delay + exit) / 1000 + 5;
/** The units, by the end of their names. */
const UNITS = ['', '@'];

describe('The container file', () => {
  const file = DockerfileParser.parse(read('deploy/Dockerfile'));
  const argumentsOf = (keyword: string): string[] =>
    file
      .getInstructions()
      .filter((instruction) => instruction.getKeyword() === keyword)
      .map((instruction) => instruction.getArgumentsContent() ?? '');

  it('builds on the Node that the project uses, and runs on the one that it installs', () => {
    expect(file.getFROMs().map((from) => from.getImage())).toEqual([
      `node:${version.split('.')[0]}-bookworm-slim`,
      'debian:bookworm-slim',
    ]);
    expect(argumentsOf('RUN').join()).toContain('npm prune --omit=dev');
  });

  it('runs the product as its own user, with a health check (Rule 21.10)', () => {
    expect(argumentsOf('USER')).toEqual(['fleet-karma']);
    expect(argumentsOf('HEALTHCHECK')[0]).toContain('http://127.0.0.1:5010/ready');
    const [command = ''] = argumentsOf('CMD');
    expect(JSON.parse(command)).toEqual(['/app/node_modules/.bin/node', ...PRODUCTION, '--built']);
  });
});

describe('The compose file', () => {
  interface Service {
    image?: string;
    build?: { context: string; dockerfile: string };
    environment?: Record<string, string>;
    logging?: { options: Record<string, string> };
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

  it('has a database, the site and a proxy', () => {
    expect(Object.keys(services)).toEqual(['database', 'site', 'proxy']);
    expect(existsSync(path.join(ROOT, services.site?.build?.dockerfile ?? '-'))).toBe(true);
    expect(services.site?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  });

  it('publishes the ports of the proxy alone, and lets the site drain (Rule 21.10)', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open).toEqual([['proxy', expect.objectContaining({ ports: ['80:80', '443:443'] })]]);
    expect(services.site).toMatchObject({ read_only: true });
    expect(Number.parseInt(services.site?.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(LONGEST_STOP);
  });

  it('keeps no line of a visitor, and bounded logs', () => {
    for (const { logging } of Object.values(services)) expect(logging?.options).toHaveProperty('max-size');
    expect(services.site?.environment).toMatchObject({ ACCESS_LOG: 'false' });
    expect(read('deploy/Caddyfile').split('\nhttps://')[1]).not.toMatch(/^\s*log\b/m);
  });

  it('needs three settings, which the product accepts', () => {
    const example = read('deploy/env.example');
    const settings = [...example.matchAll(/^(\w+)='([^']*)'$/gm)].map(([, name, value]) => [name, value]);
    expect(settings.map(([name]) => name)).toEqual([
      ...['SITE_DOMAIN', 'PUBLISHER_APPLICATION_ID', 'CONTACT_EMAIL'],
      ...['BACKUP_DIR', 'METRICS_PORT'],
    ]);
    const filled = Object.fromEntries(
      settings.map(([name, value]) => [name, value?.replace('example.org', 'fleet.example')]),
    );
    const env = { ...filled, ...services.site?.environment, API_DOMAIN: filled.SITE_DOMAIN };
    expect(loadConfig(env, 'production').databaseUrl).toBe('postgres://karma@database/karma');
  });
});

describe('The systemd units', () => {
  it.each(UNITS)('run fleet-karma%s as its own user, restart it, and let it drain (Rule 21.10)', (name) => {
    const lines = read(`deploy/fleet-karma${name}.service`).split('\n');
    for (const line of [
      'User=fleet-karma',
      `ExecStart=/opt/fleet-karma/current/node_modules/.bin/node ${[...PRODUCTION, '--built'].join(' ')}`,
      'Restart=on-failure',
      'ProtectSystem=strict',
    ])
      expect(lines).toContain(line);
    const limit = lines.find((line) => line.startsWith('TimeoutStopSec='))?.split('=')[1];
    expect(Number(limit)).toBeGreaterThanOrEqual(LONGEST_STOP);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze')).each(UNITS)(
    'are accepted by systemd-analyze: %s',
    (name) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'unit-'));
      const file = path.join(folder, `fleet-karma${name}.service`);
      const unit = read(`deploy/fleet-karma${name}.service`);
      writeFileSync(path.join(folder, 'fleet-karma.socket'), read('deploy/fleet-karma.socket'));
      // The program is not installed on this machine.
      writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
      const check = (...args: string[]): string =>
        execFileSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
      expect(check('verify')).toBe('');
      expect(check('security', '--offline=true')).toMatch(/Overall exposure level.*: [01]\.\d OK/);
      rmSync(folder, { recursive: true });
    },
  );

  it('become two processes of one machine in the guide, each with its own ports', () => {
    const guide = read('docs/deploying/processes.md');
    const variables = /^Environment=(.*API_PORT=.*)$/m.exec(read('deploy/fleet-karma@.service'))?.[1] ?? '';
    const [, ...instances] = /enable --now fleet-karma@(\d+) fleet-karma@(\d+)$/m.exec(guide) ?? [];
    const ports = instances.flatMap((instance) => {
      const settings = variables.replaceAll('%i', instance).split(' ');
      const env = Object.fromEntries(settings.map((setting) => setting.split('=')));
      const { port, metricsPort } = loadConfig({ ...PRODUCTION_SETTINGS, ...env }, 'production');
      return [port, metricsPort];
    });
    expect(ports).toEqual([5010, 15010, 5011, 15011]);
  });

  it('start files that exist, from the folder of the installation', () => {
    for (const name of UNITS) {
      const [, file = ''] =
        /^ExecStart=\S+ (?:--\S+ )*(\S+)$/m.exec(read(`deploy/fleet-karma${name}.service`)) ?? [];
      expect(existsSync(path.join(ROOT, file)), file).toBe(true);
    }
  });
});
