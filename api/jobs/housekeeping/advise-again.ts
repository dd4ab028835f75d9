/** Applies new rules of advice to all posts, in the background (rule 28.2). */
import { sleep } from '#api/base/waiting.ts';
import type { Database } from '#api/db/database.ts';
import { adviseAgain, hasOutdatedAdvice } from '#api/model/advice/store.ts';

/** Pause after each batch, in milliseconds. */
const REST_MS = 250;

/** Works through the posts of every region, until `signal` is aborted. Another process, or the next time, continues where it stopped. */
export async function advisePostsAgain(
  database: Pick<Database, 'read' | 'transaction' | 'regions'>,
  signal: AbortSignal,
  restMs: number = REST_MS,
): Promise<void> {
  for (const region of database.regions)
    while (!signal.aborted && (await database.read(region, hasOutdatedAdvice))) {
      await database.transaction(region, adviseAgain);
      await sleep(restMs, signal).catch(() => undefined);
    }
}
