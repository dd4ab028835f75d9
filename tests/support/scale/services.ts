/** Everything next to PostgreSQL that several processes share: PgBouncer, Redis and S3. */
import { type Pooler, startPgbouncer } from '#tests/support/scale/pgbouncer.ts';
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';
import { type S3Server, startS3 } from '#tests/support/scale/s3.ts';

/** The running services. */
export interface Services {
  pooler: Pooler;
  redis: RedisServer;
  s3: S3Server;
  /** The settings of an API on a database of the server. */
  settings(databaseUrl: string): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts them for a PostgreSQL server. */
export async function startServices(serverUrl: string): Promise<Services> {
  const [pooler, redis, s3] = await Promise.all([startPgbouncer(serverUrl), startRedis(), startS3()]);
  return {
    pooler,
    redis,
    s3,
    settings: (databaseUrl) => ({
      DATABASE_URL: pooler.through(databaseUrl),
      DATABASE_DIRECT_URL: databaseUrl,
      DATABASE_POOLER: 'transaction',
      REDIS_URL: redis.url,
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      S3_FORCE_PATH_STYLE: 'true',
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }),
    async stop() {
      await Promise.all([pooler.stop(), redis.stop(), s3.stop()]);
    },
  };
}
