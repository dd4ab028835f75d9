/** The team's record: the decisions of the last 90 days, with its filters in the address (Rule 31.40). */
import { computed } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { listDecisions } from '#lib/schemas/calls/decision.ts';
import { $address, createAddressed } from '#lib/stores/core/address.ts';
import { $queueTab } from '#lib/stores/moderation/review-list.ts';

/** Page and filters of the address; undefined while the tab is not open. Without a page that is valid, the whole record. */
export const $recordView = computed([$address, $queueTab], ({ query }, tab) =>
  tab === 'decided' ? (listDecisions.query.safeParse(query).data ?? { page: 1 }) : undefined,
);

/** The page of the record. */
export const record = createAddressed($recordView, (query, signal) =>
  requestData(listDecisions, { query, signal }),
);
