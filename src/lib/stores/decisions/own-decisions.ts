/** The decisions about the signed-in user, with their page in the address (Rule 31.41). */
import { computed } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { httpError } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { listOwnDecisions } from '#lib/schemas/calls/decision.ts';
import { $address, createAddressed } from '#lib/stores/core/address.ts';

const $query = computed($address, ({ path, query }) =>
  path === '' ? undefined : (listOwnDecisions.query.safeParse(query).data ?? { page: 1 }),
);

/** The decisions of the page in the address, with its number, counted from 1. */
export const ownDecisions = createAddressed($query, async (query, signal) => {
  if (!(await hasFeature('own-decisions'))) throw httpError(404, '', '');
  return { ...(await requestData(listOwnDecisions, { query, signal })), ...query };
});
