import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { securityText } from '../../src/pages/.well-known/security.txt.ts';

const BUILT = Date.parse('2026-05-04T12:00:00.000Z');

it('names the contact, the date it expires within a year, and its addresses (Rule 17.19)', () => {
  const config = loadConfig({ REGION: 'na', SITE_DOMAIN: 'fleet.example', API_DOMAIN: 'api.fleet.example' });
  expect(securityText(config, BUILT).split('\n')).toEqual([
    'Contact: mailto:security@fleet.example',
    'Expires: 2027-04-29T12:00:00Z',
    'Preferred-Languages: en',
    'Canonical: https://na.fleet.example/.well-known/security.txt',
    'Canonical: https://na.api.fleet.example/.well-known/security.txt',
    '',
  ]);
});

it('takes the privacy contact from configuration, else from the security contact or the domain', () => {
  const contact = (env: Record<string, string>) =>
    loadConfig({ SITE_DOMAIN: 'fleet.example', ...env }).privacyContact;
  expect(contact({})).toBe('mailto:privacy@fleet.example');
  expect(contact({ SECURITY_CONTACT: 'mailto:a@fleet.example' })).toBe('mailto:a@fleet.example');
  expect(contact({ PRIVACY_CONTACT: 'https://fleet.example/privacy-request' })).toBe(
    'https://fleet.example/privacy-request',
  );
  expect(() => contact({ PRIVACY_CONTACT: 'write to us' })).toThrow(/PRIVACY_CONTACT must be mailto:/);
});

it('takes its contact from configuration, an address or a page, and refuses anything else', () => {
  const contact = (value: string) => loadConfig({ SECURITY_CONTACT: value }).securityContact;
  expect(contact('https://fleet.example/report')).toBe('https://fleet.example/report');
  expect(contact('mailto:report@fleet.example')).toBe('mailto:report@fleet.example');
  expect(() => contact('report@fleet.example')).toThrow(/SECURITY_CONTACT must be mailto:/);
});
