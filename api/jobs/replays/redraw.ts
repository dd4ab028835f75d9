/** Draws thumbnails of an earlier version again, and late ones, from the stored timelines (rule 30.62). */
import { millisecondsInDay } from 'date-fns/constants';
import { and, desc, eq, getTableColumns, isNotNull, lt, not, sql } from 'drizzle-orm';
import { THUMBNAIL_VERSION } from 'wows-replay/battle/surface';
import { type BackOff, waitAfter } from '#api/base/back-off.ts';
import { createTimedMap } from '#api/base/timed-memory.ts';
import type { Db, Tx } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import { anyOf } from '#api/db/sql.ts';
import type { AttemptOptions } from '#api/jobs/replays/attempt.ts';
import { keepFile, readStored, removeUnreferenced } from '#api/model/replays/files.ts';
import {
  LATE,
  type ReceivedThumbnail,
  receiveThumbnail,
  thumbnailColumns,
} from '#api/model/replays/parts.ts';
import type { RegionId } from '#lib/regions.ts';

/** Thumbnails in one transaction, because each empties the region's cache. */
const BATCH = 10;

const { id, thumbnailSha256, timelineSha256, thumbnailVersion } = getTableColumns(replays);
const isOld = and(lt(thumbnailVersion, THUMBNAIL_VERSION), isNotNull(timelineSha256));

const findOld = (db: Db, except: readonly string[]) =>
  db
    .select({ id, thumbnailSha256, timelineSha256, authorId: posts.authorId, playerId: posts.playerId })
    .from(replays)
    .innerJoin(posts, eq(posts.id, replays.postId))
    .where(and(isOld, not(sql`${id} = ${anyOf(except)}`)))
    .orderBy(desc(thumbnailVersion), desc(replays.createdAt))
    .limit(BATCH);

type Old = Awaited<ReturnType<typeof findOld>>[number];

/** Stores a thumbnail, unless the replay has changed or another process stores it. Without one, the old one stays for good. */
async function store(
  tx: Tx,
  { database, files }: AttemptOptions,
  old: Old,
  drawn: ReceivedThumbnail | null,
): Promise<void> {
  const isSame = and(isOld, eq(id, old.id), eq(timelineSha256, String(old.timelineSha256)));
  const free = tx.db.select({ id }).from(replays).where(isSame).for('update', { skipLocked: true });
  const columns = drawn ? thumbnailColumns(drawn) : { thumbnailVersion: THUMBNAIL_VERSION };
  const rows = await tx.db.update(replays).set(columns).where(eq(id, free)).returning({ id });
  if (rows.length === 0 || drawn === null || drawn.sha256 === null) return;
  await keepFile(tx, files, drawn);
  if (old.thumbnailSha256 === null) return;
  tx.afterCommit(async () => {
    await removeUnreferenced(database, files, tx.region, String(old.thumbnailSha256));
  });
}

/**
 * Late thumbnails wait for their next attempt. Kept in memory: after a restart, and in another process, the attempts count from the
 * start.
 */
function createWaiting() {
  const late = createTimedMap<{ failed: number; until: number }>(millisecondsInDay);
  return {
    ids: () => [...late].flatMap(([replayId, { until }]) => (until > performance.now() ? [replayId] : [])),
    /** False when its attempts are used up: then it counts as one that cannot be drawn. */
    postpone(replayId: string, backOff: BackOff): boolean {
      const failed = (late.get(replayId)?.failed ?? 0) + 1;
      const wait = waitAfter({ ...backOff, attempts: backOff.attempts + 1 }, failed);
      if (wait !== null) late.set(replayId, { failed, until: performance.now() + wait });
      return wait !== null;
    },
  };
}

type Waiting = ReturnType<typeof createWaiting>;
type Drawn = [Old, ReceivedThumbnail | null][];

/** Draws thumbnails up to the first late one. Null stands for one that cannot be drawn. */
async function draw(
  { files, decoder, limits }: AttemptOptions,
  region: RegionId,
  { found, waiting, received }: { found: readonly Old[]; waiting: Waiting; received: AsyncDisposableStack },
): Promise<Drawn> {
  const drawn: Drawn = [];
  for (const old of found) {
    const timeline = await readStored(files, region, old.timelineSha256);
    const thumbnail = received.use(await receiveThumbnail(files, decoder, { timeline }, old));
    if (thumbnail !== LATE) {
      drawn.push([old, thumbnail]);
      continue;
    }
    if (!waiting.postpone(old.id, limits.backOff)) drawn.push([old, null]);
    // A busy machine takes a minute for each, and other jobs wait.
    break;
  }
  return drawn;
}

/** Creates the function that draws some of the old and late thumbnails, the newest first; false when none is due. */
export function createRedrawing(): (options: AttemptOptions) => Promise<boolean> {
  const waiting = createWaiting();
  return async (options) => {
    const { database, signal } = options;
    for (const region of database.regions) {
      const found = signal.aborted ? [] : await database.read(region, (db) => findOld(db, waiting.ids()));
      if (!found.length) continue;
      await using received = new AsyncDisposableStack();
      const drawn = await draw(options, region, { found, waiting, received });
      if (drawn.length > 0)
        await database.write(region, async (tx) => {
          for (const [old, thumbnail] of drawn) await store(tx, options, old, thumbnail);
        });
      return true;
    }
    return false;
  };
}
