import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '#api/config/load-config.ts';
import { REGION_IDS, regions } from '#lib/regions.ts';
import { deploymentOf, PLACEHOLDER_DOMAIN } from '#scripts/deploy/deployment.ts';
import { deployFiles } from '#scripts/deploy/files.ts';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';

const files = deployFiles(deploymentOf(PLACEHOLDER_DOMAIN));

it.each(Object.keys(files))('deploy/%s is up to date: run `npm run deploy:files` (Rule 21.3)', (name) => {
  expect(readFileSync(path.join(ROOT, 'deploy', name), 'utf8')).toBe(files[name]);
});

it('writes the files for another domain without a trace of the placeholder', () => {
  const others = Object.values(deployFiles(deploymentOf('karma.test'))).join('\n');
  expect(others).not.toContain(PLACEHOLDER_DOMAIN);
  for (const id of REGION_IDS) {
    const label = id === 'eu' ? '' : `${regions[id].hostLabel}.`;
    expect(others).toContain(` ${label}karma.test`);
    expect(others).toContain(`wss://${label}api.karma.test`);
  }
});

it('writes the addresses and media origins that the build reads from the environment', () => {
  const env = {
    API_DOMAIN: 'api.elsewhere.test',
    SITE_ORIGIN_NA: 'https://karma-na.test',
    MEDIA_ORIGINS: 'https://media.test',
  };
  const { 'nginx/fleet-karma.conf': nginx = '', 'site.env.example': settings } = deployFiles(
    deploymentOf('karma.test', env),
  );
  expect(nginx).toContain("connect-src 'self' https://na.api.elsewhere.test");
  expect(nginx).toContain("img-src 'self' https://na.api.elsewhere.test https://media.test");
  expect(nginx).toContain('server_name karma-na.test;');
  expect(nginx).not.toContain('na.karma.test');
  expect(settings).toContain("API_DOMAIN='api.elsewhere.test'");
});

it('writes the chosen regions alone, the first with the bare domain (Rule 21.3)', () => {
  const { 'edge/deployment.ts': edge, ...chosen } = deployFiles(
    deploymentOf('karma.test', { REGIONS: 'na,eu' }),
  );
  const all = Object.entries(chosen).flat().join('\n');
  for (const gone of ['ru.karma.test', 'asia.karma.test', 'site/cis', 'site/sea', 'netlify/cis', 'pages/sea'])
    expect(all).not.toContain(gone);
  expect(edge).toMatch(/"regions": \[\s*"na",\s*"eu"\s*\]/);
  const { 'nginx/fleet-karma.conf': nginx = '', Caddyfile = '' } = chosen;
  expect(nginx).toContain(
    'server_name na.karma.test karma.test eu.karma.test api.karma.test eu.api.karma.test;',
  );
  // The first server of a port has its unknown hosts, too.
  const [, firstWithTls = ''] = nginx.split(/^ *listen 443 /m);
  expect(firstWithTls).toMatch(
    /server_name na\.karma\.test;\n[^}]*return 308 https:\/\/karma\.test\$request_uri/,
  );
  expect(nginx).toContain('server_name karma.test;\n    root /srv/fleet-karma/site/na;');
  expect(nginx).toContain('server_name eu.karma.test;\n    root /srv/fleet-karma/site/eu;');
  expect(nginx).toContain('live/karma.test/fullchain.pem');
  expect(Caddyfile).toContain('\nna.karma.test {\n\tredir https://karma.test{uri} 308\n');
  expect(Caddyfile).toContain('\nkarma.test {\n\troot * {$SITE_FOLDER:/srv/fleet-karma/site}/na\n');
  expect(Caddyfile).toContain('\napi.karma.test, eu.api.karma.test {\n');
  expect(chosen['site.env.example']).toContain("REGIONS='na,eu'\nSITE_DOMAIN='karma.test'\n");
  expect(chosen['api.env.example']).toContain("COOKIE_DOMAIN='karma.test'");
});

it('sends requests to every process of the API that is given', () => {
  const { 'nginx/fleet-karma.conf': nginx, Caddyfile } = deployFiles(
    deploymentOf('karma.test', {}, { api: ['127.0.0.1:5010', '127.0.0.1:5011'] }),
  );
  expect(nginx).toContain('server 127.0.0.1:5010 max_fails=0;\n    server 127.0.0.1:5011 max_fails=0;\n');
  expect(Caddyfile).toContain('reverse_proxy {$API_ADDRESS:127.0.0.1:5010 127.0.0.1:5011} {');
  expect(Caddyfile).toContain('health_uri /ready');
  expect(files.Caddyfile).not.toContain('health_uri');
});

const writeFor = (out: string, operators: string) => {
  const args = ['--domain', 'karma.test', '--operators', operators, '--out', out];
  return run(process.execPath, ['scripts/deploy-files.ts', ...args]);
};

it('names the addresses of --operators to both web servers', async () => {
  const out = await mkdtemp(path.join(os.tmpdir(), 'deploy-files-'));
  onTestFinished(() => rm(out, { recursive: true }));
  expect((await writeFor(out, '203.0.113.7, 2001:db8::/32')).code).toBe(0);
  const [nginx, caddy] = ['nginx/fleet-karma.conf', 'Caddyfile'].map((name) =>
    readFileSync(path.join(out, name), 'utf8'),
  );
  for (const address of ['127.0.0.1', '::1', '203.0.113.7', '2001:db8::/32'])
    expect(nginx).toContain(`    ${address} operator;\n`);
  expect(caddy).toContain('not remote_ip 127.0.0.1 ::1 203.0.113.7 2001:db8::/32\n');
});

it.each(['10.0.0.0/33', '10.0.0', 'example.org', '10.0.0.1; allow all', ''])(
  'refuses %j as an address of an operator',
  async (operators) => {
    const { code, output } = await writeFor(path.join(os.tmpdir(), 'never-written'), operators);
    expect(output).toContain('--operators must be addresses or networks');
    expect(code).toBe(1);
  },
);

it('has an example of the settings that the API accepts once the secrets are filled in', () => {
  const lines = `${files['site.env.example']}${files['api.env.example']}`.split('\n');
  const given = lines.flatMap((line) => {
    const [, name = '', value = ''] = /^(\w+)='(.*)'$/.exec(line) ?? [];
    return name === '' ? [] : [[name, value.replace('example.org', 'fleet.example')] as const];
  });
  const env = Object.fromEntries(given);
  expect(() => loadConfig(env, 'production')).toThrow('DATABASE_URL');
  const secrets = { JWT_SECRET: 'x'.repeat(48), DATABASE_URL: 'postgres://karma:secret@127.0.0.1/karma' };
  const config = loadConfig({ ...env, ...secrets }, 'production');
  expect(config.siteOrigins.na).toEqual(['https://na.fleet.example']);
  expect(config.cookieDomain).toBe('fleet.example');
});

it('removes access logs after 14 days (Rule 21.8)', () => {
  // The newest one and thirteen older ones, one for each day.
  expect(files['logrotate/fleet-karma']).toMatch(/daily\n\s+rotate 13\n/);
  expect(files.Caddyfile).toContain(`roll_keep_for ${14 * 24}h`);
});
