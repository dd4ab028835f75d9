/** Karma and ribbons of the players visited last, as they are now: the device keeps neither (Rule 30.25). */
import { computed, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { totalKarma } from '#lib/domain/karma.ts';
import { getKarmasFull } from '#lib/schemas/calls/player.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $recents } from '#lib/stores/search/recents.ts';
import { createRibbons } from '#lib/stores/search/ribbons.ts';

const $ids = computed($recents, (visits) =>
  visits.filter(({ kind }) => kind === 'player').map(({ id }) => id),
);

/** The ribbons, by id. */
export const $recentRibbons = createRibbons($ids);

type Karmas = Readonly<Record<number, number | null>>;

const remote = createAddressed(
  computed($ids, (ids) => (ids.length === 0 ? undefined : ids)),
  (ids, signal) => requestData(getKarmasFull, { body: ids, signal }),
);

/** Total karma by id, null where it is hidden; without players whose numbers could not be loaded or who opted out. */
export const $recentKarmas: ReadableAtom<Karmas> = computed(remote.$remote, (loaded) =>
  Object.fromEntries(
    (remoteValue(loaded) ?? []).map(({ id, gameKarma, platformKarma }) => [
      id,
      totalKarma({ gameKarma, siteKarma: platformKarma }),
    ]),
  ),
);
