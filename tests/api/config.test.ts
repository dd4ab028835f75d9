import { describe, expect, test } from 'vitest';
import { loadConfig } from '#api/config.ts';

const SECRET = 'x'.repeat(32);
const PUBLIC = {
  HOST: '0.0.0.0',
  PUBLISHER: 'https://{host}',
  JWT_SECRET: SECRET,
  SITE_DOMAIN: 'fleet.example',
};

describe('configuration of the API', () => {
  test('works on one machine without any variable, for itself alone', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 5010,
      loopback: true,
      dataDir: '.data',
      databaseUrl: null,
      jwtSecret: null,
      publisherEndpoints: null,
    });
    expect(config.siteOrigins.eu[0]).toBe('http://localhost:4321');
    expect(config.siteOrigins.na).toEqual(['http://na.localhost:4321']);
  });

  test.each(['PUBLISHER', 'JWT_SECRET'])('refuses an address that others can reach without %s', (name) => {
    expect(() => loadConfig({ ...PUBLIC, [name]: undefined })).toThrow(name);
  });

  test('refuses an address that others can reach without the origins of the site', () => {
    expect(() => loadConfig({ ...PUBLIC, SITE_DOMAIN: undefined })).toThrow('SITE_DOMAIN');
  });

  test('takes an origin for each region instead of one domain', () => {
    const origins = {
      SITE_ORIGIN_EU: 'https://eu.example',
      SITE_ORIGIN_NA: 'https://na.example',
      SITE_ORIGIN_CIS: 'https://ru.example',
      SITE_ORIGIN_SEA: 'https://asia.example',
    };
    const { siteOrigins } = loadConfig({ ...PUBLIC, SITE_DOMAIN: undefined, ...origins });
    expect(siteOrigins.sea).toEqual(['https://asia.example']);
  });

  test('takes the classes that replays may hold besides those of the game', () => {
    const { replayExtraClasses } = loadConfig({ REPLAY_EXTRA_CLASSES: 'NewModule.NewClass, a.b.C,' });
    expect(replayExtraClasses).toEqual(['NewModule.NewClass', 'a.b.C']);
    expect(loadConfig({}).replayExtraClasses).toEqual([]);
  });

  test('sends players to the publisher of their region', () => {
    const { publisherEndpoints } = loadConfig(PUBLIC);
    expect(publisherEndpoints?.cis).toBe('https://ru.wargaming.net/id/openid');
  });

  test.each([
    ['API_PORT', 'eighty'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['JWT_SECRET', 'short'],
    ['SITE_ORIGIN_NA', 'na.example/path'],
    ['ALLOWED_ORIGINS', 'not an origin'],
    ['TRUST_PROXY', 'perhaps'],
    ['REPLAY_EXTRA_CLASSES', 'NoModule'],
    ['REPLAY_EXTRA_CLASSES', 'Module.Class;Other.Class'],
    ['REPLAY_EXTRA_CLASSES', 'os.system'],
    ['TRUST_PROXY', '1, 10.0.0.0/8'],
    ['TRUST_PROXY', '10/8'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '100'],
    ['TRUST_PROXY', '-1'],
  ])('names the variable %s when it cannot be used', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(name);
  });
  test('refuses TRUST_PROXY=true and shows the forms that it takes', () => {
    expect(() => loadConfig({ TRUST_PROXY: 'true' })).toThrow(
      /^Environment variable TRUST_PROXY must be the number of proxies .*such as 1\), or .*such as 10\.0\.0\.0\/8/,
    );
  });
});
