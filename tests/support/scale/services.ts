/** Everything next to PostgreSQL that several processes share: Redis and S3. */
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';
import { type S3Server, startS3 } from '#tests/support/scale/s3.ts';

/** The running services. */
export interface Services {
  redis: RedisServer;
  s3: S3Server;
  /** The settings of an API that uses them. */
  settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts them. */
export async function startServices(): Promise<Services> {
  const [redis, s3] = await Promise.all([startRedis(), startS3()]);
  return {
    redis,
    s3,
    settings: {
      REDIS_URL: redis.url,
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    async stop() {
      await Promise.all([redis.stop(), s3.stop()]);
    },
  };
}
