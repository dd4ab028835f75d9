/** A bucket on the S3 server of the tests. */
import type { BucketConfig } from '#api/config/storage.ts';
import { type S3Server, startS3 } from '#tests/support/scale/s3.ts';

/** The server with the settings of its bucket. */
export interface TestBucket extends S3Server {
  config: BucketConfig;
  /** As environment variables, without the credentials. */
  env: Record<string, string>;
}

/** Starts the server. This process gets the credentials, from which the SDK reads them. */
export async function startBucket(): Promise<TestBucket> {
  const server = await startS3();
  process.env.AWS_ACCESS_KEY_ID = server.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = server.secretAccessKey;
  const { bucket, endpoint } = server;
  return {
    ...server,
    config: { bucket, endpoint, region: 'us-east-1' },
    env: { S3_BUCKET: bucket, S3_ENDPOINT: endpoint },
  };
}
