import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REGION_IDS, regionHost, regionOfHost, regions } from '#lib/regions.ts';
import { clanStatisticsUrl, playerStatisticsUrl } from '#lib/statistics-url.ts';

test.each([
  ['localhost', 'eu'],
  ['localhost:4321', 'eu'],
  ['eu.example.org', 'eu'],
  ['na.localhost:4321', 'na'],
  ['NA.example.org', 'na'],
  ['ru.example.org', 'cis'],
  ['asia.example.org', 'sea'],
  ['nano.example.org', 'eu'],
  ['www.na.example.org', 'eu'],
  ['[::1]:4321', 'eu'],
  ['', 'eu'],
  [undefined, 'eu'],
])('The host %s belongs to %s (Rule 1.1)', (host, region) => {
  expect(regionOfHost(host)).toBe(region);
});

test.each([
  ['asia.example.org', 'sea'],
  ['na.example.org', 'sea'],
  ['example.org', 'sea'],
  ['eu.example.org', 'eu'],
])('Where Asia and Europe are served, the host %s belongs to %s (Rule 1.1)', (host, region) => {
  expect(regionOfHost(host, ['sea', 'eu'])).toBe(region);
});

describe.each(REGION_IDS)('The region %s (Rule 1.2)', (id) => {
  test('has its host, label and notice in the guide for editors', () => {
    const { name, label, noticeFile } = regions[id];
    const cells = [name, label, `\`${regionHost(id, 'example.org')}\`.*`, `\`${noticeFile}\``];
    const guide = readFileSync('docs/editing-content.md', 'utf8');
    expect(guide).toMatch(new RegExp(`^\\| ${cells.join(' +\\| ')} +\\|$`, 'm'));
  });

  test('is selected by the host that is built for it', () => {
    expect(regionOfHost(regionHost(id, 'localhost:4321'))).toBe(id);
  });

  test('has its own cookie and notice', () => {
    const others = REGION_IDS.filter((other) => other !== id).map((other) => regions[other]);
    for (const key of ['cookieName', 'noticeFile', 'publisherHost', 'label'] as const)
      expect(others.map((other) => other[key])).not.toContain(regions[id][key]);
    expect(regions[id].cookieName).toBe(`Auth_${regions[id].label}`);
    expect(regions[id].noticeFile).toBe(`psa.${id}.html`);
  });
});

/** Hosts of statistics and publisher, and the last parts of the report forms for gameplay and chat. */
test.each([
  ['eu', 'wows-numbers.com', 'eu.wargaming.net', '29948/29949/29955/29957/', '29948/29949/29951/29952/'],
  ['na', 'na.wows-numbers.com', 'na.wargaming.net', '31336/31337/31338/31339/', '31336/31337/31345/'],
  ['cis', 'ru.wows-numbers.com', 'ru.wargaming.net', null, null],
  ['sea', 'asia.wows-numbers.com', 'asia.wargaming.net', '28687/28688/28689/', '28687/28688/28694/'],
] as const)(
  '%s links to its sites and report forms (Rule 1.2)',
  (id, statistics, publisher, gameplay, chat) => {
    const help = `https://${publisher}/support/en/products/wows/help/`;
    expect(new URL(playerStatisticsUrl(id, { id: 7, username: 'a' })).host).toBe(statistics);
    expect(regions[id]).toMatchObject({
      publisherHost: publisher,
      supportLinks: gameplay === null ? null : { gameplay: help + gameplay, chat: help + chat },
    });
  },
);

test('Statistics addresses carry id and name, encoded', () => {
  expect(playerStatisticsUrl('na', { id: 7, username: 'a b' })).toBe(
    'https://na.wows-numbers.com/player/7,a%20b',
  );
  expect(clanStatisticsUrl('eu', { id: 7, tag: 'A/B', name: 'C & D' })).toBe(
    'https://wows-numbers.com/clan/7,A%2FB-C%20%26%20D',
  );
});
