/** Responses of the API that are saved for visitors without a connection (Rule 2.41). */
import { millisecondsInDay } from 'date-fns/constants';

/** Name of the cache with answers of the API. */
export const SAVED_CACHE = 'saved-answers';

/** How long a saved answer may be shown, in milliseconds. */
export const SAVED_MS = 7 * millisecondsInDay;

/** The header of a saved answer with the time at which it arrived. */
export const SAVED_AT = 'Saved-At';

/** The calls whose answers are saved: what the feed, posts, profiles, clans, searches and the front page show. */
const SAVABLE_PATH =
  /^\/api\/(Post\/(latest|[\da-f-]{36}|(user\/)?\d+\/(received|sent))|(Player|Clan)\/(\d+|search\/[^/]+)|Player\/ribbons|Praised|Stats|features)$/i;

/** The parts of a request that decide whether it is saved. */
export type CheckedRequest = Pick<Request, 'method' | 'url'> & { headers: Pick<Headers, 'has'> };

/** Whether the answer to this request may be saved: a read of a listed call, whole and without a token. */
export function isSavableCall({ method, url, headers }: CheckedRequest, apiOrigin: string): boolean {
  const { origin, pathname, searchParams } = new URL(url);
  const isPlain = !headers.has('range') && !headers.has('authorization') && !searchParams.has('access_token');
  return method === 'GET' && isPlain && origin === apiOrigin && SAVABLE_PATH.test(pathname);
}

/** The parts of an answer that decide whether it is saved. */
export type CheckedAnswer = Pick<Response, 'status' | 'type'> & { headers: Pick<Headers, 'get'> };

/**
 * Whether this answer may be saved. The API marks as `public` only what every visitor gets alike, never the answer to a
 * request with a token or a cookie (Rule 24.22).
 */
export function isSavableAnswer({ status, type, headers }: CheckedAnswer): boolean {
  const isPublic = /(^|[\s,])public([\s,]|$)/i.test(headers.get('Cache-Control') ?? '');
  const isJson = headers.get('Content-Type')?.includes('json') ?? false;
  return status === 200 && type !== 'opaque' && isPublic && isJson;
}

/** The address under which an answer is saved: without the data version, which the API ignores. */
export function savedAddress(url: string): string {
  const address = new URL(url);
  address.searchParams.delete('v');
  return address.href;
}

/** When an answer was saved, in milliseconds since 1970; null when that is unknown or too long ago. */
export function savedMoment(headers: Pick<Headers, 'get'>, now: number): number | null {
  const moment = Number(headers.get(SAVED_AT) ?? Number.NaN);
  return now - moment < SAVED_MS ? moment : null;
}
