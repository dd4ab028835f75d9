/** Two API processes on one database with Redis and S3: one post from end to end. */
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AURORA, HOOD, postDto, postForm } from '#tests/support/api.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { type ApiProcess, type Fleet, startFleet } from '#tests/support/scale/api-processes.ts';
import { startBucket, type TestBucket } from '#tests/support/scale/bucket.ts';
import { listenTo, until } from '#tests/support/scale/hub-listener.ts';
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';

let redis: RedisServer;
let bucket: TestBucket;
let fleet: Fleet;
let first: ApiProcess;
let second: ApiProcess;
beforeAll(async () => {
  [redis, bucket] = await Promise.all([startRedis(), startBucket()]);
  const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = bucket;
  const env = { REDIS_URL: redis.url, ...bucket.env, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  fleet = await startFleet(2, () => env);
  [first, second] = fleet.processes as [ApiProcess, ApiProcess];
});
afterAll(async () => {
  await fleet?.close();
  await redis?.stop();
  await bucket?.stop();
});

test('a post written through one process is live on the other, with its replay (rule 24.32)', async () => {
  const connection = new HubConnectionBuilder()
    .withUrl(`${second.origin()}/api/hubs/post`)
    .configureLogging(LogLevel.None)
    .build();
  const announced = new Promise<{ id: string }>((resolve) => connection.on('NewPost', resolve));
  await connection.start();
  const replay = replayFile();
  const created = await fetch(`${first.origin()}/api/Post`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await fleet.tokenOf(AURORA)}` },
    body: postForm(postDto({ player: { id: HOOD }, flairs: 1 }), replay),
  });
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as { id: string };
  expect((await announced).id).toBe(id);
  await connection.stop();

  const { model } = (await (await fetch(`${second.origin()}/api/Post/${id}`)).json()) as {
    model: { replayId: string };
  };
  const download = await fetch(`${second.origin()}/api/Replay/${model.replayId}/file`);
  expect(new URL(download.url).origin).toBe(bucket.endpoint);
  expect(Buffer.from(await download.arrayBuffer()).equals(replay)).toBe(true);
});

test('when a process is killed, the clients of the other one reload (rule 24.17)', async () => {
  const { connection, reconnects } = await listenTo(second.origin());
  await until('the processes know each other', async () => {
    const { rows } = await fleet.database.read('eu', (db) =>
      db.execute("select 1 from eu.processes where seen_at > started_at + interval '2 seconds'"),
    );
    return rows.length === 2;
  });
  await first.end('SIGKILL');
  await until('the client has reconnected', () => reconnects() === 1);
  await connection.stop();
});
