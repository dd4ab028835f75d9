import { describe, expect, test } from 'vitest';
import { loadConfig } from '#api/config/load-config.ts';
import { loadStorage } from '#api/config/storage.ts';
import { API_VARIABLES } from '#api/config/variables.ts';
import { ConfigError, type Environment } from '#lib/settings/deployment.ts';
import type { Mode, Variables } from '#lib/settings/variables.ts';
import { PRODUCTION } from '#tests/support/production.ts';

const load = (env: Environment, mode: Mode = 'production') => loadConfig({ ...PRODUCTION, ...env }, mode);

/** The message of the refusal. */
function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('was not refused');
}

describe('the demo (rule 18.1)', () => {
  test('works on one machine without any variable, for itself alone', () => {
    const config = loadConfig({}, 'demo');
    expect(config).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 5010,
      loopback: true,
      dataDir: '.data',
      databaseUrl: null,
      jwtSecret: null,
      publisherEndpoints: null,
      migrateAtStart: true,
      warnings: [],
    });
    expect(config.siteOrigins.eu[0]).toBe('http://localhost:4321');
    expect(config.siteOrigins.na).toEqual(['http://na.localhost:4321']);
  });

  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '192.0.2.1'],
    ['HOST', '::'],
    ['SITE_DOMAIN', 'fleet.example'],
    ['SITE_DOMAIN', 'localhost.fleet.example'],
    ['API_DOMAIN', 'api.fleet.example:443'],
    ['SITE_ORIGIN_SEA', 'https://asia.fleet.example'],
    ['API_ORIGIN_EU', 'http://192.0.2.1:5010'],
    ['COOKIE_DOMAIN', 'fleet.example'],
    ['PUBLISHER', 'https://{host}'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'loopback'],
  ])('refuses %s=%s (rule 18.2)', (name, value) => {
    expect(refusal(() => loadConfig({ [name]: value }, 'demo'))).toMatch(
      new RegExp(`^The demo .* serves this machine alone: unset ${name} \\(.*npm run production`),
    );
  });

  test('names every setting that others could use to reach it, in one sentence', () => {
    const env = { HOST: '0.0.0.0', SITE_DOMAIN: 'fleet.example', TRUST_PROXY: '1' };
    expect(refusal(() => loadConfig(env, 'demo'))).toContain(
      'unset HOST (0.0.0.0), SITE_DOMAIN (fleet.example), and TRUST_PROXY (1), or',
    );
  });

  test.each([
    ['HOST', 'localhost'],
    ['HOST', '127.0.0.2'],
    ['HOST', '::1'],
    ['SITE_DOMAIN', 'localhost:8080'],
    ['SITE_DOMAIN', 'karma.localhost'],
    ['API_ORIGIN_EU', 'http://127.0.0.1:5010'],
    ['API_ORIGIN_EU', 'http://[::1]:5010'],
    ['PUBLISHER', 'http://127.0.0.1:9000/id/openid'],
    ['TRUST_PROXY', 'false'],
  ])('accepts %s=%s', (name, value) => {
    expect(loadConfig({ [name]: value }, 'demo').mode).toBe('demo');
  });
});

test.each([
  ['', 'contradicted'],
  ['contradicted', 'contradicted'],
  ['unproven', 'unproven'],
  ['true', 'unproven'],
  ['off', 'off'],
  ['false', 'off'],
])('reads HOLD_UNPROVEN=%s as %s', (HOLD_UNPROVEN, holds) => {
  expect(loadConfig({ HOLD_UNPROVEN }, 'demo').holds).toBe(holds);
  expect(refusal(() => loadConfig({ HOLD_UNPROVEN: 'some' }, 'production'))).toContain(
    'HOLD_UNPROVEN must be off, contradicted or unproven.',
  );
});

describe('production', () => {
  test('needs nothing else than addresses, a database and a secret', () => {
    expect(load({})).toMatchObject({ mode: 'production', loopback: true, migrateAtStart: false });
  });

  test.each([
    ['SITE_DOMAIN', 'example.org'],
    ['SITE_ORIGIN_NA', 'https://na.example.org'],
    ['CONTACT_EMAIL', 'admin@example.org'],
    ['PUBLISHER_APPLICATION_ID', '0123456789abcdef0123456789abcdef'],
    ['DISCORD_WEBHOOK_EU', 'https://discord.com/api/webhooks/123/abc'],
  ])('refuses %s with the value of an example (rule 18.3)', (name, value) => {
    expect(refusal(() => load({ [name]: value }))).toContain(
      `${name} is ${value}, as in the example: set your own.`,
    );
  });

  test.each([
    [{ SITE_DOMAIN: '' }, /^SITE_DOMAIN is not set\. .*SITE_ORIGIN_EU/],
    [{ SITE_DOMAIN: 'example.org' }, /^SITE_DOMAIN is example\.org, as in the example: set your own\.$/],
    [{ SITE_DOMAIN: '192.0.2.1' }, /^Environment variable SITE_DOMAIN must be a domain .*\.$/],
    [{ SITE_DOMAIN: '', SITE_ORIGIN_EU: 'https://a.test' }, /^- SITE_ORIGIN_NA is not set\./m],
    [{ API_DOMAIN: 'api.fleet.example' }, /^Here the API has the address of the site: unset API_DOMAIN\.$/],
  ])('at one address refuses %o once, without a word about the API (Rule 18.3)', (env, sentence) => {
    const given = { ...PRODUCTION, API_DOMAIN: '', COOKIE_DOMAIN: '', ...env };
    const message = refusal(() => loadConfig(given, 'production', { isOnePort: true }));
    expect(message).toMatch(sentence);
    if (given.API_DOMAIN === '') expect(message).not.toContain('API_');
  });

  test('lists everything that it needs, each with an example (rule 18.3)', () => {
    const lines = refusal(() => loadConfig({}, 'production')).split('\n');
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(
        /^- SITE_DOMAIN is not set\. .* For example: SITE_DOMAIN=\S+ \(or SITE_ORIGIN_EU/,
      ),
      expect.stringMatching(/^- API_DOMAIN is not set\. .* For example: API_DOMAIN=\S+ \(or API_ORIGIN_EU/),
      expect.stringMatching(/^- DATABASE_URL is not set\. .*=postgres:\/\/\S+ .* set DATABASE=embedded\.$/),
    ]);
  });

  test('takes an origin for each region in place of a domain, and names the missing one', () => {
    const origins = {
      SITE_ORIGIN_EU: 'https://eu.example',
      SITE_ORIGIN_NA: 'https://na.example',
      SITE_ORIGIN_CIS: 'https://ru.example',
      SITE_ORIGIN_SEA: 'https://asia.example',
      API_ORIGIN_EU: 'https://eu.example',
      API_ORIGIN_NA: 'https://na.example',
      API_ORIGIN_CIS: 'https://ru.example',
      API_ORIGIN_SEA: 'https://asia.example',
      SITE_DOMAIN: '',
      API_DOMAIN: '',
      COOKIE_DOMAIN: '',
    };
    expect(load(origins).siteOrigins.sea).toEqual(['https://asia.example']);
    expect(refusal(() => load({ ...origins, SITE_ORIGIN_NA: '' }))).toMatch(
      /^SITE_ORIGIN_NA is not set\. .* For example: SITE_ORIGIN_NA=https:\/\/na\.example\.org$/,
    );
  });

  test('refuses to choose between two databases', () => {
    expect(refusal(() => load({ DATABASE: 'embedded' }))).toContain('unset one of them');
  });

  test('needs a secret only for several processes: one makes its own', () => {
    expect(load({ JWT_SECRET: '' }).jwtSecret).toBeNull();
    expect(refusal(() => load({ JWT_SECRET: '', REDIS_URL: 'redis://127.0.0.1' }))).toMatch(
      /^JWT_SECRET is not set\. .* For example: JWT_SECRET="\$\(openssl/,
    );
  });

  test('uses no webhook of a region that is not served', () => {
    const webhook = 'https://discord.com/api/webhooks/789/abc';
    const { posts } = load({
      REGIONS: 'na',
      DISCORD_WEBHOOK_EU: webhook,
      DISCORD_WEBHOOK_NA: webhook,
    }).discordWebhooks;
    expect(posts).toMatchObject({ eu: null, na: webhook });
  });

  test.each([
    ['BACKUP_DIR', '/srv/data/', 'BACKUP_DIR and DATA_DIR are both /srv/data/: set BACKUP_DIR to a separate'],
    [
      'BACKUP_DIR',
      '/srv/files',
      'BACKUP_DIR and FILES_DIR are both /srv/files: set BACKUP_DIR to a separate',
    ],
    [
      'MINIMAPS_FOLDER',
      '/nowhere',
      'MINIMAPS_FOLDER is /nowhere, which is no folder: create it, or unset it.',
    ],
    ['MINIMAP_RENDERER', '/nowhere/a.sh', 'MINIMAP_RENDERER names /nowhere/a.sh, which does not exist'],
    ['MINIMAP_RENDERER', 'sh /nowhere/a.py', 'MINIMAP_RENDERER names /nowhere/a.py, which does not exist'],
  ])('refuses %s=%s, which cannot be used (Rule 18.16)', (name, value, sentence) => {
    const own = { DATA_DIR: '/srv/data', FILES_DIR: '/srv/files', PATH: '/usr/bin:/bin' };
    expect(refusal(() => load({ ...own, [name]: value }))).toContain(sentence);
    expect(() => load({ ...own, MINIMAP_RENDERER: 'sh -c true', MINIMAPS_FOLDER: '/usr' })).not.toThrow();
  });

  test('warns that the embedded database may lose data', () => {
    const { warnings } = load({ DATABASE_URL: '', DATABASE: 'embedded', DATA_DIR: '/srv/data' });
    expect(warnings).toContainEqual(expect.stringMatching(/^The embedded database in \/srv\/data may lose/));
  });

  test('ignores a setting of an earlier version, and says what applies instead', () => {
    const env = { STOP_DELAY: '5', PUBLISHER_APPLICATION_ID: '0123456789abcdef' };
    const warning = expect.stringMatching(
      /^STOP_DELAY is no longer a setting and is ignored: a stopping API/,
    );
    expect(load(env).warnings).toEqual([warning]);
    expect(loadConfig(env, 'demo').warnings).toEqual([warning]);
  });

  test.each(['DATABASE_POOLER', 'DATABASE_DIRECT_URL'])('refuses %s, which had a pooler', (name) => {
    expect(() => load({ [name]: 'postgres://pooler/karma' })).toThrow(`${name} is no longer a setting`);
    expect(() => loadStorage({ [name]: 'postgres://pooler/karma' })).toThrow(
      `${name} is no longer a setting`,
    );
  });

  test('warns without an application id of the publisher, and of PORT, which only the demo reads', () => {
    expect(load({}).warnings).toEqual([expect.stringMatching(/^PUBLISHER_APPLICATION_ID is not set/)]);
    expect(load({ PUBLISHER_APPLICATION_ID: '0123456789abcdef' }).warnings).toEqual([]);
    expect(load({ PORT: '8080' }).warnings[0]).toContain('API_PORT is the port to listen on (5010).');
  });

  test.each([
    ['the publisher of their region', {}, 'https://ru.wargaming.net/id/openid'],
    ['a configured one', { PUBLISHER: 'https://id.example' }, 'https://id.example/id/openid'],
  ])('sends players to %s', (_what, env, endpoint) => {
    expect(load(env).publisherEndpoints?.cis).toBe(endpoint);
  });

  test.each([
    ['SITE_ORIGIN_NA', 'http://na.fleet.example'],
    ['API_ORIGIN_EU', 'http://api.fleet.example'],
    ['PUBLISHER', 'http://{host}'],
  ])('refuses plain HTTP in %s (rule 18.4)', (name, value) => {
    expect(refusal(() => load({ [name]: value }))).toMatch(
      /^http:\S+ must use https, because it carries sign-ins/,
    );
  });

  test.each([
    'http://proxy.fleet.example/{service}/{tld}',
    'http://{service}.worldofwarships.{tld}',
    'http://127.0.0.1.fleet.example',
    'http://[/{service}',
  ])('refuses %s for the publisher’s data, which gets the application id', (address) => {
    for (const HOST of ['127.0.0.1', '0.0.0.0'])
      expect(refusal(() => load({ HOST, PUBLISHER_DATA: address }))).toBe(
        `PUBLISHER_DATA (${address}) must use https, because its requests carry the application id: set an https address, or a server on this machine such as http://127.0.0.1:9000.`,
      );
  });

  test.each(['https://proxy.fleet.example/{service}/{tld}', 'http://localhost:9000/{service}/{tld}'])(
    'accepts %s for the publisher’s data',
    (address) => {
      expect(load({ PUBLISHER_DATA: address, HOST: '0.0.0.0' }).publisherData).not.toBeNull();
    },
  );

  test('accepts plain HTTP for this machine, unless it listens for others', () => {
    const local = { SITE_DOMAIN: 'localhost:4321', API_DOMAIN: 'localhost:5010', COOKIE_DOMAIN: '' };
    expect(load(local).siteOrigins.na).toEqual(['http://na.localhost:4321']);
    expect(refusal(() => load({ ...local, HOST: '0.0.0.0' }))).toContain(
      'http://na.localhost:4321 must use https',
    );
  });

  test('requires the domain that site and API share, for the cookie (rule 18.5)', () => {
    expect(refusal(() => load({ COOKIE_DOMAIN: '' }))).toMatch(
      /^COOKIE_DOMAIN is not set\. .*COOKIE_DOMAIN=fleet\.example$/,
    );
    expect(refusal(() => load({ COOKIE_DOMAIN: 'api.fleet.example' }))).toContain(
      'fleet.example (eu) is not part of',
    );
    expect(
      refusal(() => load({ COOKIE_DOMAIN: '', SITE_DOMAIN: 'a.invalid', API_DOMAIN: 'b.test' })),
    ).toContain('a.invalid and the API b.test (eu) have no domain in common');
  });
});

test('the demo writes no backups to a folder that is meant for production', () => {
  const env = { BACKUP_DIR: '/var/backups/fleet-karma' };
  expect(loadConfig(env, 'demo').backups).toBeNull();
  expect(load(env).backups).toEqual({ dir: '/var/backups/fleet-karma', keepDays: 14 });
});

describe('in both modes', () => {
  test.each([
    ['eu', ['eu']],
    ['na eu', ['na', 'eu']],
    [' cis, sea,', ['cis', 'sea']],
    ['', ['eu', 'na', 'cis', 'sea']],
  ])('REGIONS=%j chooses regions in its order', (REGIONS, chosen) => {
    for (const mode of ['demo', 'production'] as const)
      expect(loadConfig({ ...(mode === 'production' && PRODUCTION), REGIONS }, mode).regions).toEqual(chosen);
  });

  test('takes the classes that replays may hold besides those of the game', () => {
    const { replayExtraClasses } = load({ REPLAY_EXTRA_CLASSES: 'NewModule.NewClass, a.b.C,' });
    expect(replayExtraClasses).toEqual(['NewModule.NewClass', 'a.b.C']);
    expect(load({}).replayExtraClasses).toEqual([]);
  });

  test.each([
    ['REGIONS', 'eu,asia'],
    ['REGIONS', 'eu na eu'],
    ['REGIONS', ','],
    ['REGIONS', 'EU'],
    ['API_PORT', 'eighty'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://karma:hunter2@/karma'],
    ['JWT_SECRET', 'short'],
    ['JWT_SECRET_PREVIOUS', 'short'],
    ['SITE_DOMAIN', 'https://fleet.example'],
    ['SITE_DOMAIN', '192.0.2.1'],
    ['SITE_ORIGIN_NA', 'na.example/path'],
    ['COOKIE_DOMAIN', 'localhost:5010'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'http://localhost:6379'],
    ['REDIS_URL', 'redis://localhost/first'],
    ['REPLAY_EXTRA_CLASSES', 'NoModule'],
    ['REPLAY_EXTRA_CLASSES', 'Module.Class;Other.Class'],
    ['REPLAY_EXTRA_CLASSES', 'os.system'],
    ['REPLAY_EXTRA_CLASSES', '_codecs.encode'],
    ['REPLAY_EXTRA_CLASSES', 'urllib2.urlopen'],
    ['BACKUP_KEEP_DAYS', '0'],
    ['TRUST_PROXY', 'perhaps'],
    ['TRUST_PROXY', '1, 10.0.0.0/8'],
    ['TRUST_PROXY', '10/8'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '100'],
    ['TRUST_PROXY', '-1'],
  ])('refuses %s=%s in one sentence', (name, value) => {
    const sentence = new RegExp(`^Environment variable ${name} must [^\\n]+\\.$`);
    for (const mode of ['demo', 'production'] as const)
      expect(
        refusal(() => loadConfig({ ...(mode === 'production' && PRODUCTION), [name]: value }, mode)),
      ).toMatch(sentence);
  });

  test.each([
    ['DATABASE_URL', 'postgres://karma:', '@127.0.0.1/karma'],
    ['REDIS_URL', 'redis://:', '@127.0.0.1:6379/0'],
  ])(
    'requires the password of %s percent-encoded, and repeats nothing of it (Rule 18.17)',
    (name, start, end) => {
      for (const password of ['a@ter2', 'a/ter2', 'a#ter2', 'a?ter2', 'a%ter2', '1/ter2', 'ter2%', '%ffter2'])
        expect(refusal(() => load({ [name]: start + password + end }))).toBe(
          `Environment variable ${name} cannot be read. Percent-encode the password: @ as %40, / as %2F, # as %23, ? as %3F, % as %25.`,
        );
      expect(refusal(() => load({ [name]: `${start}ter2@example.org/0` }))).not.toContain('ter2');
      expect(() => load({ [name]: `${start}hun%40%2F%23%3F%25:ter2${end}` })).not.toThrow();
    },
  );

  test('lists every variable that cannot be used', () => {
    const message = refusal(() => load({ API_PORT: 'eighty', READ_ONLY: 'perhaps', DATABASE_URL: '' }));
    expect(message.split('\n').slice(1)).toEqual([
      expect.stringContaining('API_PORT must be a port'),
      expect.stringContaining('READ_ONLY must be'),
      expect.stringContaining('DATABASE_URL is not set'),
    ]);
  });

  test('refuses TRUST_PROXY=true and shows the forms that it takes', () => {
    expect(() => load({ TRUST_PROXY: 'true' })).toThrow(
      /^Environment variable TRUST_PROXY must be the number of proxies .*such as 1\), or .*such as 10\.0\.0\.0\/8/,
    );
  });

  test('refuses one port for the API and its metrics', () => {
    expect(refusal(() => load({ METRICS_PORT: '5010' }))).toBe(
      'METRICS_PORT and API_PORT are both 5010: set METRICS_PORT to another port.',
    );
  });

  test('refuses Redis, which several processes share, for the embedded database', () => {
    const settings = { REDIS_URL: 'rediss://:secret@redis.fleet.example' };
    expect(refusal(() => load({ ...settings, DATABASE: 'embedded', DATABASE_URL: '' }))).toContain(
      'the embedded database allows one: set DATABASE_URL',
    );
    expect(load(settings).redisUrl).toBe(settings.REDIS_URL);
  });

  test('has an example for every variable that can be used, except for secrets', () => {
    const table: Variables = API_VARIABLES;
    for (const [name, { schema, example }] of Object.entries(table)) {
      const isSecret = name.startsWith('JWT_SECRET');
      expect([name, schema.safeParse(example).success]).toEqual([name, !isSecret]);
    }
  });
});
