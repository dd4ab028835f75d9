/** Platform bans of the player whose profile is open, and moderator actions on that player's posts (Rule 5.12). */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { listBans, listModActions } from '#lib/client/moderation.ts';
import { combineStops } from '#lib/combine-stops.ts';
import {
  actionsOfKind,
  countActions,
  countBans,
  MOD_ACTION_KINDS,
  type ModActionKind,
} from '#lib/domain/moderation.ts';
import { canSeeModeration } from '#lib/domain/permissions.ts';
import type { ModAction, PlatformBan } from '#lib/schemas/moderation.ts';
import type { PostEvent } from '#lib/schemas/post.ts';
import {
  $address,
  $idInAddress,
  changeQuery,
  closeInQuery,
  hrefWith,
  openInQuery,
} from '#lib/stores/core/address.ts';
import { coalesce } from '#lib/stores/core/coalesce.ts';
import { onPostEvent, onReconnected } from '#lib/stores/core/live.ts';
import {
  createRemote,
  type LoadOptions,
  type Remote,
  type RemoteStore,
  remoteValue,
} from '#lib/stores/core/remote.ts';
import { $viewer } from '#lib/stores/session/session.ts';

const bans = createRemote<PlatformBan[]>();
const actions = createRemote<ModAction[]>();

/** The player's bans, newest first, those that are over or reverted too. */
export const $bans: ReadableAtom<Remote<PlatformBan[]>> = bans.$remote;

/** Moderator actions on the posts that the player wrote, newest first. */
export const $modActions: ReadableAtom<Remote<ModAction[]>> = actions.$remote;

/** Number of bans, reverted ones not counted (Rule 11.5); undefined while it is not known. */
export const $banCount = computed($bans, (remote) => {
  const value = remoteValue(remote);
  return value && countBans(value);
});

/** Number of moderator actions by kind; undefined while it is not known. */
export const $actionCounts = computed($modActions, (remote) => {
  const value = remoteValue(remote);
  return value && countActions(value);
});

/** Which of the two dialogs is open. It is part of the address, so that the back button closes it. */
export type ModerationDialogKind = 'bans' | 'actions';

/** The open dialog; null also for whoever may not see it. */
export const $moderationDialog = computed(
  [$address, $viewer],
  ({ query }, viewer): ModerationDialogKind | null => {
    const { moderation } = query;
    if (!canSeeModeration(viewer)) return null;
    return moderation === 'bans' || moderation === 'actions' ? moderation : null;
  },
);

/** The kind of actions that is shown; also part of the address. */
export const $actionKind = computed(
  $address,
  ({ query }): ModActionKind => MOD_ACTION_KINDS.find((kind) => kind === query.kind) ?? 'all',
);

/** The actions that are shown; undefined while there are none to choose from. */
export const $shownActions = computed([$modActions, $actionKind], (remote, kind) => {
  const value = remoteValue(remote);
  return value && actionsOfKind(value, kind);
});

/** Opens a dialog. */
export function openModeration(dialog: ModerationDialogKind): void {
  openInQuery({ moderation: dialog });
}

/** Closes the open dialog. */
export function closeModeration(): void {
  closeInQuery({ moderation: null, kind: null });
}

const kindValue = (kind: ModActionKind) => (kind === 'all' ? null : kind);

/** Address of the actions of a kind. */
export function kindHref(kind: ModActionKind): string {
  return hrefWith($address.get(), { kind: kindValue(kind) });
}

/** Shows the actions of a kind. */
export function showKind(kind: ModActionKind): void {
  changeQuery({ kind: kindValue(kind) }, { replace: true });
}

/** The player whose lists may be loaded; null while that is not known or not allowed. */
const $loadable = computed([$idInAddress, $viewer], (id = null, viewer) =>
  canSeeModeration(viewer) ? id : null,
);

function follow<T>(list: RemoteStore<T[]>, fetch: (id: number, signal: AbortSignal) => Promise<T[]>): void {
  onMount(list.$remote, () =>
    $loadable.subscribe((id) => {
      if (id !== null) void list.load((signal) => fetch(id, signal), { mode: 'replace' });
      else list.reset();
    }),
  );
}

follow(bans, (id, signal) => listBans(id, {}, signal));
follow(actions, (userId, signal) => listModActions({ userId }, signal));

const fetchActions = coalesce(() => actions.reload({ mode: 'quiet' }));
const fetchBans = coalesce(() => bans.reload({ mode: 'quiet' }));

// Other moderators act, too. Nothing tells of an action or a ban, but an action edits or deletes a post.
onMount(actions.$remote, () => {
  const concerns = (event: PostEvent): boolean =>
    event.kind === 'deleted' || event.post.author.id === $idInAddress.get();
  return combineStops([
    onPostEvent((event) => {
      if ($loadable.get() !== null && concerns(event)) fetchActions();
    }),
    onReconnected(() => {
      fetchActions();
      fetchBans();
    }),
  ]);
});

/** Loads the bans again: after a failure, or because they changed. */
export async function refreshBans(options?: LoadOptions): Promise<void> {
  await bans.reload(options);
}

/** Loads the moderator actions again: after a failure, or because they changed. */
export async function refreshModActions(options?: LoadOptions): Promise<void> {
  await actions.reload(options);
}
