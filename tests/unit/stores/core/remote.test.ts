import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { httpError, NetworkError } from '#lib/client/errors.ts';
import { createRemote, failed, LOADING, ready, remoteValue } from '#lib/stores/core/remote.ts';
import { catchWarnings, fakePlatform, settle } from '#tests/support/fake-platform.ts';

const offline = new NetworkError('offline');

describe('the states', () => {
  test.each([
    ['404', httpError(404, '', ''), { status: 'not-found', removed: false }],
    ['204 for none', httpError(204, '', ''), { status: 'not-found', removed: false }],
    ['410', httpError(410, '', ''), { status: 'not-found', removed: true }],
    ['anything else', offline, { status: 'failed', error: offline }],
  ])('%s', (_, error, remote) => {
    expect(failed(error)).toEqual(remote);
  });
});

describe('a store of remote data', () => {
  test.each([
    ['keep', { status: 'ready', value: 1, changing: true }],
    ['quiet', { status: 'ready', value: 1, changing: false }],
    ['replace', { status: 'loading' }],
  ] as const)('shows, while it reloads with mode %s: %j', async (mode, shown) => {
    const store = createRemote<number>();
    await store.load(async () => 1);
    const next = Promise.withResolvers<number>();
    const loaded = store.load(() => next.promise, { mode });
    expect(store.$remote.get()).toEqual(shown);
    next.resolve(2);
    await loaded;
    expect(store.$remote.get()).toEqual(ready(2));
  });

  test('shows a failure, and loading at the next load', async () => {
    const store = createRemote<number>();
    await store.load(() => Promise.reject(offline));
    expect(store.$remote.get()).toEqual({ status: 'failed', error: offline });
    const next = Promise.withResolvers<number>();
    void store.load(() => next.promise);
    expect(store.$remote.get()).toEqual(LOADING);
  });

  test('keeps the value and warns when a quiet load fails', async () => {
    const warnings = catchWarnings();
    const store = createRemote<number>();
    await store.load(async () => 1);
    await store.load(() => Promise.reject(offline), { mode: 'quiet' });
    expect(store.$remote.get()).toEqual(ready(1));
    expect(warnings).toHaveLength(1);
  });

  test('keeps the same object when a quiet load brings nothing new, so that it is not drawn again', async () => {
    const store = createRemote<{ text: string }>();
    await store.load(async () => ({ text: 'Same' }));
    const before = store.$remote.get();
    await store.reload({ mode: 'quiet' });
    expect(store.$remote.get()).toBe(before);
    await store.load(async () => ({ text: 'Other' }), { mode: 'quiet' });
    expect(store.$remote.get()).toEqual(ready({ text: 'Other' }));
  });

  describe('a quiet reload in place of a load that the user waits for (Rule 16.1)', () => {
    const begin = async (answer: () => Promise<number>) => {
      const store = createRemote<number>();
      await store.load(async () => 1);
      let loads = 0;
      void store.load(() => (++loads === 1 ? Promise.withResolvers<number>().promise : answer()));
      const merge = (loaded: number, present: number) => loaded + present;
      const reloaded = store.reload({ mode: 'quiet', merge });
      return { store, reloaded, meanwhile: store.$remote.get() };
    };

    test('shows its failure', async () => {
      const { store, reloaded, meanwhile } = await begin(() => Promise.reject(offline));
      expect(meanwhile).toEqual(ready(1, true));
      expect(await reloaded).toBe(false);
      expect(store.$remote.get()).toEqual({ status: 'failed', error: offline });
    });

    test('does not merge its value into the former one', async () => {
      const { store, reloaded } = await begin(async () => 2);
      await reloaded;
      expect(store.$remote.get()).toEqual(ready(2));
    });
  });

  test('becomes not found when a quiet load finds nothing', async () => {
    const store = createRemote<number>();
    await store.load(async () => 1);
    await store.load(() => Promise.reject(httpError(404, '', '')), { mode: 'quiet' });
    expect(store.$remote.get()).toMatchObject({ status: 'not-found' });
  });

  test('aborts earlier loads and ignores their answers', async () => {
    const store = createRemote<number>();
    const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const signals: AbortSignal[] = [];
    void store.load((signal) => {
      signals.push(signal);
      return first.promise;
    });
    void store.load((signal) => {
      signals.push(signal);
      return second.promise;
    });
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    second.resolve(2);
    await settle();
    first.resolve(1);
    await settle();
    expect(store.$remote.get()).toEqual(ready(2));
  });

  test('ignores an earlier load that fails late', async () => {
    const store = createRemote<number>();
    const first = Promise.withResolvers<number>();
    void store.load(() => first.promise);
    await store.load(async () => 2);
    first.reject(offline);
    await settle();
    expect(store.$remote.get()).toEqual(ready(2));
  });

  test('reload repeats the latest load, and does nothing before the first', async () => {
    const store = createRemote<number>();
    await store.reload();
    expect(store.$remote.get()).toEqual(LOADING);
    let count = 0;
    await store.load(async () => ++count);
    await store.reload({ mode: 'quiet' });
    expect(store.$remote.get()).toEqual(ready(2));
  });

  test('update changes the value, also while it is changing', async () => {
    const store = createRemote<number>();
    store.update((value) => value + 1);
    expect(store.$remote.get()).toEqual(LOADING);
    await store.load(async () => 1);
    void store.load(() => Promise.withResolvers<number>().promise);
    store.update((value) => value + 1);
    expect(store.$remote.get()).toEqual({ status: 'ready', value: 2, changing: true });
  });

  test('update also changes the result of a running load', async () => {
    const store = createRemote<number[]>();
    const add = (id: number) => store.update((ids) => (ids.includes(id) ? ids : [...ids, id]));
    const first = Promise.withResolvers<number[]>();
    const loaded = store.load(() => first.promise);
    add(1);
    first.resolve([0]);
    await loaded;
    expect(remoteValue(store.$remote.get())).toEqual([0, 1]);
    const next = Promise.withResolvers<number[]>();
    const reloaded = store.load(() => next.promise, { mode: 'quiet' });
    add(2);
    next.resolve([5]);
    await reloaded;
    expect(remoteValue(store.$remote.get())).toEqual([5, 2]);
    await store.reload();
    expect(remoteValue(store.$remote.get())).toEqual([5]);
  });

  test('reset aborts and shows loading', async () => {
    const store = createRemote<number>();
    const next = Promise.withResolvers<number>();
    const loaded = store.load(() => next.promise);
    store.reset();
    next.resolve(1);
    await loaded;
    expect(store.$remote.get()).toEqual(LOADING);
  });

  test('repeats a load without a response once when back online (Rule 16.5)', async () => {
    const platform = fakePlatform();
    const store = createRemote<number>();
    const answers = [Promise.reject(offline), Promise.resolve(1), Promise.resolve(2)];
    await store.load(() => answers.shift() as Promise<number>);
    platform.happen('online');
    await settle();
    expect(store.$remote.get()).toEqual(ready(1));
    platform.happen('online');
    await settle();
    expect(store.$remote.get()).toEqual(ready(1));
  });

  test('does not repeat loads that were refused or replaced (Rule 16.5)', async () => {
    const platform = fakePlatform();
    const refused = createRemote<number>();
    await refused.load(() => Promise.reject(httpError(500, '', '')));
    const left = createRemote<number>();
    let asked = 0;
    await left.load(() => {
      asked += 1;
      return Promise.reject(offline);
    });
    left.reset();
    platform.happen('online');
    await settle();
    expect(refused.$remote.get()).toMatchObject({ status: 'failed' });
    expect({ shown: left.$remote.get(), asked }).toEqual({ shown: LOADING, asked: 1 });
  });

  test('does not fail when the browser cancels requests of a page being left (Rule 16.12)', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    fakePlatform('/', { isLeaving: () => true });
    const store = createRemote<number>();
    await store.load(async () => 1);
    const cancelled = Promise.withResolvers<number>();
    const loading = store.load(() => cancelled.promise, { mode: 'quiet' });
    cancelled.reject(new NetworkError('unreachable'));
    await loading;
    expect(store.$remote.get()).toEqual(ready(1));
  });

  test('loads again when the page was not left after all (Rule 16.12)', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let isLeaving = true;
    fakePlatform('/', { isLeaving: () => isLeaving });
    const store = createRemote<number>();
    const cancelled = Promise.withResolvers<number>();
    const answers = [cancelled.promise, Promise.resolve(2)];
    const loading = store.load(() => answers.shift() as Promise<number>);
    cancelled.reject(new NetworkError('unreachable'));
    await loading;
    expect(store.$remote.get()).toEqual(LOADING);
    isLeaving = false;
    await vi.runAllTimersAsync();
    expect(store.$remote.get()).toEqual(ready(2));
  });
});
