/** Repeats one request over a fixed number of connections that stay open, and measures. */
import { once } from 'node:events';
import http from 'node:http';
import { percentile } from '#scripts/bench/stats.ts';

/** The measurements of one run. */
export interface LoadResult {
  /** Answers per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers other than 200, and requests without one. */
  failed: number;
}

async function isAnswered(url: string, options: http.RequestOptions): Promise<boolean> {
  const [response] = (await once(http.get(url, options), 'response')) as [http.IncomingMessage];
  await once(response.resume(), 'end');
  return response.statusCode === 200;
}

/** Keeps `concurrency` requests in flight for `durationMs`. */
export async function load(
  url: string,
  concurrency: number,
  durationMs: number,
  headers: http.OutgoingHttpHeaders = {},
): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });
  const times: number[] = [];
  let failed = 0;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (performance.now() < started + durationMs) {
      const sent = performance.now();
      if (!(await isAnswered(url, { agent, headers }).catch(() => false))) failed += 1;
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { rate: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99), failed };
}
