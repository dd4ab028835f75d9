/** When requests to the publisher start, how many run, and how they are repeated; on a clock that the tests move. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Callers } from '#api/base/queue/callers.ts';
import type { PublisherError } from '#api/publisher/call.ts';
import type { PublisherClient } from '#api/publisher/types.ts';
import { ONCE } from '#tests/support/back-off.ts';
import { type Behaviour, down, silent } from '#tests/support/publisher.ts';
import { background, createTestClient, user, visitor } from '#tests/support/publisher-client.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers when the test says so. */
function held(): { behaviour: Behaviour; release: () => void; running: () => number } {
  let open: (() => void)[] = [];
  return {
    behaviour: () =>
      new Promise((resolve) => {
        open.push(() => resolve(Response.json({ status: 'ok', data: {} })));
      }),
    release() {
      for (const answer of open) answer();
      open = [];
    },
    running: () => open.length,
  };
}

const limited = (headers?: HeadersInit): Response =>
  new Response('', { status: 429, ...(headers && { headers }) });
const NEVER = new AbortController().signal;
type Asked = [id: number, caller: Callers];
const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
/** Lets promises settle without moving the clock. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const failureOf = (promise: Promise<unknown>): Promise<PublisherError | null> =>
  promise.then(
    () => null,
    (error: PublisherError) => error,
  );

describe('requests of a region (Rule 19.8)', () => {
  test('are ten at the same time at most', async () => {
    const { client, fake } = createTestClient({ perSecond: 1_000 });
    const answers = held();
    fake.behaviour = answers.behaviour;
    for (const id of ids(25)) void client.account('eu', id, visitor(`visitor ${id}`));
    await settle();
    expect(answers.running()).toBe(10);
    answers.release();
    await settle();
    expect(answers.running()).toBe(10);
  });

  test('are ten within any second at most', async () => {
    const { client, fake } = createTestClient({ concurrency: 100, perCaller: 100, maxWaitingOfCaller: 100 });
    for (const id of ids(25)) void client.account('eu', id, visitor());
    await vi.advanceTimersByTimeAsync(900);
    expect(fake.requests).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fake.requests).toHaveLength(20);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fake.requests).toHaveLength(25);
  });

  test('do not count for other regions', async () => {
    const { client, fake } = createTestClient();
    for (const id of ids(10)) void client.account('eu', id, visitor(`visitor ${id}`));
    for (const id of ids(10)) void client.account('na', id, visitor(`visitor ${id}`));
    await settle();
    expect(fake.requests).toHaveLength(20);
  });

  const three = (caller: () => Callers) => [1, 2, 3].map((id): Asked => [id, caller()]);
  const busy = () => visitor('busy');
  test.each<[what: string, asked: Asked[], order: number[]]>([
    ['those that someone waits for', [...three(background), [4, visitor()]], [1, 4, 2, 3]],
    [
      'one in the background for which someone begins to wait',
      [...three(background), [3, visitor()]],
      [1, 3, 2],
    ],
    [
      'users, and visitors in turns by address',
      [...three(busy), [4, visitor('other')], [5, user()]],
      [1, 5, 4, 2, 3],
    ],
    ['the first of its callers who gets a turn', [...three(busy), [3, user()]], [1, 3, 2]],
  ])('start with %s', async (_, asked, order) => {
    const { client, fake } = createTestClient({ perSecond: 1, concurrency: 1 });
    for (const [id, caller] of asked) void client.account('eu', id, caller);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fake.requests.map((path) => Number(/=(\d)/.exec(path)?.[1]))).toEqual(order);
  });

  test('of one caller are five at the same time at most, and twenty may wait', async () => {
    const { client, fake } = createTestClient({ perSecond: 1_000 });
    fake.behaviour = silent;
    for (const id of ids(25)) client.account('eu', id, visitor('busy')).catch(() => null);
    await settle();
    expect(fake.requests).toHaveLength(5);
    expect(await failureOf(client.account('eu', 26, visitor('busy')))).toMatchObject({ kind: 'limited' });
    client.account('eu', 27, visitor('other')).catch(() => null);
    await settle();
    expect(fake.requests).toHaveLength(6);
  });

  test('of visitors are refused at once when a hundred wait, those of users are not', async () => {
    const { client, fake } = createTestClient();
    fake.behaviour = silent;
    for (const id of ids(110)) client.account('eu', id, visitor(`visitor ${id}`)).catch(() => null);
    await settle();
    const refused = failureOf(client.account('eu', 999, visitor('last')));
    expect(await refused).toMatchObject({ kind: 'limited' });
    const waiting = failureOf(client.account('eu', 1_000, user()));
    await settle();
    expect(await Promise.race([waiting, 'waiting'])).toBe('waiting');
  });
});

describe('a service that fails five times in a row (Rule 19.12)', () => {
  const search = (client: PublisherClient, text: string) => client.searchClans('eu', text, 20, user());
  const failTwice = async (client: PublisherClient) => {
    const failures = ['one', 'two'].map((text) => failureOf(search(client, text)));
    await vi.advanceTimersByTimeAsync(5_000);
    return Promise.all(failures);
  };

  test('is not asked for 15 seconds, and others are', async () => {
    const { client, fake } = createTestClient();
    fake.behaviour = (address) =>
      address.pathname.includes('search/clans') ? down(address, NEVER) : undefined;
    await failTwice(client);
    const before = fake.requests.length;
    expect(await failureOf(search(client, 'three'))).toMatchObject({ kind: 'unreachable' });
    expect(fake.requests).toHaveLength(before);
    expect(await client.account('eu', 1, user())).toBeNull();
    expect(fake.requests).toHaveLength(before + 1);
    expect(client.pausedFor('eu')).toBeGreaterThan(9_000);
  });

  test('then gets one request, and all once that is answered', async () => {
    const { client, fake } = createTestClient();
    fake.behaviour = down;
    await failTwice(client);
    await vi.advanceTimersByTimeAsync(15_000);
    const before = fake.requests.length;
    const failures = ['three', 'four'].map((text) => failureOf(search(client, text)));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await Promise.all(failures)).toMatchObject([{ kind: 'unreachable' }, { kind: 'unreachable' }]);
    expect(fake.requests).toHaveLength(before + 1);
    fake.behaviour = null;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await search(client, 'five')).toEqual([]);
    expect(await Promise.all([search(client, 'six'), search(client, 'seven')])).toEqual([[], []]);
    expect(client.pausedFor('eu')).toBe(0);
  });
});

test('a thousand look-ups of ten accounts are ten requests', async () => {
  const { client, fake } = createTestClient();
  const answers = held();
  fake.behaviour = answers.behaviour;
  const looks = ids(1_000).map((id) => client.account('eu', (id % 10) + 1, visitor(`visitor ${id}`)));
  await settle();
  answers.release();
  await Promise.all(looks);
  expect(fake.requests).toHaveLength(10);
});

describe('a request that fails', () => {
  test('is repeated twice, each time later, and at no fixed time', async () => {
    const { client, fake } = createTestClient();
    const times: number[] = [];
    fake.behaviour = (...request) => {
      times.push(Date.now());
      return down(...request);
    };
    const failure = failureOf(client.account('eu', 1, visitor()));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await failure).toMatchObject({
      kind: 'unreachable',
      message: 'it refuses connections (ECONNREFUSED)',
    });
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(200);
    expect(waits[0]).toBeLessThanOrEqual(400);
    expect(waits[1]).toBeGreaterThanOrEqual(400);
    expect(waits[1]).toBeLessThanOrEqual(800);
  });

  test('counts when an attempt succeeds', async () => {
    const { client, fake, log } = createTestClient();
    fake.addPlayer({ id: 1, username: 'Third_Time' });
    fake.behaviour = (...request) => (fake.requests.length < 3 ? down(...request) : undefined);
    const account = client.account('eu', 1, visitor());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await account).toMatchObject({ username: 'Third_Time' });
    expect(log).toEqual([]);
  });

  test('fails when an attempt takes five seconds', async () => {
    const { client, fake } = createTestClient({ backOff: ONCE });
    fake.behaviour = silent;
    const failure = failureOf(client.account('eu', 1, visitor()));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await Promise.race([failure, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ kind: 'timeout', message: 'no answer within 5 seconds' });
  });

  test.each([
    ['another shape', () => Response.json([])],
    [
      'a refused application id',
      () => Response.json({ status: 'error', error: { message: 'INVALID_APPLICATION_ID' } }),
    ],
    ['status 403', () => new Response('', { status: 403 })],
  ])('is not repeated for %s', async (_name, behaviour) => {
    const { client, fake } = createTestClient();
    fake.behaviour = behaviour;
    const failure = failureOf(client.account('eu', 1, visitor()));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failure).not.toBeNull();
    expect(fake.requests).toHaveLength(1);
  });
});

describe('too many requests', () => {
  test('pause the region for the time in Retry-After, and no other region', async () => {
    const { client, fake } = createTestClient();
    fake.addPlayer({ id: 1, username: 'Patient_One' });
    fake.behaviour = () => (fake.requests.length === 1 ? limited({ 'retry-after': '30' }) : undefined);
    const account = client.account('eu', 1, visitor());
    await vi.advanceTimersByTimeAsync(1_000);
    void client.account('eu', 2, visitor());
    void client.account('na', 3, visitor());
    await vi.advanceTimersByTimeAsync(28_000);
    expect(fake.requests).toHaveLength(2);
    expect(client.pausedFor('eu')).toBe(1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await account).toMatchObject({ username: 'Patient_One' });
    expect(fake.requests).toHaveLength(4);
  });

  test('pause it for a second without a time', async () => {
    const { client, fake } = createTestClient({ backOff: { firstMs: 1, factor: 2, attempts: 3 } });
    fake.behaviour = () =>
      fake.requests.length === 1
        ? Response.json({ status: 'error', error: { code: 407, message: 'REQUEST_LIMIT_EXCEEDED' } })
        : undefined;
    const account = client.account('eu', 1, visitor());
    await vi.advanceTimersByTimeAsync(990);
    expect(fake.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(await account).toBeNull();
    expect(fake.requests).toHaveLength(2);
  });

  test('pause it for five minutes at most', async () => {
    const { client, fake } = createTestClient({ backOff: ONCE });
    fake.behaviour = () => limited({ 'retry-after': '86400' });
    await failureOf(client.account('eu', 1, visitor()));
    expect(client.pausedFor('eu')).toBe(300_000);
    await client.close();
  });
});

test('closing aborts running and waiting requests, and repeats none', async () => {
  const { client, fake, log } = createTestClient({ concurrency: 2 });
  fake.behaviour = silent;
  const failures = ids(5).map((id) => failureOf(client.account('eu', id, background())));
  await settle();
  await client.close();
  expect((await Promise.all(failures)).every((failure) => failure?.kind === 'unreachable')).toBe(true);
  expect(fake.requests).toHaveLength(2);
  expect(log).toEqual([]);
});
