/** Draws thumbnails of an earlier version again, from the stored timelines (rule 30.62). */
import { and, desc, eq, getTableColumns, isNotNull, lt } from 'drizzle-orm';
import { THUMBNAIL_VERSION } from 'wows-replay/battle/surface';
import type { Db, Tx } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import type { AttemptOptions } from '#api/jobs/replays/attempt.ts';
import { keepFile, readStored, removeUnreferenced } from '#api/model/replays/files.ts';
import { type ReceivedThumbnail, receiveThumbnail, thumbnailColumns } from '#api/model/replays/parts.ts';

/** Thumbnails in one transaction, because each empties the region's cache. */
const BATCH = 10;

const { id, thumbnailSha256, timelineSha256, thumbnailVersion } = getTableColumns(replays);
const isOld = and(
  lt(thumbnailVersion, THUMBNAIL_VERSION),
  isNotNull(thumbnailSha256),
  isNotNull(timelineSha256),
);

const findOld = (db: Db) =>
  db
    .select({ id, thumbnailSha256, timelineSha256, authorId: posts.authorId, playerId: posts.playerId })
    .from(replays)
    .innerJoin(posts, eq(posts.id, replays.postId))
    .where(isOld)
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
  if (rows.length === 0 || drawn === null) return;
  await keepFile(tx, files, drawn);
  tx.afterCommit(async () => {
    await removeUnreferenced(database, files, tx.region, String(old.thumbnailSha256));
  });
}

/** Draws some of the old thumbnails again, the newest first; false when there are none. */
export async function redrawOld(options: AttemptOptions): Promise<boolean> {
  const { database, files, decoder, signal } = options;
  for (const region of database.regions) {
    const found = signal.aborted ? [] : await database.read(region, findOld);
    if (!found.length) continue;
    await using received = new AsyncDisposableStack();
    const drawn: [Old, ReceivedThumbnail | null][] = [];
    for (const old of found) {
      const timeline = await readStored(files, region, old.timelineSha256);
      drawn.push([old, received.use(await receiveThumbnail(files, decoder, { timeline }, old))]);
    }
    await database.write(region, async (tx) => {
      for (const [old, thumbnail] of drawn) await store(tx, options, old, thumbnail);
    });
    return true;
  }
  return false;
}
