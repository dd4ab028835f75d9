/** Objects of a bucket: what the S3 client does, with errors in plain words. */

import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { networkProblem } from '#api/base/failures.ts';
import type { BucketConfig } from '#api/config/storage.ts';
import type { ServedAs, Span } from '#api/files/store.ts';
import { ConfigError } from '#lib/settings/deployment.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** Until the answer begins. A transaction waits for it. */
const REQUEST_TIMEOUT_MS = 30_000;
const ATTEMPTS = 2;

/**
 * Signed addresses are the same for this long, so that browsers reuse what they have loaded, and work for as long again: a
 * video loads further ranges while it plays. In milliseconds.
 */
const SIGNED_ALIKE_MS = 10 * 60_000;

/** The bucket does not respond, or refuses. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  constructor(cause: unknown) {
    const { name, $metadata } = cause as Partial<S3ServiceException>;
    const answer = `it answers ${name} (${$metadata?.httpStatusCode ?? 'no status'})`;
    super(`the bucket cannot be used: ${networkProblem(cause) ?? answer}`, { cause });
  }
}

/** Objects by key. Every function throws a BucketError; `put` also the error of the stream that it reads. */
export type Bucket = ReturnType<typeof openBucket>;

const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;

/** The SDK would write to the console what the errors say as well. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

function createClient({ region, endpoint }: BucketConfig): S3Client {
  return new S3Client({
    region,
    // Other services may have no host for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    // Other services do not know the checksums that the SDK would add to streams.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Also while a body arrives.
      socketTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
}

async function inPlainWords<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw new BucketError(error);
  }
}

/** A signal that is aborted when the stream fails, which the client does not notice. `abort` closes the stream. */
function stopOnError(body: Readable | Uint8Array): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  if (!(body instanceof Readable)) return { signal: controller.signal, abort: () => {} };
  body.once('error', (error) => controller.abort(error));
  return { signal: controller.signal, abort: () => void body.destroy() };
}

/** Opens the bucket; nothing is sent yet. */
export function openBucket(config: BucketConfig, now: () => number = Date.now) {
  const client = createClient(config);
  const { bucket: Bucket } = config;
  return {
    /**
     * Throws a ConfigError if there is no such bucket or the credentials are refused; returns the
     * problem of a bucket that does not respond.
     */
    async check(): Promise<string | null> {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
        return null;
      } catch (error) {
        const status = statusOf(error);
        if (networkProblem(error) !== null || Number(status) >= 500) return new BucketError(error).message;
        throw new ConfigError(
          `The bucket ${Bucket} cannot be used (${status ?? (error as Error).name}): check S3_BUCKET, S3_REGION, S3_ENDPOINT and the credentials.`,
        );
      }
    },
    /** Writes an object of this size; the service verifies the SHA-256 (hexadecimal). */
    async put(
      Key: string,
      Body: Readable | Uint8Array,
      ContentLength: number,
      sha256: string,
    ): Promise<void> {
      const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentLength, ChecksumSHA256 });
      const { signal: abortSignal, abort } = stopOnError(Body);
      try {
        await client.send(command, { abortSignal });
      } catch (error) {
        throw abortSignal.aborted ? abortSignal.reason : new BucketError(error);
      } finally {
        abort();
      }
    },
    /** Size in bytes and age in milliseconds; null when it does not exist. */
    async stat(Key: string): Promise<{ size: number; ageMs: number } | null> {
      try {
        const { ContentLength = 0, LastModified } = await client.send(new HeadObjectCommand({ Bucket, Key }));
        return { size: ContentLength, ageMs: now() - (LastModified?.getTime() ?? now()) };
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw new BucketError(error);
      }
    },
    async read(Key: string, span?: Span): Promise<Readable> {
      const Range = span && `bytes=${span.start}-${span.end}`;
      const { Body } = await inPlainWords(client.send(new GetObjectCommand({ Bucket, Key, Range })));
      return Body as Readable;
    },
    /** Does nothing when it does not exist. */
    async remove(Key: string): Promise<void> {
      await inPlainWords(client.send(new DeleteObjectCommand({ Bucket, Key })));
    },
    /** Keys below a prefix, up to 1,000 at a time. */
    async *list(Prefix: string): AsyncGenerator<string[]> {
      let ContinuationToken: string | undefined;
      do {
        const page = await inPlainWords(
          client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })),
        );
        yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    /** An address that needs no credentials for 10 to 20 minutes. */
    sign(Key: string, { type, disposition }: ServedAs): Promise<string> {
      const headers = { ResponseContentType: type, ResponseContentDisposition: disposition };
      const command = new GetObjectCommand({ Bucket, Key, ...headers });
      const signingDate = new Date(Math.floor(now() / SIGNED_ALIKE_MS) * SIGNED_ALIKE_MS);
      const expiresIn = (2 * SIGNED_ALIKE_MS) / 1000;
      return inPlainWords(getSignedUrl(client, command, { signingDate, expiresIn }));
    },
  };
}
