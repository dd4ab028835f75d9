/** Rule 9.11: of two creates by one user at once, one wins and the other is told to wait. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#api/db/database.ts';
import { tooManyRequests } from '#api/http/errors.ts';
import type { RegionId } from '#lib/regions.ts';

const refusal = () => tooManyRequests('Another post of yours is being created. Try again in a moment.', 1);

/** Creates that this process is working on. */
export interface CreateGuard {
  /** Runs `create` unless one of the user is under way: then 429. */
  run<T>(region: RegionId, userId: number, create: () => Promise<T>): Promise<T>;
}

/** Guards within this process, from the first byte of the upload to the commit. */
export function createGuard(): CreateGuard {
  const running = new Set<string>();
  return {
    async run(region, userId, create) {
      const key = `${region}:${userId}`;
      if (running.has(key)) throw refusal();
      running.add(key);
      try {
        return await create();
      } finally {
        running.delete(key);
      }
    },
  };
}

/** Guards between processes on one server, until the transaction ends. */
export async function claimCreate({ db, region }: Tx, userId: number): Promise<void> {
  const key = `create-post:${region}:${userId}`;
  const { rows } = await db.execute<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as claimed`,
  );
  if (!rows[0]?.claimed) throw refusal();
}
