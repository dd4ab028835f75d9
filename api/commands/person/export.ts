/** Collects everything that is stored about a person in one region, for the person to read. */
import path from 'node:path';
import { inArray, type SQL, sql } from 'drizzle-orm';
import { COVERAGE, columnsOf, columnsWith, keyOf } from '#api/commands/person/coverage.ts';
import {
  findCandidates,
  findForeignReplays,
  findOwnPosts,
  isAny,
  isMatch,
} from '#api/commands/person/find.ts';
import type { Scan } from '#api/commands/person/scan.ts';
import type { Db } from '#api/db/database.ts';
import { notifications } from '#api/db/message-schema.ts';
import { replays } from '#api/db/replay-schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { tableNamed } from '#api/db/statements.ts';
import type { Identities } from '#api/model/players/erasures.ts';
import { excerptsOf, isAmong, mentionPattern } from '#api/model/replays/mask.ts';

type Row = Record<string, unknown>;

/** Everything about a person. Texts of others are excerpts, and only of posts and clans that everyone can read. */
export type PersonExport = NonNullable<Awaited<ReturnType<typeof exportPerson>>>;

/**
 * The seed signs the account's tokens, so it is a secret, not information. Tracks are a part
 * of the timeline, which is exported.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { users: ['seed'], replays: ['tracks'] };

/** Which rows of tables with texts everyone can read. */
const PUBLIC: Readonly<Record<string, SQL>> = { posts: sql`is_public`, clans: sql`true` };

/** The condition of the rows by and about the person. */
function isOwn(table: string, id: number, postIds: readonly string[]): SQL {
  const persons = columnsOf(table, 'person', 'actor').map(
    (name): SQL => sql`${sql.identifier(name)} = ${id}`,
  );
  // Notifications and actions about the person's posts that belong to others are not the person's.
  const ofPosts = persons.length > 0 ? [] : columnsOf(table, 'post');
  const own = isAny([...persons, ...ofPosts.map((name) => sql`${sql.identifier(name)} = ${anyOf(postIds)}`)]);
  return table === 'decisions' ? sql`(${own} and ${isOwnDecision(id)})` : own;
}

/**
 * Decisions about other players of a post are not the person's. Nor is that their post was kept: it would tell that someone
 * reported it.
 */
const isOwnDecision = (id: number): SQL =>
  sql`(mod_id is not distinct from ${id} or person_id = ${id} and kind <> 'kept')`;

/** Only its author and staff see a ticket id (rule 17.3). */
const FOREIGN_POST = { ticket_id: null };
/** The texts of a post that the person changed as a moderator, and of one whose action the person reverted. */
const FOREIGN_ACTION = { updated_post: null, previous_post: null };

/** Columns that would tell author and subject of open reports, and who takes care of the post. */
const MODERATORS_ALONE = ['kind', 'reports', 'opened_at', 'claimed_until'];

/** Tables whose rows do not tell the person who else acted. */
const WITHOUT_ACTORS = ['reviews', 'decisions', 'objections', 'staff_notes'];

/** Who objected to the person's decision, with which words. */
const FOREIGN_OBJECTION = { author_id: null, words: null };

/** The item of a post, or a decision with what belongs to it. The person may be concerned, or the moderator who acted. */
function withoutActors(table: string, row: Row, id: number): Row {
  const shown = Object.entries(row).filter(
    ([name]) => table !== 'reviews' || !MODERATORS_ALONE.includes(name),
  );
  const actors = columnsOf(table, 'actor');
  const isOther = (name: string, value: unknown): boolean => actors.includes(name) && Number(value) !== id;
  const own = Object.fromEntries(shown.map(([name, value]) => [name, isOther(name, value) ? null : value]));
  if (table === 'decisions' && Number(row.person_id) !== id) return { ...own, former: null };
  const isForeign = table === 'objections' && Number(row.author_id) !== id;
  return isForeign ? { ...own, ...FOREIGN_OBJECTION } : own;
}

/** A row without what is left out, and without what others wrote for others. */
function ofPerson(table: string, row: Row, id: number): Row {
  if (WITHOUT_ACTORS.includes(table)) return withoutActors(table, row, id);
  const hidden = LEFT_OUT[table] ?? [];
  const own = Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name)));
  if (Number(row.author_id) === id) return own;
  if (table === 'posts') return { ...own, ...FOREIGN_POST };
  if (table !== 'mod_actions') return own;
  const isByPerson = Number(row.mod_id) === id;
  return { ...own, ...FOREIGN_ACTION, ...(isByPerson ? {} : { reason: null, rules: null }) };
}

async function rowsOf(db: Db, table: string, id: number, postIds: readonly string[]): Promise<Row[]> {
  const { rows } = await db.execute<Row>(
    sql`select * from ${tableNamed(table)} where ${isOwn(table, id, postIds)}`,
  );
  return rows.map((row) => ofPerson(table, row, id));
}

/** Posts that the person has deleted, as notifications of others still hold them. */
async function deletedPostsOf(
  db: Db,
  { id, isFound }: Scan,
  ownPosts: readonly string[],
): Promise<unknown[]> {
  const post = sql`${notifications.payload}->'post'`;
  const rows = await db
    .selectDistinct({ post })
    .from(notifications)
    .where(
      sql`${isFound('notifications')} and ${post}#>>'{author,id}' = ${String(id)}
        and not ${notifications.postId} = ${anyOf(ownPosts)}`,
    );
  return rows.map((row) => row.post);
}

/** Battles of other posts in which the person took part, observed or is mentioned: own entries and chat lines, mentions. */
async function battlesOf(db: Db, scan: Scan, persons: Identities, ownPosts: readonly string[]) {
  const pattern = mentionPattern(persons);
  const found = await findForeignReplays(db, persons, ownPosts, scan.isFound('replays'));
  const isPerson = ({ accountId, name }: { accountId: number; name: string }) =>
    isAmong(persons, accountId, name);
  return found.map((replay) => {
    const isWriter = ({ playerId, username }: (typeof replay.chatMessages)[number]) =>
      isAmong(persons, playerId, username);
    const others = replay.isPublic ? replay.chatMessages.filter((line) => !isWriter(line)) : [];
    return {
      replayId: replay.id,
      postId: replay.postId,
      roster: replay.players.filter(isPerson),
      observers: replay.facts?.observers.filter(isPerson) ?? [],
      chat: replay.chatMessages.filter(isWriter),
      mentions: others.flatMap(({ messageContent }) => excerptsOf(messageContent, pattern)),
    };
  });
}

/** Texts of others that contain a name or the id. */
async function mentionsOf(db: Db, { id, isFound }: Scan, persons: Identities, own: readonly string[]) {
  const pattern = mentionPattern(persons);
  const found = [];
  for (const { table, column } of columnsWith('text', 'json')) {
    const name = sql.identifier(column);
    const key = sql.identifier(keyOf(table));
    const isPublic = PUBLIC[table] ?? sql`false`;
    const { rows } = await db.execute<{ id: string; text: string | null }>(
      sql`select ${key}::text as id, case when ${isPublic} then ${name}::text end as text from ${tableNamed(table)}
        where ${isFound(table)} and ${isMatch(table, column, pattern)} and ${isOwn(table, id, own)} is not true`,
    );
    for (const row of rows)
      found.push({
        table,
        column,
        id: row.id,
        excerpts: row.text === null ? [] : excerptsOf(row.text, pattern),
      });
  }
  return found;
}

/** Files by their names in the export: replays, and what was made from them; timelines are JSON compressed with brotli. */
async function filesOf(db: Db, postIds: readonly string[]) {
  if (postIds.length === 0) return [];
  const rows = await db
    .select()
    .from(replays)
    .where(inArray(replays.postId, [...postIds]));
  return rows.flatMap(({ id, fileName, sha256, minimapSha256, timelineSha256, thumbnailSha256 }) => [
    ...(sha256 === null ? [] : [{ name: id + path.extname(fileName), sha256 }]),
    ...(minimapSha256 === null ? [] : [{ name: `${id}.mp4`, sha256: minimapSha256 }]),
    ...(timelineSha256 === null ? [] : [{ name: `${id}.json.br`, sha256: timelineSha256 }]),
    ...(thumbnailSha256 === null ? [] : [{ name: `${id}.webp`, sha256: thumbnailSha256 }]),
  ]);
}

/** Reads everything about the account; null when nothing is stored about it. Needs a snapshot. */
export async function exportPerson(db: Db, scan: Scan) {
  const { id } = scan;
  const person = await scan.complete(db);
  const postIds = (await findOwnPosts(db, id)).map((post) => post.id);
  const tables: Record<string, Row[]> = {};
  for (const table of Object.keys(COVERAGE)) {
    const rows = await rowsOf(db, table, id, postIds);
    if (rows.length > 0) tables[table] = rows;
  }
  const found = {
    // `candidates` are names that only replays show: nothing was searched for them.
    account: {
      id,
      names: [...person.names, ...person.unusedNames],
      candidates: await findCandidates(db, id, person, scan.isFound('replays')),
    },
    tables,
    deletedPosts: await deletedPostsOf(db, scan, postIds),
    battles: await battlesOf(db, scan, person, postIds),
    mentions: await mentionsOf(db, scan, person, postIds),
    files: await filesOf(db, postIds),
  };
  const isEmpty = Object.keys(tables).length + found.battles.length + found.mentions.length === 0;
  return isEmpty ? null : found;
}
