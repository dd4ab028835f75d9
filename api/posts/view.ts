/** A post as the wire shows it to a viewer. */
import { instant } from '#api/players/profile.ts';
import type { PostRow } from '#api/posts/columns.ts';
import { canSeeTicketId, type Viewer } from '#lib/domain/permissions.ts';
import type { Post } from '#lib/schemas/post.ts';
import { REPLAY_STATE, type Replay } from '#lib/schemas/replay.ts';

const stateOf = (state: number | null): Post['replayState'] =>
  state === REPLAY_STATE.processing || state === REPLAY_STATE.ready ? state : REPLAY_STATE.notReady;

/** Rules 8.4 and 17.3: the ticket id only for its author, mod, admin and wg. Lists carry no replay. */
export function toPost(row: PostRow, viewer: Viewer, replay: Replay | null = null): Post {
  return {
    id: row.id,
    player: { ...row.player, clan: row.playerClan },
    author: { ...row.author, clan: row.authorClan },
    flairs: row.flairs,
    title: row.title,
    content: row.content,
    modLocked: row.modLocked,
    readOnly: row.readOnly,
    replayId: row.replayId,
    replay,
    replayState: stateOf(row.replayState),
    createdAt: row.createdAt.toISOString(),
    updatedAt: instant(row.updatedAt),
    supportTicketStatus: {
      hasTicket: row.ticketId !== null,
      ticketId: canSeeTicketId(viewer, row) ? row.ticketId : null,
    },
  };
}
