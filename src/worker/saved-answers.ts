/** Saves what visitors read, so that it can be read again without a connection. */
import { Strategy } from 'workbox-strategies/Strategy.js';
import type { StrategyHandler } from 'workbox-strategies/StrategyHandler.js';
import { isSavableAnswer, SAVED_AT, SAVED_CACHE, SAVED_MS, savedAddress } from '#lib/domain/saved.ts';
import { limit } from './limit.ts';

/** The oldest answers above this number are deleted. */
const ANSWERS_MAX = 200;

const marked = (response: Response): Response => {
  const headers = new Headers(response.headers);
  headers.set(SAVED_AT, String(Date.now()));
  return new Response(response.body, { headers });
};

/** Always responds from the network. Pages read the cache themselves, because only they know that no one is signed in. */
class NetworkAndSave extends Strategy {
  protected async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const response = await handler.fetch(request);
    handler.waitUntil(handler.cachePut(request, response.clone()));
    return response;
  }
}

/** The strategy for calls whose answers may be saved. */
export const savedAnswers = new NetworkAndSave({
  cacheName: SAVED_CACHE,
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => savedAddress(request.url),
      cacheWillUpdate: async ({ response }) => (isSavableAnswer(response) ? marked(response) : null),
    },
    limit({ maxEntries: ANSWERS_MAX, maxAgeSeconds: SAVED_MS / 1000 }),
  ],
});
