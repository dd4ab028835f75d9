import {
  COLUMN,
  type Context,
  DATED_POSTS,
  tableImport,
} from '#api/commands/import-wows-karma/core/table.ts';
import { NOT_CHECKED } from '#api/db/replay-schema.ts';
import { columnsOf } from '#api/model/replays/parts.ts';
import { safeName } from '#api/model/replays/upload.ts';
import { ChatMessageSchema, REPLAY_STATE, ReplayPlayerSchema } from '#lib/schemas/replay.ts';
import { z } from '#lib/schemas/zod.ts';

/** Where the uploader's name begins: after 32 digits and a dash. */
const NAME_AT = 33;

const lowerFirst = (key: string): string => key.charAt(0).toLowerCase() + key.slice(1);

/** A schema of ours for objects whose keys begin with capitals. */
const withCapitals = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [lowerFirst(key), one]))
        : value,
    ),
    schema,
  );

const Roster = z.array(withCapitals(ReplayPlayerSchema));
const Chat = z.array(withCapitals(ChatMessageSchema));

const party = z.object({ id: COLUMN.id, username: z.nullable(COLUMN.text) });

const row = z.object({
  id: COLUMN.uuid,
  post: z.nullable(COLUMN.uuid),
  blob: COLUMN.text,
  players: z.unknown(),
  chat: z.unknown(),
  author: z.nullable(party),
  player: z.nullable(party),
  created: COLUMN.time,
});
type Row = z.output<typeof row>;

/**
 * Roster and chat as the old site decoded them, until the file is decoded. The chat has names of
 * the roster, which has the accounts.
 */
function storedParts({ players, chat }: Row, { report }: Context) {
  const roster = Roster.safeParse(players);
  const messages = Chat.safeParse(chat);
  if (!roster.success || !messages.success) report.note('a roster or chat that cannot be read');
  const names = new Map((roster.data ?? []).map(({ accountId, name }) => [accountId, name]));
  names.delete(0);
  return {
    players: roster.data ?? [],
    chatMessages: (messages.data ?? []).map((line) => ({
      ...line,
      username: names.get(line.playerId) ?? null,
    })),
    facts: null,
  };
}

const named = ({ id, username }: z.output<typeof party>) => ({ id, username: username ?? '' });

/** Replays of posts. A file is decoded again in the background, and not served before that (rule 29.8). */
export const replays = tableImport({
  name: 'replays',
  // The column "PostId" is wrong in most rows.
  query: `select replay."Id" as id, post."Id" as post, "BlobName" as blob, "Players" as players, "ChatMessages" as chat,
      case when post."Id" is not null then json_build_object('id', post."AuthorId", 'username', author."Username") end as author,
      case when post."Id" is not null then json_build_object('id', post."PlayerId", 'username', player."Username") end as player,
      post.created::text as created
    from public."Replays" replay left join ${DATED_POSTS} post on post."ReplayId" = replay."Id"
      left join public."Players" author on author."Id" = post."AuthorId"
      left join public."Players" player on player."Id" = post."PlayerId"
    order by replay."Id"`,
  row,
  async convert(one, context) {
    const { report, files } = context;
    if (one.post === null || one.author === null || one.player === null)
      return report.leaveOut(files.has(one.id) ? 'no post has it, with its file' : 'no post has it');
    const file = await files.replay(one.id);
    const video = await files.video(one.id);
    if (file === null) report.note(files.has(one.id) ? 'the file cannot be read' : 'the file is missing');
    if (video !== null) report.note('with a video');
    const parts = storedParts(one, context);
    const { authorShip, playerShip } = columnsOf(parts, named(one.author), named(one.player));
    return {
      id: one.id,
      post_id: one.post,
      file_name: safeName(one.blob.slice(NAME_AT)),
      file_size: file?.size ?? 0,
      sha256: file?.sha256 ?? null,
      minimap_sha256: video?.sha256 ?? null,
      decoder_version: file === null ? 0 : NOT_CHECKED,
      players: JSON.stringify(parts.players),
      chat_messages: JSON.stringify(parts.chatMessages),
      author_ship: authorShip,
      player_ship: playerShip,
      state: video === null ? REPLAY_STATE.notReady : REPLAY_STATE.ready,
      created_at: one.created,
    };
  },
});
