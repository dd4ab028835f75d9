import { describe, expect, onTestFinished, test } from 'vitest';
import { type RegionId, regions } from '#lib/regions.ts';
import { setRuntime } from '#lib/runtime.ts';
import { clearToken, decodeToken, readToken } from '#lib/stores/session/session-cookie.ts';
import { makeToken } from '#tests/support/token.ts';

function cookies(text: string, region: RegionId = 'eu') {
  onTestFinished(setRuntime({ readCookies: () => text, cookieName: () => regions[region].cookieName }));
}

/** A token with these claims, or with a text instead of claims. */
const tokenOf = (claims: unknown): string => {
  const text = typeof claims === 'string' ? claims : JSON.stringify(claims);
  return `e30.${Buffer.from(text).toString('base64url')}.sig`;
};

describe('reading the region’s cookie', () => {
  test.each<[cookies: string, region: RegionId, token: string | null]>([
    ['', 'eu', null],
    ['Auth_EU=abc', 'eu', 'abc'],
    ['theme=dark; Auth_EU=abc.d-_e.f==; x=1', 'eu', 'abc.d-_e.f=='],
    ['Auth_NA=abc', 'eu', null],
    ['Auth_EU=abc; Auth_NA=def', 'na', 'def'],
    ['Auth_CIS=a', 'cis', 'a'],
    ['Auth_SEA=a', 'sea', 'a'],
    ['Auth_EU=', 'eu', null],
    ['XAuth_EU=abc', 'eu', null],
    ['Auth_EUX=abc', 'eu', null],
  ])('in "%s", the token of %s is %s', (text, region, token) => {
    cookies(text, region);
    expect(readToken()).toBe(token);
  });
});

describe('decoding a token', () => {
  const exp = 1_800_000_000;

  test('as the API signs it', () => {
    expect(decodeToken(makeToken({ id: 5, username: 'Ädmiral', roles: ['admin', 'mod'], exp }))).toEqual({
      id: 5,
      username: 'Ädmiral',
      roles: ['admin', 'mod'],
      expiration: exp * 1000,
    });
  });

  test.each<[what: string, token: string]>([
    ['no parts', 'abc'],
    ['nothing', ''],
    ['dots alone', '..'],
    ['not base64', 'a.%%%.c'],
    ['not UTF-8', `a.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.c`],
    ['not JSON', tokenOf('hello')],
    ['no object', tokenOf('null')],
    ['no name', tokenOf({ sub: 1, exp })],
  ])('refuses %s', (_, token) => {
    expect(decodeToken(token)).toBeNull();
  });
});

test('clears the cookies of the host and of its parent domains', () => {
  const written: string[] = [];
  onTestFinished(
    setRuntime({
      cookieName: () => 'Auth_NA',
      writeCookie: (cookie) => written.push(cookie),
      location: () => new URL('https://na.karma.example.test/posts'),
    }),
  );
  clearToken();
  expect(written).toEqual([
    'Auth_NA=; Path=/; Max-Age=0',
    'Auth_NA=; Path=/; Max-Age=0; Domain=na.karma.example.test',
    'Auth_NA=; Path=/; Max-Age=0; Domain=karma.example.test',
    'Auth_NA=; Path=/; Max-Age=0; Domain=example.test',
    'Auth_NA=; Path=/; Max-Age=0; Domain=test',
  ]);
});
