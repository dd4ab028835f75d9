import { describe, expect, it } from 'vitest';
import { loadConfig as loadApiConfig } from '#api/config/load-config.ts';
import { ConfigError } from '#lib/settings/deployment.ts';
import { PRODUCTION } from '#tests/support/production.ts';
import { loadConfig } from '../../src/config.ts';

describe('The build-time configuration', () => {
  it('works on one machine with no environment at all', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({ region: 'eu', badge: '', version: '0.18.0', mediaOrigins: [] });
    expect(config.siteOrigins.na).toBe('http://na.localhost:4321');
    expect(config.apiOrigins.cis).toBe('http://ru.localhost:5010');
  });

  it('uses https everywhere but on the machine itself', () => {
    const config = loadConfig({ SITE_DOMAIN: 'fleet.example.org', API_DOMAIN: 'localhost.example.org' });
    expect(config.siteOrigins.sea).toBe('https://asia.fleet.example.org');
    expect(config.apiOrigins.eu).toBe('https://localhost.example.org');
  });

  it('lets one region have a separate origin', () => {
    const config = loadConfig({
      SITE_DOMAIN: 'fleet.example.org',
      API_ORIGIN_NA: 'https://api.na.example.net',
    });
    expect(config.apiOrigins.na).toBe('https://api.na.example.net');
    expect(config.siteOrigins.na).toBe('https://na.fleet.example.org');
  });

  it('accepts the same origins as the API', () => {
    const env = { SITE_ORIGIN_EU: 'https://Fleet.example:443 https://www.fleet.example' };
    expect(loadConfig(env).siteOrigins.eu).toBe('https://fleet.example');
    const production = { ...PRODUCTION, ...env };
    expect(loadApiConfig(production, 'production').siteOrigins.eu.slice(0, 2)).toEqual([
      'https://fleet.example',
      'https://www.fleet.example',
    ]);
    const invalid = { ...production, SITE_ORIGIN_EU: 'https://user@example.org' };
    expect(() => loadConfig(invalid)).toThrow(ConfigError);
    expect(() => loadApiConfig(invalid, 'production')).toThrow(ConfigError);
  });

  it.each(['Dev', 'Preview'])('accepts the badge %s (Rule 2.4)', (badge) => {
    expect(loadConfig({ ENVIRONMENT_BADGE: badge }).badge).toBe(badge);
  });

  it('has no footer link without an address', () => {
    expect(loadConfig({ CHAT_URL: '' })).toMatchObject({ chatUrl: '', sourceUrl: '' });
  });

  it('takes one e-mail address for all contacts', () => {
    expect(loadConfig({ CONTACT_EMAIL: 'admin@example.org' })).toMatchObject({
      privacyContact: 'mailto:admin@example.org',
      securityContact: 'mailto:admin@example.org',
    });
    expect(loadConfig({ SITE_DOMAIN: 'fleet.example' }).privacyContact).toBe('mailto:privacy@fleet.example');
  });

  it('reads several media origins', () => {
    expect(
      loadConfig({ MEDIA_ORIGINS: 'https://a.example.org, https://b.example.org' }).mediaOrigins,
    ).toEqual(['https://a.example.org', 'https://b.example.org']);
  });

  it.each([
    [{ REGION: 'mars' }, 'Environment variable REGION must be one of eu, na, cis, sea.'],
    [{ ENVIRONMENT_BADGE: 'Prod' }, 'Environment variable ENVIRONMENT_BADGE must be empty, Dev or Preview.'],
    [{ CHAT_URL: 'javascript:alert(1)' }, 'Environment variable CHAT_URL must be an http(s) address.'],
    [
      { API_ORIGIN_EU: 'https://x.example.org/api' },
      'Environment variable API_ORIGIN_EU must hold origins such as https://example.org, without a path.',
    ],
    [
      { SITE_DOMAIN: 'https://example.org' },
      'Environment variable SITE_DOMAIN must be a domain such as example.org or localhost:4321.',
    ],
  ])('refuses %o in one sentence', (env, sentence) => {
    expect(() => loadConfig(env)).toThrow(sentence);
  });
});
