/** The call for the players of a battle. Throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/by-names.ts';

/** Players by their exact names, in the order of the first NAMES_MAX names. */
export const findByNames = (names: readonly string[], signal?: AbortSignal) =>
  requestData(calls.findByNames, { body: { names: names.slice(0, calls.NAMES_MAX) }, signal });
