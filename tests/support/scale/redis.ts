/** Debian's Redis without persistence. */
import { freePort } from '#scripts/support/listen.ts';
import { createServerHome, startGuarded, tryPort, untilStarted } from '#tests/support/guarded-program.ts';

/** A running server. After `stop`, one can be started on the same port. */
export interface RedisServer {
  url: string;
  port: number;
  stop(): Promise<void>;
}

/** Starts Redis on a free port of the loopback address, or on the given one. */
export async function startRedis(given?: number): Promise<RedisServer> {
  const port = given ?? (await freePort());
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const program = startGuarded(createServerHome('redis'), ['/usr/bin/redis-server', ...options]);
  await untilStarted('Redis', program, () => tryPort(port));
  return { url: `redis://127.0.0.1:${port}`, port, stop: program.stop };
}
