/** Tokens, the cookie, and how they become invalid. */
import { randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createTokens } from '#api/model/auth/authenticate.ts';
import { CLAIMS } from '#lib/schemas/session.ts';
import {
  ADMIN_AND_MOD,
  AURORA,
  BORODINO,
  DAY,
  MOD,
  nameOf,
  START,
  type TestApi,
} from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { SECRET } from '#tests/support/production.ts';

const api = setUpApi();

const check = async (options: Parameters<TestApi['call']>[2]): Promise<number> =>
  (await api.call('HEAD', '/api/auth', options)).status;

describe('a token', () => {
  test('has the expected claims', async () => {
    const claims = decodeJwt(await api.tokenOf(ADMIN_AND_MOD, 'na'));
    expect(claims).toEqual({
      [CLAIMS.id]: '500000004',
      [CLAIMS.name]: 'Dreadnought_Admin',
      [CLAIMS.role]: ['admin', 'mod'],
      [CLAIMS.region]: 'NA',
      [CLAIMS.regionName]: 'North America',
      seed: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iss: expect.any(String),
      aud: expect.any(String),
      exp: START / 1000 + 8 * 86_400,
    });
  });

  test('has one role as a string, and no claim without roles', async () => {
    expect(decodeJwt(await api.tokenOf(MOD))[CLAIMS.role]).toBe('mod');
    expect(decodeJwt(await api.tokenOf(AURORA))).not.toHaveProperty(CLAIMS.role);
  });

  test('is valid for 8 days (Rule 3.8)', async () => {
    const token = await api.tokenOf(AURORA);
    api.clock.now = START + 8 * DAY - 1000;
    expect(await check({ token })).toBe(200);
    api.clock.now = START + 8 * DAY;
    expect(await check({ token })).toBe(401);
  });

  test('is invalid in another region', async () => {
    expect(await check({ token: await api.tokenOf(AURORA, 'na'), region: 'eu' })).toBe(401);
  });

  test('of the previous key is accepted, and new ones are signed with the current one (rule 18.7)', async () => {
    const previous = createTokens('the secret before the last change, long enough');
    const rotated = createTokens(SECRET, 'the secret before the last change, long enough');
    const subject = { id: AURORA, username: nameOf(AURORA), roles: [], seed: randomUUID() };
    const old = await previous.sign('eu', subject, START);
    expect((await rotated.verify('eu', old, START))?.user.id).toBe(AURORA);
    expect(await rotated.verify('eu', old, START + 8 * DAY)).toBeNull();
    expect(await createTokens(SECRET).verify('eu', old, START)).toBeNull();
    const fresh = await rotated.sign('eu', subject, START);
    expect((await createTokens(SECRET).verify('eu', fresh, START))?.seed).toBe(subject.seed);
    expect(await previous.verify('eu', fresh, START)).toBeNull();
  });

  test('is accepted by an API whose previous key signed it', async () => {
    const env = { JWT_SECRET: 'a newer secret of the same API, long enough', JWT_SECRET_PREVIOUS: SECRET };
    const rotated = await openTestApi({ mode: 'production', env, database: api.database });
    const { status } = await rotated.call('HEAD', '/api/auth', { token: await api.tokenOf(AURORA) });
    expect(status).toBe(200);
  });

  test('is invalid when changed, signed with another key or unsigned', async () => {
    const token = await api.tokenOf(AURORA);
    const [header, payload] = token.split('.');
    const claims = decodeJwt(token);
    const { exp: _, ...endless } = claims;
    const key = new TextEncoder().encode(SECRET);
    const forged = [
      `${token.slice(0, -4)}AAAA`,
      await createTokens('another secret of more than 32 characters').sign(
        'eu',
        { id: AURORA, username: 'x', roles: ['admin'], seed: String(claims.seed) },
        START,
      ),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      `${header}.${payload}`,
      await new SignJWT({ ...claims, iss: 'elsewhere' }).setProtectedHeader({ alg: 'HS256' }).sign(key),
      await new SignJWT({ ...claims, seed: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(key),
      await new SignJWT(endless).setProtectedHeader({ alg: 'HS256' }).sign(key),
    ];
    expect(await Promise.all(forged.map((each) => check({ token: each })))).toEqual(forged.map(() => 401));
  });

  test('is refused in any other spelling (rule 17.16)', async () => {
    const token = await api.tokenOf(AURORA);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // Two bits of the last of 43 characters belong to no byte.
    const sameBytes = alphabet[alphabet.indexOf(signature.at(-1) as string) ^ 1] as string;
    const spellings = [
      `${token}=`,
      `${token}==`,
      `${token.slice(0, -1)}${sameBytes}`,
      `${header}.${payload}.${signature.slice(0, 20)} ${signature.slice(20)}`,
      `${token}\n`,
      `${header}=.${payload}.${signature}`,
    ];
    const cookie = (value: string) => ({ headers: { cookie: `Auth_EU=${encodeURIComponent(value)}` } });
    expect(await check(cookie(token))).toBe(200);
    for (const spelling of spellings) expect(await check(cookie(spelling))).toBe(401);
    expect(await check({ token: `${token}=` })).toBe(401);
  });

  test('makes a public call anonymous when invalid', async () => {
    expect((await api.call('GET', '/api/player/500000001', { token: 'nonsense' })).status).toBe(200);
  });
});

describe('the source of the token', () => {
  test('is the region’s cookie before the Authorization header', async () => {
    const cookie = `other=1; Auth_EU=${await api.tokenOf(AURORA)}`;
    const { json } = await api.call('GET', '/api/auth/refresh-token', {
      headers: { cookie, authorization: `Bearer ${await api.tokenOf(BORODINO)}`, accept: 'application/json' },
    });
    expect(decodeJwt(json)[CLAIMS.name]).toBe(nameOf(AURORA));
  });

  test('is never the cookie of another region', async () => {
    expect(await check({ headers: { cookie: `Auth_NA=${await api.tokenOf(AURORA)}` } })).toBe(401);
  });

  test('is access_token for hubs only', async () => {
    const token = await api.tokenOf(AURORA);
    expect((await api.call('HEAD', `/api/auth?access_token=${token}`)).status).toBe(401);
    const negotiate = '/api/hubs/notifications/negotiate?negotiateVersion=1';
    expect((await api.call('POST', negotiate)).status).toBe(401);
    expect((await api.call('POST', `${negotiate}&access_token=${token}`)).status).toBe(200);
  });

  test('is not the cookie for writes from another origin', async () => {
    const headers = { cookie: `Auth_EU=${await api.tokenOf(AURORA)}`, origin: 'http://evil.localhost:4321' };
    const body = { id: BORODINO, optedOut: true };
    expect((await api.call('PUT', '/api/profile', { body, headers })).status).toBe(401);
    const own = { ...headers, origin: 'http://localhost:4321' };
    expect((await api.call('PUT', '/api/profile', { body, headers: own })).status).toBe(400);
  });
});

describe('renewing the seed (Rule 17.6)', () => {
  test('invalidates all tokens of that user only, and notifies the devices', async () => {
    const [first, second, other] = [
      await api.tokenOf(AURORA),
      await api.tokenOf(AURORA),
      await api.tokenOf(BORODINO),
    ];
    api.events.length = 0;
    const { status, text } = await api.call('POST', '/api/auth/renew-seed', { token: first });
    expect([status, text]).toEqual([200, '']);
    expect([
      await check({ token: first }),
      await check({ token: second }),
      await check({ token: other }),
    ]).toEqual([401, 401, 200]);
    expect(api.events).toEqual([
      { region: 'eu', event: { type: 'seedTokenInvalidated', accountId: AURORA } },
    ]);
    expect(await check({ as: AURORA })).toBe(200);
  });
});

describe('a fresh token', () => {
  test('is sent as text, or as JSON on request, without a cookie', async () => {
    api.clock.now = START + DAY;
    const plain = await api.call('GET', '/api/auth/refresh-token', { as: AURORA });
    expect(plain.headers['content-type']).toContain('text/plain');
    expect(plain.headers['set-cookie']).toBeUndefined();
    expect(decodeJwt(plain.text).exp).toBe((START + 9 * DAY) / 1000);
    const json = await api.call('GET', '/api/auth/refresh-token', {
      as: AURORA,
      headers: { accept: 'application/json' },
    });
    expect(await check({ token: json.json })).toBe(200);
  });
});
