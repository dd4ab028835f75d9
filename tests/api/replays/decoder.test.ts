/** Which uploaded file is decoded when, without the time that it takes (Rules 17.24 to 17.26). */
import { describe, expect, test } from 'vitest';
import type { NoAnswer, Thread } from '#api/base/thread.ts';
import { ApiError } from '#api/http/errors.ts';
import { createReplayDecoder } from '#api/model/replays/create-decoder.ts';
import type { DecoderAnswer, FileToDecode } from '#api/model/replays/decoder.ts';
import type { DecoderLimits } from '#api/model/replays/decoder-threads.ts';

const settle = () => new Promise(setImmediate);
const file = (name: string): FileToDecode => ({ path: name, sha256: `sum of ${name}` });
const from = (account: string, address = account) => ({ region: 'eu' as const, account, address });
const REFUSED: DecoderAnswer = {
  ok: false,
  reason: 'Invalid replay.',
  cause: 'damaged',
  gameVersion: '15.4.0',
  workMs: 5,
};
const decoded = (vehicle: string, workMs = 5, parts: object = {}): DecoderAnswer => ({
  ok: true,
  workMs,
  file: { players: [], chatMessages: [], facts: null, timeline: null, vehicle, ...parts } as never,
});

/** A decoder whose threads answer when the test says so, with the files in the order in which they were started. */
function heldDecoder(limits: Partial<DecoderLimits> = {}) {
  const started: string[] = [];
  const workers: number[] = [];
  const uploads: unknown[][] = [];
  let threads = 0;
  const answers = new Map<string, (answer: DecoderAnswer | NoAnswer) => void>();
  const thread = (): Thread<string, DecoderAnswer> => {
    threads += 1;
    const number = threads;
    return {
      ask: (path) =>
        new Promise((answer) => {
          started.push(path);
          workers.push(number);
          answers.set(path, answer);
        }),
      warm: () => {},
      close: async () => {},
    };
  };
  const decoder = createReplayDecoder({
    extraClasses: [],
    onUnknownClass: () => {},
    onUpload: (...upload) => void uploads.push(upload),
    thread,
    limits: { places: 1, ...limits },
  });
  const outcome = (promise: Promise<{ vehicle: string }>) =>
    promise.then(
      ({ vehicle }) => vehicle,
      (error: unknown) => (error instanceof ApiError ? error.status : String(error)),
    );
  return {
    started,
    uploads,
    /** The numbers of the threads that were asked. */
    workers,
    refuseSecond: (account: string) => decoder.refuseSecond(from(account)),
    decode: (name: string, account: string, address?: string) =>
      outcome(decoder.decode(file(name), from(account, address))),
    inBackground: (name: string) => outcome(decoder.decodeInBackground(file(name))),
    async answer(name: string, answer: DecoderAnswer | NoAnswer = decoded(name)) {
      answers.get(name)?.(answer);
      await settle();
    },
  };
}

describe('uploads', () => {
  test('of addresses take turns, however many accounts one of them has', async () => {
    const { decode, answer, started } = heldDecoder();
    for (const account of ['a1', 'a2', 'a3', 'a4']) void decode(account, account, 'crowded');
    for (const account of ['b1', 'b2']) void decode(account, account, 'other');
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'a4']) await answer(name);
    expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('of one account are decoded one at a time, and further ones are refused with 429', async () => {
    const { decode, answer, started } = heldDecoder({ places: 4 });
    const first = decode('first', 'one');
    expect(await decode('second', 'one')).toBe(429);
    const other = decode('other', 'two');
    await settle();
    expect(started).toEqual(['first', 'other']);
    await answer('first');
    await answer('other');
    expect([await first, await other]).toEqual(['first', 'other']);
    const third = decode('third', 'one');
    await settle();
    await answer('third');
    expect(await third).toBe('third');
  });

  test('are counted by version and outcome, also when their outcome is known; stored files are not (Rule 15.12)', async () => {
    const { decode, inBackground, answer, uploads } = heldDecoder();
    for (const [name, result] of [
      ['refused', REFUSED],
      ['stored', decoded('stored', 5, { facts: { gameVersion: '15.4.0', source: 'payload' } })],
      ['by its header', decoded('by its header', 5, { facts: { gameVersion: '15.5.0', source: 'header' } })],
      ['with one account twice', decoded('twice', 5, { players: [{ accountId: 1 }, { accountId: 1 }] })],
      ['too much work', 'failed'],
    ] as const) {
      const done = decode(name, name);
      await settle();
      await answer(name, result);
      expect(await done).toBe(/stored|header/.test(name) ? name : 422);
    }
    await decode('refused', 'again');
    const stored = inBackground('background');
    await settle();
    await answer('background', REFUSED);
    await stored;
    expect(uploads).toEqual([
      ['15.4.0', 'damaged'],
      ['15.4.0', 'stored'],
      ['15.5.0', 'header'],
      [null, 'invalid'],
      [null, 'costly'],
      ['15.4.0', 'damaged'],
    ]);
  });

  test('of an account with a file that is being decoded are refused before the next file is read', async () => {
    const { decode, answer, refuseSecond } = heldDecoder();
    const first = decode('first', 'one');
    expect(() => refuseSecond('one')).toThrow(ApiError);
    refuseSecond('two');
    await answer('first');
    await first;
    refuseSecond('one');
  });

  test('keep two workers warm, so that the next one does not meet a cold one while a file takes long', async () => {
    const { decode, answer, workers } = heldDecoder({ places: 4 });
    for (const name of ['1', '2', '3', '4']) {
      const upload = decode(name, name);
      await settle();
      await answer(name);
      await upload;
    }
    const [first, second] = workers;
    expect(second).not.toBe(first);
    expect(workers).toEqual([first, second, first, second]);
  });

  test('that take long leave their place, and the account’s next ones wait for the slow place', async () => {
    const { decode, answer, started } = heldDecoder({ patienceMs: 1, slowMs: 1_000 });
    void decode('long', 'attacker');
    const others = decode('short', 'other');
    await expect.poll(() => started).toEqual(['long', 'short']);
    await answer('short');
    expect(await others).toBe('short');
    await answer('long', decoded('long', 1_001));
    void decode('next long', 'attacker');
    await settle();
    expect(started).toEqual(['long', 'short', 'next long']);
    const next = decode('next short', 'third');
    await settle();
    // Both places are used: the long file did not take the only one for uploads.
    expect(started).toEqual(['long', 'short', 'next long', 'next short']);
    await answer('next short');
    expect(await next).toBe('next short');
  });

  test('that this machine is too busy for get 503, and can be sent again at once (Rule 17.33)', async () => {
    const { decode, answer, started, uploads } = heldDecoder();
    const first = decode('file', 'one');
    await settle();
    await answer('file', 'late');
    expect([await first, uploads]).toEqual([503, []]);
    const again = decode('file', 'one');
    const other = decode('other', 'two');
    await settle();
    await answer('file');
    await settle();
    await answer('other');
    expect([await again, await other]).toEqual(['file', 'other']);
    expect(started).toEqual(['file', 'file', 'other']);
  });

  test('do not wait for background work', async () => {
    const { decode, inBackground, answer, started } = heldDecoder();
    void inBackground('stored 1');
    void inBackground('stored 2');
    const upload = decode('upload', 'one');
    await settle();
    expect(started).toEqual(['stored 1', 'upload']);
    await answer('upload');
    expect(await upload).toBe('upload');
  });
});

describe('a file that was decoded before', () => {
  test('is not decoded again, for any account', async () => {
    const { decode, inBackground, answer, started } = heldDecoder();
    const first = decode('file', 'one');
    await settle();
    await answer('file');
    expect([await first, await decode('file', 'two'), await inBackground('file')]).toEqual(
      Array(3).fill('file'),
    );
    expect(started).toEqual(['file']);
  });

  test('is decoded once for all who upload it at the same time', async () => {
    const { decode, answer, started } = heldDecoder({ places: 2 });
    const uploads = ['one', 'two', 'three', 'four'].map((account) => decode('file', account));
    await settle();
    await answer('file');
    expect(await Promise.all(uploads)).toEqual(Array(4).fill('file'));
    expect(started).toEqual(['file']);
  });

  test.each([
    ['was refused', REFUSED],
    ['took too much time or memory', 'failed' as const],
  ])('and %s is refused again at once, but the background decodes it again', async (_what, answered) => {
    const { decode, inBackground, answer, started } = heldDecoder();
    const first = decode('file', 'one');
    await settle();
    await answer('file', answered);
    expect([await first, await decode('file', 'two')]).toEqual([422, 422]);
    expect(started).toEqual(['file']);
    const again = inBackground('file');
    await settle();
    await answer('file');
    expect(await again).toBe('file');
    expect(await decode('file', 'two')).toBe('file');
  });
});
