import { describe, expect, test } from 'vitest';
import type { Runtime } from '#lib/runtime.ts';
import { loginPath, loginUrl, safeReturnUrl, startLogin } from '#lib/stores/session/login.ts';
import { API_ORIGIN, fakePlatform, SITE_ORIGIN } from '#tests/support/fake-platform.ts';

/** A browser's cookies, with one of another region. */
function cookieJar(): Pick<Runtime, 'readCookies' | 'writeCookie'> {
  const kept = new Map([['Auth_NA', 'x']]);
  return {
    readCookies: () => [...kept].map((pair) => pair.join('=')).join('; '),
    writeCookie: (cookie) => {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      if (cookie.includes('Max-Age=0')) kept.delete(name);
      else kept.set(name, value);
    },
  };
}

test('the login link returns to the current page', () => {
  fakePlatform('/player/1,A?tab=sent&page=2');
  expect(loginPath()).toBe('/login?redirectUri=%2Fplayer%2F1%2CA%3Ftab%3Dsent%26page%3D2');
});

describe('the page to return to after signing in', () => {
  test.each<[wanted: string | null, path: string]>([
    ['/posts?page=2#a', '/posts?page=2#a'],
    ['posts', '/posts'],
    [`${SITE_ORIGIN}/clan/1`, '/clan/1'],
    [null, '/'],
    ['', '/'],
    ['https://evil.example.test/', '/'],
    ['//evil.example.test/posts', '/'],
    ['\\\\evil.example.test', '/'],
    ['/\\evil.example.test', '/'],
    ['http://localhost:1/', '/'],
    [`${SITE_ORIGIN}.evil.example.test/`, '/'],
    ['javascript:alert(1)', '/'],
    ['data:text/html,x', '/'],
    ['http://[', '/'],
    ['/login', '/'],
    ['/login?redirectUri=/login', '/'],
    ['/logout', '/'],
    ['/unauthorized', '/'],
    ['/forbidden', '/'],
  ])('%s → %s', (wanted, path) => {
    fakePlatform('/login');
    expect(safeReturnUrl(wanted)).toBe(SITE_ORIGIN + path);
  });
});

describe('redirecting to the publisher (Rule 3.6)', () => {
  const target = (path: string) =>
    `${API_ORIGIN}/api/Auth/login?redirectUri=${encodeURIComponent(SITE_ORIGIN + path)}`;

  test.each<[address: string, url: string]>([
    ['/login?redirectUri=%2Fposts%3Fpage%3D2', target('/posts?page=2')],
    ['/login?returnUrl=/settings', target('/settings')],
    ['/login?redirectUri=/posts&returnUrl=/settings', target('/posts')],
    ['/login', target('/')],
    ['/login?redirectUri=https%3A%2F%2Fevil.example.test', target('/')],
  ])('%s', (address, url) => {
    const went: string[] = [];
    fakePlatform(address, { replace: (to) => went.push(to), ...cookieJar() });
    expect(startLogin()).toBe(true);
    expect(went).toEqual([url]);
    expect(loginUrl('/x')).toBe(target('/x'));
  });

  test.each([
    ['/posts?page=2&count=25'],
    ['/players?search=a%26b'],
    ['/player/1,%D0%9F%D1%91'],
    ['/posts?search=a+b#c'],
  ])('an API that does not encode the address of return keeps %s (Rule 3.14)', (path) => {
    fakePlatform('/login');
    const sent = new URL(loginUrl(path)).searchParams.get('redirectUri');
    const unencoded = `https://publisher.example.test/?openid.return_to=https://api.example.test/cb?redirectUri=${sent}&openid.mode=x`;
    const callback = new URL(unencoded).searchParams.get('openid.return_to') ?? '';
    expect(new URL(callback).searchParams.get('redirectUri')).toBe(SITE_ORIGIN + path);
  });

  test('stays on the page when the browser blocks cookies (Rule 3.12)', () => {
    const went: string[] = [];
    fakePlatform('/login', { replace: (to) => went.push(to), writeCookie: () => {} });
    expect(startLogin()).toBe(false);
    expect(went).toEqual([]);
  });

  test('leaves no cookie after testing whether cookies are blocked', () => {
    const jar = cookieJar();
    fakePlatform('/login', { replace: () => {}, ...jar });
    startLogin();
    expect(jar.readCookies()).toBe('Auth_NA=x');
  });
});
