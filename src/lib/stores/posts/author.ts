/** How the viewer's own karma limits the post that they write. */
import { computed, type ReadableAtom } from 'nanostores';
import { getPlayer } from '#lib/client/player.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $viewer } from '#lib/stores/session/session.ts';

const author = createAddressed(
  computed($viewer, (viewer) => viewer?.id),
  (id, signal) => getPlayer(id, signal),
  () => 'replace',
);

/** Whether a new post of the viewer can lower karma (Rule 10.3). True until that is known. */
export const $canGiveNegative: ReadableAtom<boolean> = computed(
  author.$remote,
  (remote) => remoteValue(remote)?.negativeKarmaAble ?? true,
);
