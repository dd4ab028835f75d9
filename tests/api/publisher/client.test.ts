/** Values that the client reads from the publisher's responses, and responses that it refuses. */
import { describe, expect, test } from 'vitest';
import type { PublisherError } from '#api/publisher/call.ts';
import { ONCE } from '#tests/support/back-off.ts';
import { nonsense } from '#tests/support/publisher.ts';
import { background, createTestClient, type TestClient, visitor } from '#tests/support/publisher-client.ts';

const CAPTAIN = 510_000_001;
const GHOST = 510_000_002;
const CLAN = 500_000_100;
const LIMITS = { backOff: ONCE };

const at = (time: string): Date => new Date(time);

function withWorld(applicationId: string | null): TestClient {
  const test = createTestClient(LIMITS, applicationId);
  test.fake.addClan({
    id: CLAN,
    tag: 'WAVES',
    name: 'Rolling Waves',
    leagueColor: 0xffcc9966,
    description: '**Calm** seas',
    createdAt: at('2018-05-04T00:00:00Z'),
  });
  test.fake.addPlayer({
    id: CAPTAIN,
    username: 'Known_Captain',
    gameKarma: -7,
    clanId: CLAN,
    clanMemberRole: 1,
    joinedClanAt: at('2020-02-03T00:00:00Z'),
    wgAccountCreatedAt: at('2016-03-01T10:00:00Z'),
    lastBattleTime: at('2026-01-10T20:30:00Z'),
  });
  test.fake.addPlayer({ id: GHOST, username: 'Hidden_Ghost', gameKarma: 12, wgHidden: true });
  return test;
}

describe('the ships of the encyclopedia', () => {
  const ships = Array.from({ length: 250 }, (_, index) => ({
    id: 4_000_000_000 + index,
    name: `Ship ${index}`,
    tier: index === 0 ? null : (index % 11) + 1,
  }));

  test('are read page by page', async () => {
    const { client, fake } = withWorld('secret-application-id');
    fake.worlds.eu.ships = ships;
    expect(await client.ships('eu')).toEqual(ships);
    expect(fake.requests.filter((path) => path.startsWith('/wows/encyclopedia/ships/'))).toHaveLength(3);
  });

  test('are none for a game without ships', async () => {
    expect(await withWorld('secret-application-id').client.ships('eu')).toEqual([]);
  });

  test('are not requested without an application id', async () => {
    const { client, fake } = withWorld(null);
    expect(await client.ships('eu')).toBeNull();
    expect(fake.requests).toEqual([]);
  });

  test('are refused when the answer has another shape', async () => {
    const { client, fake } = withWorld('secret-application-id');
    fake.behaviour = nonsense;
    await expect(client.ships('eu')).rejects.toMatchObject({ name: 'PublisherError' });
  });
});

describe.each([
  ['documented calls', 'secret-application-id'],
  ['undocumented calls', null],
])('by %s', (_name, applicationId) => {
  test('an account has its name, karma and dates', async () => {
    const { client } = withWorld(applicationId);
    expect(await client.account('eu', CAPTAIN, visitor())).toEqual({
      id: CAPTAIN,
      username: 'Known_Captain',
      hidden: false,
      gameKarma: -7,
      createdAt: at('2016-03-01T10:00:00Z'),
      lastBattleTime: at('2026-01-10T20:30:00Z'),
    });
  });

  test('a hidden account has neither karma nor last battle', async () => {
    const { client } = withWorld(applicationId);
    expect(await client.account('eu', GHOST, visitor())).toMatchObject({
      username: 'Hidden_Ghost',
      hidden: true,
      gameKarma: null,
      lastBattleTime: null,
    });
  });

  test('an account that does not exist is null', async () => {
    const { client } = withWorld(applicationId);
    expect(await client.account('eu', 5, visitor())).toBeNull();
  });

  test('a membership has clan, rank and day of joining, and is null without a clan', async () => {
    const { client } = withWorld(applicationId);
    expect(await client.membership('eu', CAPTAIN, visitor())).toMatchObject({
      clan: { id: CLAN, tag: 'WAVES', name: 'Rolling Waves' },
      role: 1,
      joinedAt: at('2020-02-03T00:00:00Z'),
    });
    expect(await client.membership('eu', GHOST, visitor())).toBeNull();
  });

  test('a clan has its colour, text and members', async () => {
    const { client } = withWorld(applicationId);
    expect(await client.clan('eu', CLAN, visitor())).toEqual({
      id: CLAN,
      tag: 'WAVES',
      name: 'Rolling Waves',
      leagueColor: 0xffcc9966,
      description: '**Calm** seas',
      isDisbanded: false,
      createdAt: at('2018-05-04T00:00:00Z'),
      members: [{ id: CAPTAIN, username: 'Known_Captain', role: 1, joinedAt: at('2020-02-03T00:00:00Z') }],
    });
    expect(await client.clan('eu', 5, visitor())).toBeNull();
  });

  test('a search finds clans by tag and name, with their colours', async () => {
    const { client } = withWorld(applicationId);
    const found = [{ id: CLAN, tag: 'WAVES', name: 'Rolling Waves', leagueColor: 0xffcc9966 }];
    expect(await client.searchClans('eu', 'rolling', 20, visitor())).toEqual(found);
  });
});

describe('players by name', () => {
  test('are found with an application id', async () => {
    const { client } = withWorld('secret-application-id');
    expect(await client.searchPlayers('eu', 'known', visitor())).toEqual([
      { id: CAPTAIN, username: 'Known_Captain' },
    ]);
  });

  test.each([
    ['without an application id', null, 'known'],
    ['for a text that no name can start with', 'secret-application-id', 'a name with spaces'],
    ['for a text longer than any name', 'secret-application-id', 'a'.repeat(25)],
  ])('are not requested %s', async (_name, applicationId, text) => {
    const { client, fake } = withWorld(applicationId);
    expect(await client.searchPlayers('eu', text, visitor())).toEqual([]);
    expect(fake.requests).toEqual([]);
  });
});

test('several accounts are one request, without those that cannot be read', async () => {
  const { client, fake } = withWorld('secret-application-id');
  const broken = { account_id: 7, nickname: 7 };
  const good = { account_id: 8, nickname: 'Good_One', karma: 3 };
  fake.behaviour = () => Response.json({ status: 'ok', data: { 7: broken, 8: good, 9: null } });
  const accounts = await client.accounts('eu', [7, 8, 9], background());
  expect([...accounts.keys()]).toEqual([8, 9]);
  expect(accounts.get(8)).toMatchObject({ username: 'Good_One', gameKarma: 3, createdAt: null });
  expect(fake.requests).toHaveLength(1);
});

test('a clan is shown without its colour when the site does not answer', async () => {
  const { client, fake } = withWorld('secret-application-id');
  fake.behaviour = ({ pathname }) =>
    pathname.startsWith('/clans/') ? new Response('', { status: 503 }) : undefined;
  expect(await client.clan('eu', CLAN, visitor())).toMatchObject({ tag: 'WAVES', leagueColor: null });
});

describe('an answer is refused', () => {
  const failureOf = async (body: unknown, status = 200): Promise<PublisherError> => {
    const { client, fake } = withWorld('secret-application-id');
    fake.behaviour = () =>
      typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status });
    return client.account('eu', CAPTAIN, visitor()).then(
      () => expect.unreachable('the answer was accepted'),
      (error: PublisherError) => error,
    );
  };
  const accountWith = (fields: object) => ({
    status: 'ok',
    data: { [CAPTAIN]: { account_id: CAPTAIN, nickname: 'Name', ...fields } },
  });

  test.each([
    ['a page', '<html>Maintenance</html>', 200],
    ['a page with status 404', '<html>Not found</html>', 404],
    ['a list', [1, 2], 200],
    ['an unknown status', { status: 'maybe', data: {} }, 200],
    ['data of another type', { status: 'ok', data: 'nothing' }, 200],
    ['a name that is a number', accountWith({ nickname: 5 }), 200],
    ['an empty name', accountWith({ nickname: '' }), 200],
    ['karma as a text', accountWith({ karma: 'much' }), 200],
    ['karma beyond 32 bits', accountWith({ karma: 2 ** 40 }), 200],
    ['more than four megabytes', `"${'a'.repeat(4_200_000)}"`, 200],
  ])('that is %s', async (_name, body, status) => {
    expect(await failureOf(body, status)).toMatchObject({ kind: 'invalid' });
  });

  test.each([
    ['REQUEST_LIMIT_EXCEEDED', 'limited'],
    ['SOURCE_NOT_AVAILABLE', 'unreachable'],
    ['INVALID_APPLICATION_ID', 'refused'],
    ['<b>anything</b>', 'refused'],
  ])('with the error %s', async (message, kind) => {
    const error = { code: 407, message, field: 'application_id', value: 'secret-application-id' };
    const failure = await failureOf({ status: 'error', error });
    expect(failure).toMatchObject({ kind });
    expect(failure.message).toMatch(/^[A-Z_]+$/);
  });

  test('unless only a date cannot be read, which then is not known', async () => {
    const { client, fake } = withWorld('secret-application-id');
    fake.behaviour = () => Response.json(accountWith({ created_at: 'soon', last_battle_time: 1e15 }));
    expect(await client.account('eu', CAPTAIN, visitor())).toMatchObject({
      createdAt: null,
      lastBattleTime: null,
    });
  });
});

describe('the log', () => {
  test('has each problem of a call once, until the call works again', async () => {
    const { client, fake, log } = withWorld('secret-application-id');
    const look = (id: number) => client.account('eu', id, visitor()).catch(() => null);
    fake.behaviour = nonsense;
    await look(1);
    await look(2);
    fake.behaviour = null;
    await look(3);
    fake.behaviour = nonsense;
    await look(4);
    expect(log.map((line) => JSON.parse(line)[0])).toEqual(['warn', 'info', 'warn']);
    expect(JSON.parse(log[0] ?? '')).toEqual([
      'warn',
      { region: 'eu', call: 'account/info', kind: 'invalid', problem: 'status 200 without JSON' },
      'no usable answer from the publisher',
    ]);
  });

  test('never contains the application id (Rule 19.9)', async () => {
    const { client, fake, log } = withWorld('secret-application-id');
    let sent = '';
    fake.behaviour = (address) => {
      sent = address.href;
      throw new TypeError(`fetch failed: ${address}`, { cause: new Error(`no route to ${address}`) });
    };
    const failure = await client.account('eu', CAPTAIN, visitor()).catch(String);
    expect(sent).toContain('secret-application-id');
    expect([failure, ...log].join()).not.toContain('secret-application-id');
    expect(log).toHaveLength(1);
  });

  test('names an expired certificate', async () => {
    const { client, fake, log } = withWorld('secret-application-id');
    const cause = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
    fake.behaviour = () => {
      throw new TypeError('fetch failed', { cause });
    };
    await client.account('eu', CAPTAIN, visitor()).catch(() => null);
    expect(log.join()).toContain('its certificate has expired');
  });
});
