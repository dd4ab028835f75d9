/** Answers of the old database, by queries of its own, so that pages can be compared with them. */
import pg from 'pg';

/** A post of the old database. */
export interface OldPost {
  id: string;
  title: string;
  content: string;
  author: string;
  player: string;
}

/** Answers from an old database. */
export interface OldContent {
  /** Posts that anyone may read, newest first. `where`: on `post`. */
  posts(where?: string): Promise<OldPost[]>;
  /** The values of a query with one column. */
  values(query: string): Promise<string[]>;
  close(): Promise<void>;
}

/** An expression for a player's name. */
const nameOf = (player: string): string =>
  `coalesce(nullif(${player}."Username", ''), 'Player ' || ${player}."Id")`;

/** Opens the old database at `url`. */
export async function openOldContent(url: string): Promise<OldContent> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async posts(where = 'true') {
      const { rows } =
        await client.query(`select post."Id" as id, coalesce(nullif("Title", ''), 'Untitled post') as title,
          "Content" as content, ${nameOf('author')} as author, ${nameOf('player')} as player
        from "Posts" post join "Players" author on author."Id" = "AuthorId" join "Players" player on player."Id" = "PlayerId"
        where not "ModLocked" and not player."OptedOut" and isfinite(post."CreatedAt") and ${where}
        order by post."CreatedAt" desc`);
      return rows;
    },
    async values(query) {
      const { rows } = await client.query({ text: query, rowMode: 'array' });
      return rows.map(([value]) => String(value));
    },
    close: () => client.end(),
  };
}
