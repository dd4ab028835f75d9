/** Repeats one request over a fixed number of connections that stay open, and measures. */
import http from 'node:http';
import { percentile } from '#scripts/bench/stats.ts';

/** What one run measured. */
export interface LoadResult {
  /** Answers per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers other than 200, and requests without one. */
  failed: number;
}

function request(agent: http.Agent, url: URL): Promise<number> {
  return new Promise((resolve) => {
    const sent = http.get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    sent.once('error', () => resolve(0));
  });
}

/** Keeps `concurrency` requests in flight for `durationMs`. */
export async function load(address: string, concurrency: number, durationMs: number): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });
  const url = new URL(address);
  const times: number[] = [];
  let failed = 0;
  const started = performance.now();
  const end = started + durationMs;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      const sent = performance.now();
      if ((await request(agent, url)) !== 200) failed += 1;
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { rate: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99), failed };
}
