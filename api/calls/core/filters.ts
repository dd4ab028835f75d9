/** Refuses filters that a call does not have: ignored, they would return more than the client asked for. */
import { validationError } from '#api/http/errors.ts';
import type { Call } from '#lib/schemas/call.ts';

/** Parameters that choose which items a call returns. Other parameters that a call does not have are ignored (rule 17.29). */
export const FILTERS = [
  'sign',
  'hasReplay',
  'hideModActions',
  'currentOnly',
  'history',
  'postId',
  'userId',
  'playerId',
  'ids',
  'tab',
] as const;

/** Names of the parameters of a call's query. */
const parametersOf = ({ query }: Call): readonly string[] =>
  query !== undefined && 'shape' in query ? Object.keys(query.shape as object) : [];

/**
 * Throws 400 with the names of filters that only other calls have. Only reads: an address to return to after the sign-in may arrive
 * unencoded, with the parameters of a page.
 */
export function refuseOtherFilters(call: Call, query: unknown, traceId: string): void {
  if (call.method !== 'GET' || call.status !== 200) return;
  const sent = Object.keys(query ?? {});
  const own = parametersOf(call);
  const others = FILTERS.filter((name) => sent.includes(name) && !own.includes(name));
  if (others.length === 0) return;
  throw validationError(
    Object.fromEntries(others.map((name) => [name, ['This call has no such filter.']])),
    traceId,
  );
}
