/** The moment of the battle in the address of a post. */
import { computed } from 'nanostores';
import { $address } from '#lib/stores/core/address.ts';

/** Longest moment that an address may name: a day. */
const SECONDS_MAX = 86_400;

/** The moment in the address, in seconds since the start; null when it has none. */
export const $momentInAddress = computed($address, ({ query }) => {
  const seconds = /^\d+$/.test(query.t ?? '') ? Number(query.t) : null;
  return seconds !== null && seconds <= SECONDS_MAX ? seconds : null;
});
