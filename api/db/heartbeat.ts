/** Notices that a PostgreSQL server no longer responds, while its machine keeps the connections open (rule 17.12). */
import type pg from 'pg';
import { sleep, within } from '#api/base/waiting.ts';
import { DatabaseUnavailable } from '#api/db/database.ts';

const EVERY_MS = 1_000;
const SILENT_MS = 4_000;

/**
 * Sends the server a statement each second, on the only connection of `own`. When one has no answer after four, the server counts as
 * away until the next answer, which may be a refusal, and connections of `pool` that are in use are ended. Closing it ends `own`.
 */
export function createHeartbeat(own: pg.Pool, pool: pg.Pool) {
  const busy = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => busy.add(client));
  pool.on('release', (_error, client) => busy.delete(client));
  const ending = new AbortController();
  let isAway = false;
  async function beat(): Promise<void> {
    let isAnswered = false;
    const answer = own.query('select 1').catch(() => {});
    const noted = answer.then(() => {
      isAnswered = true;
    });
    // Second by second: when this process itself was held up, answers that arrived meanwhile are read between them.
    for (let waited = 0; waited < SILENT_MS && !isAnswered; waited += EVERY_MS)
      await within(noted, EVERY_MS, undefined);
    isAway = !isAnswered;
    if (isAway) for (const client of busy) void (client as unknown as pg.Client).end();
  }
  async function run(): Promise<void> {
    for (;;) {
      await beat();
      await sleep(EVERY_MS, ending.signal);
    }
  }
  run().catch(() => {});
  return {
    isAway: () => isAway,
    /** Runs `work`; rejects with `DatabaseUnavailable` when the server is away. */
    async whileHere<T>(work: () => Promise<T>): Promise<T> {
      if (isAway) throw new DatabaseUnavailable(new DOMException('timeout expired', 'TimeoutError'));
      return work();
    },
    close(): Promise<void> {
      ending.abort();
      return own.end();
    },
  };
}
