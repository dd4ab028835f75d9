/** The complete sign-in with the embedded provider, on a listening API. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '#api/operation/listen.ts';
import { CLAIMS } from '#lib/schemas/session.ts';
import { ADMIN_AND_MOD, AURORA, createTestApi, DAY, START, type TestApi } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { callbackOf } from '#tests/support/openid.ts';

const MINUTE = 60_000;
const api = setUpApi();
let port: number;
beforeAll(async () => {
  ({ port } = await listen(api.app, api.config));
});
beforeEach(() => browser.clear());

/** The sign-in cookies of one browser. */
type Browser = Map<string, string>;
const browser: Browser = new Map();

/** Requests a page like a browser that keeps its cookies. */
async function get(url: string, as: Browser = browser): Promise<Response> {
  const cookie = [...as].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^(SignIn_[^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') as.delete(name);
    else as.set(name, value);
  }
  return response;
}
const signInCookieOf = (response: Response): string =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith('Auth_')) ?? '';
const locationOf = (response: Response): string => response.headers.get('location') ?? '';

async function startLogin(host = 'localhost', redirectUri: string | null = '/player'): Promise<string> {
  const query = redirectUri === null ? '' : `?redirectUri=${encodeURIComponent(redirectUri)}`;
  const response = await get(`http://${host}:${port}/api/auth/login${query}`);
  expect(response.status).toBe(302);
  return locationOf(response);
}

/** The address that the provider redirects the browser to. */
async function approve(providerUrl: string, account = AURORA): Promise<URL> {
  return new URL(locationOf(await get(`${providerUrl}&account=${account}`)));
}

async function callbackUrl(host?: string, redirectUri?: string | null): Promise<URL> {
  return approve(await startLogin(host, redirectUri));
}

describe('signing in (Rules 3.8, 17.7)', () => {
  test.each([
    ['localhost', 'Auth_EU', 'http://localhost:4321/player'],
    ['na.localhost', 'Auth_NA', 'http://na.localhost:4321/player'],
    ['ru.localhost', 'Auth_CIS', 'http://ru.localhost:4321/player'],
    ['asia.localhost', 'Auth_SEA', 'http://asia.localhost:4321/player'],
  ])('at %s sets the cookie %s and redirects back', async (host, cookieName, back) => {
    const response = await get((await callbackUrl(host)).href);
    expect([response.status, locationOf(response)]).toEqual([302, back]);
    const cookie = signInCookieOf(response);
    const attributes = cookie.split('; ');
    expect(attributes[0]?.startsWith(`${cookieName}=`)).toBe(true);
    expect(attributes.slice(1)).toEqual([
      'Path=/',
      `Expires=${new Date(START + 7 * DAY).toUTCString()}`,
      'SameSite=Lax',
    ]);
    const check = await fetch(`http://${host}:${port}/api/auth`, {
      method: 'HEAD',
      headers: { cookie: attributes[0] as string },
    });
    expect(check.status).toBe(200);
  });

  test('takes three requests of the limit of its address', async () => {
    const limited = await openTestApi({ database: api.database, env: { RATE_LIMIT_ADDRESS: '3' } });
    const { port: own } = await listen(limited.app, limited.config);
    const { href } = await approve(locationOf(await get(`http://localhost:${own}/api/auth/login`)));
    expect((await get(href)).status).toBe(200);
  });

  test("puts the account's roles into the token", async () => {
    const url = await approve(await startLogin(), ADMIN_AND_MOD);
    const cookie = signInCookieOf(await get(url.href));
    const token = /^Auth_EU=([^;]+)/.exec(cookie)?.[1] ?? '';
    expect(decodeJwt(token)).toMatchObject({
      [CLAIMS.name]: 'Dreadnought_Admin',
      [CLAIMS.role]: ['admin', 'mod'],
    });
  });

  test('without a redirect address answers 200', async () => {
    const response = await get((await callbackUrl('localhost', null)).href);
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('works for names and addresses with every kind of character', async () => {
    const id = await api.addPlayer({ username: "Odd!'()*_Name" });
    const target = "/player/1,a!b'(c)*?tab=sent&x=ä+ü#top";
    const response = await get((await approve(await startLogin('localhost', target), id)).href);
    expect(response.status).toBe(302);
    expect(locationOf(response)).toBe(new URL(target, 'http://localhost:4321').href);
  });

  test.each(['twice', 'three times'])(
    'accepts a redirect address that is encoded %s (Rule 3.14)',
    async (times) => {
      const target = 'http://localhost:4321/players?search=a%26b&x=1';
      const twice = encodeURIComponent(target);
      const sent = times === 'twice' ? twice : encodeURIComponent(twice);
      const response = await get((await callbackUrl('localhost', sent)).href);
      expect(locationOf(response)).toBe(target);
    },
  );

  test('takes the first of two redirect addresses', async () => {
    const login = `http://localhost:${port}/api/auth/login?redirectUri=%2Fplayer&redirectUri=%2Fclan`;
    const callback = await approve(locationOf(await get(login)));
    callback.searchParams.append('redirectUri', 'https://evil.example/');
    expect(locationOf(await get(callback.href))).toBe('http://localhost:4321/player');
  });
});

async function expectFailure(response: Response, reason: RegExp, status = 403): Promise<string> {
  const text = await response.text();
  expect([response.status, signInCookieOf(response)]).toEqual([status, '']);
  expect(text).toMatch(reason);
  expect(text).toContain('Try again');
  expect(text).toContain('Go back');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  return text;
}

describe('a failed sign-in shows the reason, a retry and a way back (Rule 3.10)', () => {
  test('cancelled', async () => {
    const url = locationOf(await get(`${await startLogin()}&cancel=1`));
    const text = await expectFailure(await get(url), /You cancelled the sign-in/);
    expect(text).toContain('href="http://localhost:4321/player"');
    expect(text).toContain('/api/auth/login?redirectUri=http%3A%2F%2Flocalhost%3A4321%2Fplayer');
  });

  test('refused by the publisher', async () => {
    const url = await callbackUrl();
    url.searchParams.set('openid.mode', 'error');
    await expectFailure(await get(url.href), /could not complete/);
  });

  test('used a second time', async () => {
    const { href } = await callbackUrl();
    expect((await get(href)).status).toBe(302);
    await expectFailure(await get(href), /already used/);
  });

  test('used twice at the same time: one succeeds', async () => {
    const { href } = await callbackUrl();
    const statuses = (await Promise.all([get(href), get(href)])).map((response) => response.status);
    expect(statuses.sort()).toEqual([302, 403]);
  });

  test('too old', async () => {
    const { href } = await callbackUrl();
    api.clock.now = START + 5 * MINUTE + 1000;
    await expectFailure(await get(href), /took too long/);
  });

  test.each([
    [
      'another identity',
      {
        'openid.identity': '/id/500000004-Dreadnought_Admin/',
        'openid.claimed_id': '/id/500000004-Dreadnought_Admin/',
      },
    ],
    ['two identities', { 'openid.identity': '/id/500000004-Dreadnought_Admin/' }],
    ['another signature', { 'openid.sig': 'AAAA' }],
    ['fewer signed fields', { 'openid.signed': 'op_endpoint,return_to' }],
    ['another nonce', { 'openid.response_nonce': '2026-05-04T12:00:00Zabc' }],
    ['a nonce from the future', { 'openid.response_nonce': '2026-05-05T12:00:00Zabc' }],
    ['another publisher', { 'openid.op_endpoint': 'https://evil.example/id/openid' }],
    ['another page of the publisher', { 'openid.op_endpoint': '/id/openid/other' }],
    [
      'an identity that cannot be decoded',
      { 'openid.identity': '/id/1-%zz/', 'openid.claimed_id': '/id/1-%zz/' },
    ],
    ['another address to return to', { redirectUri: 'http://localhost:4321/elsewhere' }],
    ['no handle', { 'openid.assoc_handle': null }],
  ] as [string, Record<string, string | null>][])('tampered with: %s', async (_, changes) => {
    const url = await callbackUrl();
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value.startsWith('/id/') ? `http://localhost:${port}${value}` : value);
    }
    await expectFailure(await get(url.href), /could not be trusted/);
  });

  test("another region's response", async () => {
    const url = await callbackUrl('na.localhost');
    url.hostname = 'localhost';
    await expectFailure(await get(url.href), /does not belong to this site|could not be trusted/);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://na.localhost:4321/',
    'http://localhost:4321@evil.example/',
    'https%3A%2F%2Fevil.example%2F',
    'http://[broken',
  ])('a redirect address outside the site: %s', async (redirectUri) => {
    const login = `http://localhost:${port}/api/auth/login?redirectUri=${encodeURIComponent(redirectUri)}`;
    const text = await expectFailure(await get(login), /does not belong to this site/);
    expect(text).not.toContain('evil.example');
    expect(text).toContain('href="http://localhost:4321"');
  });
});

describe('a sign-in is bound to the browser that started it (Rule 3.13)', () => {
  test('by a cookie that is HttpOnly, SameSite=Lax and lasts 15 minutes', async () => {
    const response = await get(`http://localhost:${port}/api/auth/login`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const [cookie = '', ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=900', 'Path=/', 'SameSite=Lax']);
  });

  test('a response is refused in another browser and still works in its own', async () => {
    const { href } = await callbackUrl();
    await expectFailure(await get(href, new Map()), /not started in this browser/);
    const other: Browser = new Map();
    await get(`http://localhost:${port}/api/auth/login`, other);
    await expectFailure(await get(href, other), /not started in this browser/);
    expect((await get(href)).status).toBe(302);
  });

  test('two sign-ins in two tabs both succeed, in any order', async () => {
    const [first, second] = [
      await startLogin('localhost', '/player'),
      await startLogin('localhost', '/clan'),
    ];
    const tabs = [(await approve(second)).href, (await approve(first)).href];
    const back = [];
    for (const href of tabs) back.push(locationOf(await get(href)));
    expect(back).toEqual(['http://localhost:4321/clan', 'http://localhost:4321/player']);
    expect(browser.size).toBe(0);
  });

  test('a response with the state of another attempt is refused', async () => {
    const [url, other] = [await callbackUrl(), await callbackUrl()];
    url.searchParams.set('state', other.searchParams.get('state') ?? '');
    await expectFailure(await get(url.href), /could not be trusted/);
  });

  test('an attempt ends after 15 minutes, even if the browser keeps its cookie', async () => {
    const page = await startLogin();
    api.clock.now += 15 * MINUTE + 1;
    await expectFailure(await get((await approve(page)).href), /took too long/);
  });

  test('a browser keeps eight attempts; a further one ends the oldest', async () => {
    const pages: string[] = [];
    for (let tab = 0; tab < 10; tab += 1) {
      api.clock.now += 1000;
      pages.push(await startLogin());
    }
    expect(browser.size).toBe(8);
    const statuses = [];
    for (const page of pages.slice(1, 4)) statuses.push((await get((await approve(page)).href)).status);
    expect(statuses).toEqual([403, 302, 302]);
  });

  test('over HTTPS the cookie is Secure and has the __Host- prefix', async () => {
    const proxied = await openTestApi({ mode: 'production', database: api.database });
    const { headers } = await proxied.call('GET', '/api/auth/login');
    const [cookie = ''] = [headers['set-cookie']].flat();
    const [value, ...attributes] = String(cookie).split('; ');
    expect(value).toMatch(/^__Host-SignIn_.+/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=900', 'Path=/', 'SameSite=Lax', 'Secure']);
  });
});

describe('the embedded provider', () => {
  test('lists the fixed accounts, finds any other player, and runs no script', async () => {
    await api.addPlayer({ username: 'Quiet_<b>Sailor' });
    const login = await startLogin();
    const response = await get(`${login}&search=quiet_`);
    const text = await response.text();
    expect(text).toContain('Aurora_Captain');
    expect(text).toContain('Quiet_&lt;b&gt;Sailor');
    expect(text).not.toContain('<script');
    expect(await (await get(`${login}&search=unknown_name`)).text()).toContain('No results found');
  });

  test('redirects only to its own callback', async () => {
    const url = new URL(await startLogin());
    url.searchParams.set('openid.return_to', 'https://evil.example/');
    expect((await get(`${url.href}&account=${AURORA}`)).status).toBe(400);
  });

  test('confirms a response once, and only to its own region', async () => {
    const url = await callbackUrl('na.localhost');
    const form = new URLSearchParams([...url.searchParams].filter(([name]) => name.startsWith('openid.')));
    form.set('openid.mode', 'check_authentication');
    const ask = async (region: string) =>
      (
        await fetch(`http://127.0.0.1:${port}/id/openid?region=${region}`, { method: 'POST', body: form })
      ).text();
    expect(await ask('eu')).toContain('is_valid:false');
    expect(await ask('na')).toContain('is_valid:true');
    expect(await ask('na')).toContain('is_valid:false');
  });

  test('does not exist in production, which leads to the publisher (rule 18.6)', async () => {
    const other = await openTestApi({ mode: 'production', database: api.database });
    expect((await other.call('GET', '/id/openid')).status).toBe(404);
    expect((await other.call('POST', '/id/openid')).status).toBe(404);
    const { headers } = await other.call('GET', '/api/auth/login', { region: 'sea' });
    const login = new URL(String(headers.location));
    expect(login.origin + login.pathname).toBe('https://asia.wargaming.net/id/openid');
    expect(Object.fromEntries(login.searchParams)).toMatchObject({
      'openid.ns': 'http://specs.openid.net/auth/2.0',
      'openid.mode': 'checkid_setup',
      'openid.identity': 'http://specs.openid.net/auth/2.0/identifier_select',
      'openid.claimed_id': 'http://specs.openid.net/auth/2.0/identifier_select',
    });
  });
});

describe('a configured publisher', () => {
  let publisher: Server;
  let answer: { status: number; body: string };
  let asked: URLSearchParams[];
  let endpoint: string;
  let other: TestApi;

  beforeAll(async () => {
    publisher = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        asked.push(new URLSearchParams(body));
        response.writeHead(answer.status).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/id/openid`;
    other = await createTestApi({ env: { PUBLISHER: endpoint }, database: api.database });
  });
  afterAll(async () => {
    await other.close();
    publisher.close();
  });
  beforeEach(() => {
    asked = [];
    answer = { status: 200, body: 'ns:http://specs.openid.net/auth/2.0\nis_valid:true\n' };
  });
  afterEach(() => {
    other.clock.now = START;
  });

  let nonce = 0;
  /** Starts a sign-in and sends the publisher's response to it. */
  const bring = async (to: TestApi, name: string, changes: Record<string, string> = {}) => {
    const login = await to.call('GET', '/api/auth/login');
    const [cookie = ''] = [login.headers['set-cookie']].flat();
    const { pathname, search } = callbackOf(String(login.headers.location), {
      endpoint,
      account: name,
      nonce: `${new Date(START).toISOString().slice(0, 19)}Z${++nonce}`,
      changes,
    });
    const headers = { cookie: String(cookie).split(';', 1)[0] ?? '' };
    return to.call('GET', pathname + search, { headers });
  };

  test('has to confirm every field; a new account is created', async () => {
    const { status, headers } = await bring(other, '571234567-Fresh_Sailor');
    expect(status).toBe(200);
    expect(String(headers['set-cookie'])).toContain('Auth_EU=');
    expect(asked[0]?.get('openid.mode')).toBe('check_authentication');
    expect(asked[0]?.get('openid.sig')).toBe('c2lnbmF0dXJl');
    expect((await other.call('GET', '/api/player/571234567')).json.username).toBe('Fresh_Sailor');
  });

  test('may write its endpoint with a trailing slash', async () => {
    const changes = { 'openid.op_endpoint': `${endpoint}/` };
    expect((await bring(other, '571234567-Fresh_Sailor', changes)).status).toBe(200);
  });

  test.each(['%', '%zz', '%ff', 'A%00B'])(
    'with the account name %s is refused, with the reason (Rule 3.10)',
    async (name) => {
      const { status, headers, text } = await bring(other, `571234567-${name}`);
      expect([status, headers['set-cookie']]).toEqual([403, undefined]);
      expect(text).toContain('could not be trusted');
    },
  );

  test("leads to a Secure cookie when the API's address is HTTPS", async () => {
    const env = { PUBLISHER: endpoint };
    const proxied = await openTestApi({ mode: 'production', env, database: api.database });
    const name = '571234567-Fresh_Sailor';
    const { status, headers } = await bring(proxied, name);
    expect(status).toBe(200);
    expect(String([headers['set-cookie']].flat()[0]).split('; ')).toContain('Secure');
  });

  test('a changed name is stored', async () => {
    await bring(other, '571234567-Renamed_Sailor');
    expect((await other.call('GET', '/api/player/571234567')).json.username).toBe('Renamed_Sailor');
  });

  test('that does not confirm leads to a refusal', async () => {
    answer = { status: 200, body: 'is_valid:false\n' };
    const { status, text } = await bring(other, '571234567-Fresh_Sailor');
    expect([status, text.includes('could not be trusted')]).toEqual([403, true]);
  });

  test('that does not answer leads to 502', async () => {
    answer = { status: 503, body: '' };
    const { status, text } = await bring(other, '571234567-Fresh_Sailor');
    expect([status, text.includes('could not be reached')]).toEqual([502, true]);
  });
});
