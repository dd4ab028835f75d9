/** Answers that the service worker saved, for visitors without a connection (Rule 2.41). */
import { millisecondsInMinute } from 'date-fns/constants';
import { formatAge } from '#lib/domain/dates.ts';
import { SAVED_CACHE, savedAddress, savedMoment } from '#lib/domain/saved.ts';
import { runtime } from '#lib/runtime.ts';

/** How long the age stays on the screen, in milliseconds: until it is dismissed. */
const UNTIL_DISMISSED_MS = 2 ** 31 - 1;

/** The oldest answer of this page. */
let oldest = Number.POSITIVE_INFINITY;

function showAge(moment: number): void {
  oldest = Math.min(oldest, moment);
  const now = runtime.now();
  const age = now - oldest < millisecondsInMinute ? 'just now' : formatAge(oldest, now);
  const why = runtime.isOnline() ? 'the server can’t be reached' : 'you are offline';
  runtime.showStatus({ text: `Saved ${age} · ${why}`, milliseconds: UNTIL_DISMISSED_MS });
}

/** Returns the saved answer to this GET request and shows its age. Undefined with a sign-in cookie, or when it is too old. */
export async function readSaved(url: string): Promise<Response | undefined> {
  if (runtime.readCookies().includes(`${runtime.cookieName()}=`)) return undefined;
  const cache = await runtime.openCache(SAVED_CACHE);
  const response = await cache?.match(savedAddress(url), { ignoreVary: true });
  const moment = response ? savedMoment(response.headers, runtime.now()) : null;
  if (moment === null) return undefined;
  // Not of the features, which are requested once per tab and not shown.
  if (!url.endsWith('/features')) showAge(moment);
  return response;
}
