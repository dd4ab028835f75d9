import { expect, it, vi } from 'vitest';
import { decodeReplayFile } from '#lib/client/replay-file.ts';
import { createDecodingWorker, FakeWorker } from '#tests/support/decoder-worker.ts';
import { fakePlatform } from '#tests/support/fake-platform.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const FILE = new Blob([replayFile()]);

function silentWorker(): FakeWorker {
  const worker = new FakeWorker();
  fakePlatform('/', { createWorker: () => worker as unknown as Worker });
  return worker;
}

it('decodes a file in a worker and ends the worker', async () => {
  fakePlatform('/', { createWorker: createDecodingWorker });
  expect(await decodeReplayFile(FILE)).toMatchObject({ ok: true });
  vi.stubGlobal('document', { documentElement: { dataset: { replayClasses: 'A.B,C.D' } } });
  const worker = silentWorker();
  const answer = decodeReplayFile(FILE);
  vi.unstubAllGlobals();
  expect(worker.received).toEqual([{ file: FILE, extraClasses: ['A.B', 'C.D'] }]);
  worker.answer({ ok: false, reason: 'Not a replay.' });
  expect(await answer).toEqual({ ok: false, reason: 'Not a replay.' });
  expect(worker.isTerminated).toBe(true);
});

it('fails when the worker cannot be loaded or crashes', async () => {
  const worker = silentWorker();
  const answer = decodeReplayFile(FILE);
  worker.onerror?.(new Event('error'));
  await expect(answer).rejects.toThrow('could not be decoded');
  expect(worker.isTerminated).toBe(true);
});

it('fails when the worker does not answer within a minute', async () => {
  vi.useFakeTimers();
  const worker = silentWorker();
  const answer = expect(decodeReplayFile(FILE)).rejects.toThrow('could not be decoded');
  await vi.advanceTimersByTimeAsync(60_000);
  await answer;
  expect(worker.isTerminated).toBe(true);
  vi.useRealTimers();
});

it('ends the worker when it is aborted', async () => {
  const worker = silentWorker();
  const controller = new AbortController();
  const { signal } = controller;
  const answer = decodeReplayFile(FILE, signal);
  controller.abort();
  await expect(answer).rejects.toThrow(/abort/i);
  expect(worker.isTerminated).toBe(true);
  await expect(decodeReplayFile(FILE, signal)).rejects.toThrow(/abort/i);
});
