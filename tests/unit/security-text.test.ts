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
