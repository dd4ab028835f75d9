/** Collects everything that is stored about a person in one region, for the person to read. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { tableNamed } from '#api/db/statements.ts';
import { COVERAGE, columnsOf, columnsWith } from '#api/persons/coverage.ts';
import { findForeignReplays, findOwnPosts, identify, searchable } from '#api/persons/find.ts';
import type { Identities } from '#api/persons/fingerprints.ts';
import { isAmong, mentionPattern } from '#api/persons/mask.ts';

type Row = Record<string, unknown>;

/** A file of the person: a replay, or what was made from it: the video, and the timeline as JSON compressed with brotli. */
export interface PersonFile {
  /** Name in the export. */
  name: string;
  sha256: string;
}

/** Everything about a person. */
export interface PersonExport {
  account: { id: number; names: readonly string[] };
  /** Rows by and about the person, by table. */
  tables: Record<string, Row[]>;
  /** Battles of other posts in which the person took part, observed or is mentioned: own entries and chat lines, mentions. */
  battles: { replayId: string; postId: string; roster: unknown[]; observers: unknown[]; chat: unknown[] }[];
  /** Texts of others that contain a name or the id. */
  mentions: { table: string; column: string; text: string }[];
  files: PersonFile[];
}

/** The seed signs the account's tokens, so it is a secret, not information. Tracks are a part of the timeline, which is exported. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { users: ['seed'], replays: ['tracks'] };

async function rowsOf(db: Db, table: string, id: number, postIds: readonly string[]): Promise<Row[]> {
  const persons = columnsOf(table, 'person', 'actor').map(
    (name): SQL => sql`${sql.identifier(name)} = ${id}`,
  );
  // Notifications and actions about the person's posts that belong to others are not the person's.
  const ofPosts = persons.length > 0 ? [] : columnsOf(table, 'post');
  const conditions = [...persons, ...ofPosts.map((name) => sql`${sql.identifier(name)} = ${anyOf(postIds)}`)];
  if (conditions.length === 0) return [];
  const { rows } = await db.execute<Row>(
    sql`select * from ${tableNamed(table)} where ${sql.join(conditions, sql` or `)}`,
  );
  return rows.map((row) => {
    const hidden = LEFT_OUT[table] ?? [];
    return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name)));
  });
}

/** Only its author and staff see a ticket id (rule 17.3). */
const withoutForeignTicket = (row: Row, id: number): Row =>
  'ticket_id' in row && Number(row.author_id) !== id ? { ...row, ticket_id: null } : row;

async function battlesOf(
  db: Db,
  persons: Identities,
  ownPosts: readonly string[],
): Promise<PersonExport['battles']> {
  const pattern = new RegExp(mentionPattern(persons) ?? '(?!)', 'i');
  const found = await findForeignReplays(db, persons, ownPosts);
  const isPerson = ({ accountId, name }: { accountId: number; name: string }) =>
    isAmong(persons, accountId, name);
  return found.map((replay) => ({
    replayId: replay.id,
    postId: replay.postId,
    roster: replay.players.filter(isPerson),
    observers: replay.facts?.observers.filter(isPerson) ?? [],
    chat: replay.chatMessages.filter(
      ({ playerId, username, messageContent }) =>
        isAmong(persons, playerId, username) || pattern.test(messageContent),
    ),
  }));
}

async function mentionsOf(db: Db, persons: Identities): Promise<PersonExport['mentions']> {
  const pattern = mentionPattern(persons);
  const found: PersonExport['mentions'] = [];
  for (const { table, column } of columnsWith('text', 'json')) {
    const name = sql.identifier(column);
    const { rows } = await db.execute<{ text: string }>(
      sql`select ${name}::text as text from ${tableNamed(table)} where ${searchable(name)} ~* ${pattern}`,
    );
    found.push(...rows.map((row) => ({ table, column, text: row.text })));
  }
  return found;
}

async function filesOf(db: Db, postIds: readonly string[]): Promise<PersonFile[]> {
  if (postIds.length === 0) return [];
  const rows = await db
    .select()
    .from(replays)
    .where(inArray(replays.postId, [...postIds]));
  return rows.flatMap(({ id, sha256, minimapSha256, timelineSha256 }) => [
    ...(sha256 === null ? [] : [{ name: `${id}.wowsreplay`, sha256 }]),
    ...(minimapSha256 === null ? [] : [{ name: `${id}.mp4`, sha256: minimapSha256 }]),
    ...(timelineSha256 === null ? [] : [{ name: `${id}.json.br`, sha256: timelineSha256 }]),
  ]);
}

/** Reads everything about the account; null when nothing is stored about it. Needs a transaction. */
export async function exportPerson(db: Db, id: number): Promise<PersonExport | null> {
  const persons = await identify(db, id);
  const postIds = (await findOwnPosts(db, id)).map((post) => post.id);
  const tables: PersonExport['tables'] = {};
  for (const table of Object.keys(COVERAGE)) {
    const rows = await rowsOf(db, table, id, postIds);
    if (rows.length > 0) tables[table] = rows.map((row) => withoutForeignTicket(row, id));
  }
  const found: PersonExport = {
    account: { id, names: [...persons.names] },
    tables,
    battles: await battlesOf(db, persons, postIds),
    mentions: await mentionsOf(db, persons),
    files: await filesOf(db, postIds),
  };
  const isEmpty = Object.keys(tables).length + found.battles.length + found.mentions.length === 0;
  return isEmpty ? null : found;
}
