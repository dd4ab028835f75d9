/** The files in a bucket, and what is sent to it (Rule 24.26). */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type BucketConfig, originOfBucket } from '#api/config/storage.ts';
import { openBucket } from '#api/files/bucket.ts';
import { createBucketStore } from '#api/files/bucket-store.ts';
import { createTestFiles } from '#tests/support/api.ts';
import { sumsIn, testFileStore } from '#tests/support/file-store-contract.ts';
import { startBucket, type TestBucket } from '#tests/support/scale/bucket.ts';

let bucket: TestBucket;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket?.stop());

describe('the store', () => {
  testFileStore(async () => createBucketStore(openBucket(bucket.config), createTestFiles()));
});

describe('files of the time before the bucket', () => {
  test('are read from the folder, and removed from there', async () => {
    const folder = createTestFiles();
    const files = createBucketStore(openBucket(bucket.config), folder);
    const sum = await folder.put('cis', Buffer.from('an old file'));
    const stored = await files.open('cis', sum);
    expect(Buffer.concat((await (await stored?.read())?.toArray()) ?? []).toString()).toBe('an old file');
    expect(await files.addressOf('cis', sum, { type: 'video/mp4' })).toBeNull();
    expect(await sumsIn(files, 'cis')).toEqual([sum]);
    await files.remove('cis', sum);
    expect(await sumsIn(files, 'cis')).toEqual([]);
  });
});

const NOW = Date.parse('2026-05-04T12:07:30.000Z');
const SUM = 'ab'.repeat(32);
const AS = { type: 'application/octet-stream', disposition: 'attachment; filename="a b.wowsreplay"' };

describe('a signed address', () => {
  const sign = async (now = NOW, config: BucketConfig = bucket.config) =>
    new URL(await openBucket(config, () => now).sign(`eu/${SUM}`, AS));

  test('has type, name and expiry', async () => {
    const address = await sign();
    const query = Object.fromEntries(address.searchParams);
    expect(query).toMatchObject({
      'response-content-type': AS.type,
      'response-content-disposition': AS.disposition,
      'X-Amz-Expires': '1200',
      'X-Amz-Date': '20260504T120000Z',
      'X-Amz-SignedHeaders': 'host',
    });
  });

  test('is the same for ten minutes, so that browsers reuse what they have', async () => {
    const [one, same, later] = [await sign(), await sign(NOW + 60_000), await sign(NOW + 600_000)];
    expect([same.href === one.href, later.href === one.href]).toEqual([true, false]);
  });

  test.each([
    ['a service with paths', {}],
    ['AWS', { endpoint: null, region: 'eu-central-1' }],
  ])('has the origin that MEDIA_ORIGINS must name, for %s', async (_, parts) => {
    const config = { ...bucket.config, ...parts };
    expect((await sign(NOW, config)).origin).toBe(originOfBucket(config));
  });
});

/** A service that records requests and gives these answers in order, the last one to all further requests. */
async function recording(...answers: { status: number; body?: string }[]) {
  const seen: { request: IncomingMessage; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const answer = answers[Math.min(seen.length, answers.length - 1)];
    seen.push({ request, body });
    response.writeHead(answer?.status ?? 200).end(answer?.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { seen, config: { ...bucket.config, endpoint } };
}

const page = (keys: string[], token = '') =>
  `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
    <IsTruncated>${token !== ''}</IsTruncated>${token && `<NextContinuationToken>${token}</NextContinuationToken>`}
    ${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`;

test('lists more files than one answer of the service has', async () => {
  const { seen, config } = await recording(
    { status: 200, body: page([`eu/${SUM}`, 'eu/not-a-file'], 'more+') },
    { status: 200, body: page([`eu/${'cd'.repeat(32)}`]) },
  );
  const files = createBucketStore(openBucket(config), createTestFiles());
  expect(await sumsIn(files, 'eu')).toEqual([SUM, 'cd'.repeat(32)]);
  const queries = seen.map(({ request }) => new URL(request.url ?? '', 'http://host').searchParams);
  expect(queries.map((query) => [query.get('prefix'), query.get('continuation-token')])).toEqual([
    ['eu/', null],
    ['eu/', 'more+'],
  ]);
});

test('uploads a stream as it is, with its length and checksum', async () => {
  const { seen, config } = await recording({ status: 200 });
  const bytes = Buffer.alloc(100_000, 7);
  const sum = createHash('sha256').update(bytes).digest();
  await openBucket(config).put('eu/x', Readable.from([bytes]), bytes.length, sum.toString('hex'));
  const [{ request, body }] = seen as [(typeof seen)[number]];
  expect(body.equals(bytes)).toBe(true);
  expect(request.headers).toMatchObject({
    'content-length': '100000',
    'x-amz-checksum-sha256': sum.toString('base64'),
  });
  expect(request.headers).not.toHaveProperty('content-encoding');
  expect(request.headers).not.toHaveProperty('transfer-encoding');
});

test('an upload whose file cannot be read fails with the error of the disk', async () => {
  const upload = openBucket(bucket.config).put('eu/x', createReadStream('/nowhere'), 5, SUM);
  await expect(upload).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('a bucket that cannot be used', () => {
  test('because it does not exist is refused when the API starts', async () => {
    const config = { ...bucket.config, bucket: 'another-bucket' };
    await expect(openBucket(config).check()).rejects.toThrow(
      /another-bucket cannot be used \(404\): check S3_BUCKET/,
    );
  });

  test('because the credentials are refused is refused when the API starts', async () => {
    const { config } = await recording({ status: 403 });
    await expect(openBucket(config).check()).rejects.toThrow(/\(403\): check .* the credentials/);
  });

  test('because nothing answers is reported in plain words', async () => {
    const config = { ...bucket.config, endpoint: 'http://127.0.0.1:9' };
    expect(await openBucket(config).check()).toBe(
      'the bucket cannot be used: it refuses connections (ECONNREFUSED)',
    );
    expect(await openBucket(bucket.config).check()).toBeNull();
  });
});
