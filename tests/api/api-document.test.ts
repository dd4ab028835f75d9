/** The API page and the OpenAPI document (rule 17.28). */
import { describe, expect, test } from 'vitest';
import { REGION_IDS, regions } from '#lib/regions.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { type ApiDocument, apiDocument, type Operation, responseOf } from '#tests/support/openapi.ts';
import { routesOf } from '#tests/support/routes.ts';

const api = setUpApi();
const read = async (region?: (typeof REGION_IDS)[number]): Promise<ApiDocument> =>
  (await api.call('GET', '/swagger/json', region && { region })).json;

const operations = (): Operation[] =>
  Object.values(apiDocument().paths).flatMap((methods) => Object.values(methods));
const operation = (id: string): Operation => {
  const found = operations().find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`no call is named ${id}`);
  return found;
};
/** Routes that are no calls of the contract. */
const UNDESCRIBED = /^\/(swagger|jobs|hangfire|health|ready|metrics|id|favicon|\.well-known)|^\/api\/hubs/;

describe('the OpenAPI document (Rule 17.28)', () => {
  test('describes every call on all its addresses, and nothing else', async () => {
    const described = Object.entries((await read()).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.toLowerCase().replace(/\{\w+\}/g, ':id')}`,
      ),
    );
    const served = routesOf(api.app)
      .filter(({ path }) => path.startsWith('/') && !UNDESCRIBED.test(path))
      .flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
    // Every GET route also answers HEAD.
    const calls = served.filter((route) => !route.startsWith('HEAD') || route === 'HEAD /api/auth');
    expect(described.sort()).toEqual(calls.sort());
    expect(described.length).toBeGreaterThan(60);
  });

  test('has each path once, whatever its parameters are named, and declares each of them once', () => {
    const paths = Object.entries(apiDocument().paths);
    const bare = paths.map(([path]) => path.replace(/\{\w+\}/g, '{}'));
    expect(bare.filter((path, at) => bare.indexOf(path) !== at)).toEqual([]);
    for (const [path, methods] of paths)
      for (const { operationId, parameters = [] } of Object.values(methods)) {
        const names = parameters.map(({ name }) => name);
        expect([operationId, names.filter((name, at) => names.indexOf(name) !== at)]).toEqual([
          operationId,
          [],
        ]);
        const declared = parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`);
        expect([operationId, declared]).toEqual([operationId, path.match(/\{\w+\}/g) ?? []]);
      }
  });

  test('has the answer to an address that is too long', async () => {
    const { status, headers } = await api.call('GET', `/api/clan/${'1'.repeat(2_001)}`);
    const described = responseOf(operation('getClan'), status);
    const [type = ''] = String(headers['content-type']).split(';');
    expect([status, Object.keys(described?.content ?? {})]).toEqual([414, [type]]);
  });

  test('gives every call a name, once', () => {
    const names = operations().map(({ operationId }) => operationId);
    expect(names.filter((name) => !/^[a-z]\w+$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('has every part that it refers to', () => {
    const { components } = apiDocument();
    const targets = [...JSON.stringify(apiDocument()).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
    const parts = components as unknown as Record<string, Record<string, unknown>>;
    const missing = targets.filter(([, kind = '', name = '']) => parts[kind]?.[name] === undefined);
    expect(missing.map(([reference]) => reference)).toEqual([]);
    expect(components.schemas).toMatchObject({ Post: { properties: { replayState: { enum: [0, 1, 2] } } } });
  });

  test('requires no parameter that has a default', () => {
    const both = operations().flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ required, schema }) => required && 'default' in schema)
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(both).toEqual([]);
    expect(operation('listLatestPosts').parameters).toContainEqual(
      expect.objectContaining({ name: 'pageSize', required: false }),
    );
    expect(operation('getCooldown').parameters).toContainEqual(
      expect.objectContaining({ name: 'playerId', required: true }),
    );
  });

  describe('is read by generators of typed clients', () => {
    type Part = Readonly<Record<string, unknown>>;
    const partsOf = (value: unknown, place = ''): [place: string, part: Part][] =>
      typeof value !== 'object' || value === null
        ? []
        : [
            [place, value as Part],
            ...Object.entries(value).flatMap(([key, child]) => partsOf(child, `${place}/${key}`)),
          ];
    const placesWhere = (isFound: (part: Part) => boolean): string[] =>
      partsOf(apiDocument()).flatMap(([place, part]) => (isFound(part) ? [place] : []));
    const { schemas } = apiDocument().components;
    const typesOf = (branches: unknown): unknown[] =>
      ((branches ?? []) as Part[]).map(
        (one) => (schemas[String(one.$ref).split('/').at(-1) ?? ''] ?? one).type,
      );

    test('whose `oneOf` has null in one branch, and no value in two', () => {
      expect(placesWhere(({ anyOf }) => typesOf(anyOf).includes('null'))).toEqual([]);
      const nullable = partsOf(apiDocument()).filter(([, { oneOf }]) => typesOf(oneOf).includes('null'));
      expect(nullable.length).toBeGreaterThan(50);
      for (const [place, { oneOf }] of nullable) {
        const types = typesOf(oneOf);
        expect(types, place).toEqual([...new Set(types)].filter((type) => typeof type === 'string'));
      }
    });

    test('which stop at `items` without a schema', () => {
      expect(placesWhere(({ items }) => items === false)).toEqual([]);
      expect(placesWhere(({ prefixItems }) => prefixItems !== undefined)).toHaveLength(10);
    });

    test('which take other integers for 32 bits', () => {
      expect(placesWhere(({ format }) => format === 'int64')).toEqual([
        '/components/schemas/Battle/properties/author/oneOf/0/properties/shipParamsId',
        '/components/schemas/Battle/properties/player/oneOf/0/properties/shipParamsId',
        '/components/schemas/ReplayFacts/properties/recorder/oneOf/0/properties/shipParamsId',
        ...['avatarId', 'shipId', 'shipParamsId'].map(
          (n) => `/components/schemas/ReplayPlayer/properties/${n}`,
        ),
      ]);
    });

    test('which give the calls of a path one type of a parameter', () => {
      for (const [path, calls] of Object.entries(apiDocument().paths)) {
        const inPath = Object.values(calls)
          .flatMap(({ parameters = [] }) => parameters)
          .filter((one) => one.in === 'path');
        const types = new Set(inPath.map(({ name, schema }) => JSON.stringify([name, schema])));
        expect(types.size, path).toBe(new Set(inPath.map(({ name }) => name)).size);
      }
      expect(operation('listBans').parameters?.[0]?.schema).toEqual({ type: 'string' });
    });
  });

  test('allows the absence of what the original API never sends as null', () => {
    const { schemas } = apiDocument().components;
    const places =
      'ProfileFlags.optOutChanged PlatformBan.updatedAt PlayerProfile.gameKarma ClanMembership.joinedClanAt Clan.members Post.updatedAt Replay.downloadUri PostNotification.post';
    for (const place of places.split(' ')) {
      const [component = '', field = ''] = place.split('.');
      const { required, properties = {} } = schemas[component] ?? {};
      expect(required, place).not.toContain(field);
      expect(JSON.stringify(Reflect.get(properties as object, field)), place).not.toContain('null"');
    }
  });

  test('has the headers of pages and of waits', () => {
    const list = operation('listReceivedPosts');
    expect(Object.keys(responseOf(list, 200)?.headers ?? {})).toEqual([
      'Content-Page-Current',
      'Content-Page-Size',
      'Content-Page-Total',
      'Content-Items-Total',
    ]);
    for (const status of [429, 503]) expect(responseOf(list, status)?.headers).toHaveProperty('Retry-After');
    expect(responseOf(operation('createPost'), 423)?.headers).toHaveProperty('Retry-After');
  });

  test('explains the numbers of a post, a rank, a role, an action and a notification', () => {
    const { schemas } = apiDocument().components;
    const explained = [
      ['Post', 'flairs', 'courtesy 16 and 32'],
      ['Post', 'replayState', '2 it can be watched'],
      ['ClanMembership', 'clanMemberRole', '1 Commander'],
      ['ProfileFlags', 'profileRoles', '1 administrator'],
      ['ModAction', 'actionType', '1 edits'],
      ['PostNotification', 'type', '7 platformBan'],
    ];
    for (const [component = '', field = '', text] of explained)
      expect(schemas[component]).toHaveProperty(
        ['properties', field, 'description'],
        expect.stringContaining(text ?? ''),
      );
  });

  test('names the server and the cookie of the region that the host belongs to', async () => {
    for (const region of REGION_IDS) {
      const { servers, components } = await read(region);
      expect(components.securitySchemes.cookie.name).toBe(regions[region].cookieName);
      expect(servers[0]?.description).toBe(regions[region].name);
      expect(servers[0]?.url).toMatch(/^http:\/\/[\w.:]+$/);
    }
  });

  test('names the configured origins of the other regions, too', async () => {
    const { call, config } = await openTestApi({ mode: 'production', database: api.database });
    const { json } = await call('GET', '/swagger/json');
    expect(json.servers.map(({ url }: { url: string }) => url).sort()).toEqual(
      config.regions.map((region) => config.apiOrigins?.[region]).sort(),
    );
  });
});

test('the API page has its own content security policy', async () => {
  const { status, headers } = await api.call('GET', '/swagger/');
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
});

test.each([
  ['/swagger/0.17.5/swagger.json', '/swagger/json'],
  ['/swagger/index.html', '/swagger/'],
  ['/Swagger/Index.html', '/swagger/'],
])('%s of the original API redirects to %s (Rule 17.30)', async (former, address) => {
  const { status, headers } = await api.call('GET', former);
  expect([status, headers.location]).toEqual([301, address]);
  expect((await api.call('GET', address)).status).toBe(200);
});
