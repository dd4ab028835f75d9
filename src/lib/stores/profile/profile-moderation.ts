/** Platform bans of the player whose profile is open, and moderator actions on that player's posts (Rule 5.12). */
import { computed, onMount } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { hasFeature } from '#lib/client/features.ts';
import { listBans, listModActions } from '#lib/client/moderation.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { countActions, countBans, MOD_ACTION_KINDS, type ModActionKind } from '#lib/domain/moderation.ts';
import { canSeeModeration, isStaff } from '#lib/domain/permissions.ts';
import { listDecisions } from '#lib/schemas/calls/decision.ts';
import { countReports } from '#lib/schemas/calls/report.ts';
import {
  $address,
  $idInAddress,
  changeQuery,
  closeInQuery,
  createAddressed,
  hrefWith,
  openInQuery,
} from '#lib/stores/core/address.ts';
import { coalesce, onPostEvent, onReconnected } from '#lib/stores/core/live.ts';
import { type LoadOptions, remoteValue } from '#lib/stores/core/remote.ts';
import { $recordChange, onModerated } from '#lib/stores/posts/moderated.ts';
import { askFor, type ModerationTask } from '#lib/stores/profile/moderation-task.ts';
import { refreshPlayer } from '#lib/stores/profile/player-profile.ts';
import { refreshPosts } from '#lib/stores/profile/profile-posts.ts';
import { $hasStatements } from '#lib/stores/session/feature.ts';
import { $viewer } from '#lib/stores/session/session.ts';

/** The player whose lists the viewer may load; null for none. */
const $loadable = computed([$idInAddress, $viewer], (id = null, viewer) =>
  canSeeModeration(viewer) ? id : null,
);

/** The same for the record: all staff, but not their own. */
const $withRecord = computed([$idInAddress, $viewer, $hasStatements], (id = null, viewer, isOffered) =>
  isOffered && isStaff(viewer) && viewer?.id !== id ? id : null,
);

/** All bans of the player, newest first, including those that are over or reverted. */
export const bans = createAddressed($loadable, (id, signal) => listBans(id, {}, signal));
/** Moderator actions on the posts that the player wrote, newest first. */
export const actions = createAddressed($loadable, (userId, signal) => listModActions({ userId }, signal));
const reported = createAddressed($loadable, async (userId, signal) =>
  (await hasFeature('reports')) ? requestData(countReports, { params: { userId }, signal }) : null,
);
/** The player's list of decisions with the record, for staff. */
export const records = createAddressed($withRecord, (player, signal) =>
  requestData(listDecisions, { query: { page: 1, player }, signal }),
);

/** Number of bans without reverted ones (Rule 11.5); undefined until they are loaded. */
export const $banCount = computed(bans.$remote, (remote) => {
  const value = remoteValue(remote);
  return value && countBans(value);
});

/** Number of moderator actions by kind; undefined until they are loaded. */
export const $actionCounts = computed(actions.$remote, (remote) => {
  const value = remoteValue(remote);
  return value && countActions(value);
});

/** How many posts about and by the player have open reports; undefined until they are loaded, and from APIs without reports. */
export const $reportCounts = computed(reported.$remote, (remote) => remoteValue(remote) ?? undefined);

/**
 * Why the viewer cannot warn or ban the player here, where no post is named (Rule 11.15); null when
 * they can, and until that is loaded.
 */
export const $conflict = computed($reportCounts, (counts) => counts?.refusal ?? null);

/** The two dialogs. The open one is part of the address, so that the back button closes it. */
export type ModerationDialogKind = 'bans' | 'actions';

/** The open dialog; null for viewers who may not see it. */
export const $moderationDialog = computed(
  [$address, $viewer],
  ({ query }, viewer): ModerationDialogKind | null => {
    const { moderation } = query;
    if (!canSeeModeration(viewer)) return null;
    return moderation === 'bans' || moderation === 'actions' ? moderation : null;
  },
);

/** The selected kind of actions; also part of the address. */
export const $actionKind = computed(
  $address,
  ({ query }): ModActionKind => MOD_ACTION_KINDS.find((kind) => kind === query.kind) ?? 'all',
);

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

const fetchActions = coalesce(() => actions.reload({ mode: 'quiet' }));
const fetchRecord = coalesce(() => records.reload({ mode: 'quiet' }));
const fetchBans = coalesce(() => bans.reload({ mode: 'quiet' }));

// Other moderators act as well. No event announces an action or a ban, but an action edits or deletes a post.
onMount(actions.$remote, () =>
  combineStops([
    onPostEvent((event) => {
      if (event.kind === 'deleted' || event.post.author.id === $idInAddress.get()) fetchActions();
    }),
    onModerated(fetchActions),
    onReconnected(() => {
      fetchActions();
      fetchBans();
    }),
  ]),
);

onMount(records.$remote, () => combineStops([$recordChange.listen(fetchRecord), onModerated(fetchRecord)]));

/** Loads again what a task on this profile changed, or may have changed. */
async function refreshAfter({ kind }: ModerationTask, options?: LoadOptions): Promise<void> {
  fetchRecord();
  if (kind === 'ban' || kind === 'revert-ban') await bans.reload(options);
  else if (kind === 'recalculate') await refreshPlayer();
  else await Promise.all([actions.reload(options), refreshPlayer(), refreshPosts()]);
}

/** Opens the confirmation of a task on the profile, which shows its effect without a reload (Rule 11.9). */
export function askOnProfile(task: ModerationTask): void {
  askFor(task, (options) => refreshAfter(task, options));
}
