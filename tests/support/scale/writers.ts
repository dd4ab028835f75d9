/** Calls that write posts through a process. */
import type { DataSource } from '#api/db/database.ts';
import { players, users } from '#api/db/schema.ts';
import { CONTENT, postDto, postForm } from '#tests/support/api.ts';
import { tokenOf } from '#tests/support/scale/api-processes.ts';

/** Anything with the database of the processes. */
interface WithDatabase {
  database: DataSource;
}

/** Someone who writes posts, with a token. */
export interface Writer {
  id: number;
  token: string;
}

let lastId = 520_000_000;

/** Adds players who are looked up already; returns their ids. */
export async function addPlayers({ database }: WithDatabase, count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, () => ++lastId);
  const known = { gameKarma: 0, refreshedAt: new Date() };
  await database.transaction('eu', (db) =>
    db.insert(players).values(ids.map((id) => ({ id, username: `Player_${id}`, ...known }))),
  );
  return ids;
}

/** Adds accounts that have signed in. */
export async function addWriters(fleet: WithDatabase, count: number): Promise<Writer[]> {
  const ids = await addPlayers(fleet, count);
  await fleet.database.transaction('eu', (db) => db.insert(users).values(ids.map((id) => ({ id }))));
  return Promise.all(ids.map(async (id) => ({ id, token: await tokenOf(fleet.database, id) })));
}

const authorized = ({ token }: Writer) => ({ authorization: `Bearer ${token}` });

/** Creates a post; returns its id. Throws for any other answer than 201. */
export async function createPost(
  origin: string,
  author: Writer,
  player: number,
  title: string,
  replay?: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const response = await fetch(`${origin}/api/Post`, {
    method: 'POST',
    headers: authorized(author),
    body: postForm(postDto({ author: { id: author.id }, player: { id: player }, title }), replay),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status} ${text}`);
  return (JSON.parse(text) as { id: string }).id;
}

/** Edits a post's title; returns the status. */
export async function editPost(origin: string, author: Writer, id: string, title: string): Promise<number> {
  const supportTicketStatus = { hasTicket: false, ticketId: null };
  const response = await fetch(`${origin}/api/Post`, {
    method: 'PUT',
    headers: { ...authorized(author), 'content-type': 'application/json' },
    body: JSON.stringify({ id, flairs: 0, title, content: CONTENT, supportTicketStatus }),
  });
  await response.text();
  return response.status;
}

/** Deletes a post; returns the status. */
export async function deletePost(origin: string, author: Writer, id: string): Promise<number> {
  const response = await fetch(`${origin}/api/Post/${id}`, { method: 'DELETE', headers: authorized(author) });
  await response.text();
  return response.status;
}
