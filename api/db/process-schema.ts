/** The table in which the API's processes announce themselves; see `schema.ts`. */
import { boolean, integer, text, uuid } from 'drizzle-orm/pg-core';
import { instant, regionSchema } from '#api/db/schema.ts';

/** Processes that use the database; only those of the deployment’s first region, in the order EU, NA, CIS, SEA, are filled. */
export const processes = regionSchema.table('processes', {
  id: uuid('id').primaryKey(),
  host: text('host').notNull(),
  /** The system's id of the process. */
  pid: integer('pid').notNull(),
  hasRedis: boolean('has_redis').notNull(),
  /** Fingerprints of the keys whose tokens it accepts, the signing key first; null from an earlier version. */
  keys: text('keys').array(),
  startedAt: instant('started_at').notNull().defaultNow(),
  /** Updated every second. */
  seenAt: instant('seen_at').notNull().defaultNow(),
});

/** Versions of live events. */
export const eventVersions = regionSchema.sequence('event_versions');
