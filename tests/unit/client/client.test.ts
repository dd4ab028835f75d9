import { describe, expect, test, vi } from 'vitest';
import { request } from '#lib/client/client.ts';
import { NetworkError, SchemaError } from '#lib/client/errors.ts';
import { setRuntime } from '#lib/runtime.ts';
import { defineCall } from '#lib/schemas/call.ts';
import { z } from '#lib/schemas/zod.ts';
import { API, empty, fakeFetch, json } from '#tests/support/fake-fetch.ts';
import { settle } from '#tests/support/fake-platform.ts';
import { FakeUpload } from '#tests/support/fake-upload.ts';

const getThing = defineCall({
  method: 'GET',
  path: '/api/Thing/:id',
  summary: '',
  access: 'anyone',
  params: z.object({ id: z.coerce.number() }),
  query: z.object({ page: z._default(z.coerce.number(), 1), all: z.optional(z.boolean()) }),
  status: 200,
  response: z.array(z.number()),
});
const pagedThings = defineCall({ ...getThing, path: '/api/Thing', paged: true });
const textThing = defineCall({ ...getThing, response: z.string() });
const putThing = defineCall({
  method: 'PUT',
  path: '/api/Thing',
  summary: '',
  access: 'signed-in',
  body: z.object({ name: z.string() }),
  status: 200,
});
const postThing = defineCall({
  method: 'POST',
  path: '/api/Thing',
  summary: '',
  access: 'signed-in',
  multipart: { dto: z.object({ a: z.number() }), file: 'file' },
  status: 201,
  response: z.array(z.number()),
});

describe('a request', () => {
  test('goes to the regional API with cookies, encoded parameters and no undefined values', async () => {
    const sent = fakeFetch([json([1])]);
    const result = await request(getThing, { params: { id: 'a/b c' }, query: { page: 2, all: undefined } });
    expect(result).toEqual({ data: [1], paging: null });
    expect(sent[0]?.url).toBe(`${API}/api/Thing/a%2Fb%20c?page=2`);
    expect(sent[0]?.init).toMatchObject({
      method: 'GET',
      credentials: 'include',
      headers: { Accept: 'application/json' },
    });
  });

  test('sends a JSON body and accepts an empty response', async () => {
    const sent = fakeFetch([empty(200)]);
    expect(await request(putThing, { body: { name: 'x' } })).toEqual({
      data: undefined,
      paging: null,
    });
    expect(sent[0]?.init).toMatchObject({
      body: '{"name":"x"}',
      headers: { 'Content-Type': 'application/json' },
    });
  });

  test('sends multipart parts: files as they are, the rest as JSON, undefined ones not at all', async () => {
    const sent = fakeFetch([json([1], 201)]);
    const file = new File(['abc'], 'battle.wowsreplay');
    await request(postThing, { multipart: { dto: { a: 1 }, file, other: null } });
    const form = sent[0]?.init.body as FormData;
    expect(form.get('dto')).toBe('{"a":1}');
    expect((form.get('file') as File).name).toBe('battle.wowsreplay');
    expect(form.has('other')).toBe(false);
    expect(sent[0]?.init.headers).not.toHaveProperty('Content-Type');
  });
});

describe('a response', () => {
  test('may have its paging in the body', async () => {
    fakeFetch([json({ currentPage: 2, pageSize: 1, totalItems: 3, totalPages: 3, items: [7] })]);
    const { data, paging } = await request(pagedThings);
    expect(data).toEqual([7]);
    expect(paging?.currentPage).toBe(2);
  });

  test.each<[what: string, response: () => Response]>([
    ['text', () => new Response('abc', { headers: { 'Content-Type': 'text/plain' } })],
    ['a JSON string', () => json('abc')],
    ['text without a media type', () => new Response(new TextEncoder().encode('abc'))],
  ])('may be text: %s', async (_, response) => {
    fakeFetch([response()]);
    expect((await request(textThing)).data).toBe('abc');
  });

  test.each<[what: string, response: () => Response]>([
    ['another shape', () => json([1, 'two'])],
    ['broken JSON', () => new Response('[1', { headers: { 'Content-Type': 'application/json' } })],
    [
      'a page of the site',
      () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }),
    ],
  ])('that does not fit the schema is a SchemaError with its cause: %s', async (_, response) => {
    fakeFetch([response()]);
    const error = await request(getThing).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SchemaError);
    expect((error as Error).message).toContain('GET /api/Thing/:id');
    expect((error as Error).cause).toBeDefined();
  });
});

describe('a request without a response', () => {
  test('reports that the server could not be reached', async () => {
    const cause = new TypeError('Failed to fetch');
    fakeFetch([cause]);
    await expect(request(getThing)).rejects.toMatchObject({
      name: 'NetworkError',
      reason: 'unreachable',
      cause,
    });
  });

  test('reports that the device is offline', async () => {
    fakeFetch([new TypeError('Failed to fetch')], { isOnline: () => false });
    await expect(request(getThing)).rejects.toMatchObject({ reason: 'offline' });
  });

  test.each([
    ['a form without a file', null, 30_000],
    ['a form with a file', new File(['battle'], 'battle.wowsreplay'), 340_000],
  ])('times out, later with a file: %s (Rule 16.1)', async (_, file, patience) => {
    vi.useFakeTimers();
    const sent = fakeFetch(['never']);
    const outcome = request(postThing, { multipart: { dto: { a: 1 }, file } }).catch(
      (reason: unknown) => reason,
    );
    await vi.advanceTimersByTimeAsync(patience - 1);
    expect(sent[0]?.init.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const error = await outcome;
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ reason: 'timeout' });
    expect(sent[0]?.init.signal?.aborted).toBe(true);
    vi.useRealTimers();
  });

  test('times out when the body never ends', async () => {
    vi.useFakeTimers();
    const endless = new Response(
      new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([91])) }),
    );
    fakeFetch([endless]);
    const outcome = request(getThing, { timeout: 1000 }).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ reason: 'timeout' });
    vi.useRealTimers();
  });

  test('rejects with the caller’s abort, also before it was sent', async () => {
    const controller = new AbortController();
    const sent = fakeFetch(['never']);
    const outcome = request(getThing, { signal: controller.signal }).catch((reason: unknown) => reason);
    controller.abort();
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    await expect(request(getThing, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(sent).toHaveLength(1);
  });
});

describe('a request that the head script sent', () => {
  const url = `${API}/api/Thing/1`;

  test('is used once', async () => {
    const early = { [url]: Promise.resolve(json([7])) };
    const sent = fakeFetch([json([8])], { early: () => early });
    expect((await request(getThing, { params: { id: 1 } })).data).toEqual([7]);
    expect((await request(getThing, { params: { id: 1 } })).data).toEqual([8]);
    expect(sent).toHaveLength(1);
  });

  test('is sent again when it failed without a response', async () => {
    const failed = Promise.reject(new TypeError('Failed to fetch'));
    failed.catch(() => {});
    const sent = fakeFetch([json([8])], { early: () => ({ [url]: failed }) });
    expect((await request(getThing, { params: { id: 1 } })).data).toEqual([8]);
    expect(sent).toHaveLength(1);
  });

  test('is not used for another URL', async () => {
    const early = { [`${url}?page=2`]: Promise.resolve(json([7])) };
    const sent = fakeFetch([json([8])], { early: () => early });
    expect((await request(getThing, { params: { id: 1 } })).data).toEqual([8]);
    expect(sent).toHaveLength(1);
    expect(early).toHaveProperty([`${url}?page=2`]);
  });
});

describe('an upload', () => {
  /** Starts one; `ms` have passed after it. */
  async function start(signal?: AbortSignal, ms = 0) {
    fakeFetch([]);
    const uploading = new FakeUpload();
    const times = [0];
    const now = () => times.pop() ?? ms;
    setRuntime({ createUpload: () => uploading as unknown as XMLHttpRequest, now });
    const shares: number[] = [];
    const multipart = { dto: { a: 1 }, file: new File(['abc'], 'a.wowsreplay') };
    const outcome = request(postThing, {
      multipart,
      signal,
      onUploadProgress: (share) => shares.push(share),
    }).catch((reason: unknown) => reason);
    await expect.poll(() => uploading.body).toBeInstanceOf(FormData);
    return { uploading, shares, outcome };
  }

  test('reports the share sent so far', async () => {
    const { uploading, shares, outcome } = await start();
    expect(uploading).toMatchObject({ opened: ['POST', `${API}/api/Thing`], withCredentials: true });
    uploading.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
    uploading.upload.onprogress?.({ lengthComputable: false, loaded: 1, total: 0 });
    uploading.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 4 });
    uploading.finish(201, '[5]');
    expect(await outcome).toEqual({ data: [5], paging: null });
    expect(shares).toEqual([0.25, 1]);
  });

  test('reports a refusal like other calls', async () => {
    const { uploading, outcome } = await start();
    uploading.finish(413, '');
    expect(await outcome).toMatchObject({ status: 413, message: 'The file is too large.' });
  });

  test('can be aborted', async () => {
    const controller = new AbortController();
    const { uploading, outcome } = await start(controller.signal);
    const abort = vi.spyOn(uploading, 'abort');
    controller.abort();
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    expect(abort).toHaveBeenCalledOnce();
  });

  test('is never sent when aborted before it starts', async () => {
    fakeFetch([]);
    const created = vi.fn(() => new FakeUpload() as unknown as XMLHttpRequest);
    setRuntime({ createUpload: created });
    const controller = new AbortController();
    const multipart = { dto: { a: 1 }, file: new File(['abc'], 'a.wowsreplay') };
    const options = { multipart, signal: controller.signal, onUploadProgress: () => {} };
    const outcome = request(postThing, options).catch((reason: unknown) => reason);
    controller.abort();
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    await import('#lib/client/upload.ts');
    await settle();
    expect(created).not.toHaveBeenCalled();
  });

  describe.each([
    ['the browser sends it again', (uploading: FakeUpload) => uploading.progress(1_000, 4e6)],
    ['its connection ends', (uploading: FakeUpload) => uploading.onerror?.()],
  ])('that has run for 30 s when %s', (_, end) => {
    async function endAfter(ms: number, loaded: number): Promise<unknown> {
      const { uploading, outcome } = await start(undefined, ms);
      uploading.progress(loaded, 4e6);
      end(uploading);
      uploading.onerror?.();
      return outcome;
    }

    test('was too slow (Rule 17.10)', async () => {
      expect(await endAfter(30_000, 400_000)).toMatchObject({ status: 408 });
    });

    test('was not when it was sent as a whole, or is younger', async () => {
      expect(await endAfter(300_000, 4e6)).toMatchObject({ reason: 'unreachable' });
      expect(await endAfter(29_000, 400_000)).toMatchObject({ reason: 'unreachable' });
    });
  });

  test('of more than 16 kB/s fails like other calls when its connection ends', async () => {
    const { uploading, outcome } = await start(undefined, 30_000);
    uploading.progress(500_000, 4e6);
    uploading.onerror?.();
    expect(await outcome).toMatchObject({ reason: 'unreachable' });
  });

  test('fails like other calls', async () => {
    const { uploading, outcome } = await start();
    uploading.onerror?.();
    expect(await outcome).toMatchObject({ name: 'NetworkError', reason: 'unreachable' });
  });
});
