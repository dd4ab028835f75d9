/** Changes the API's answers on their way to a page. */
import type { Page, Route } from 'playwright/test';

// biome-ignore lint/suspicious/noExplicitAny: tests change whatever the call answers
export type Change = (body: any) => unknown;

/** Parts of the answer besides its changed body. */
interface Also {
  headers?: Readonly<Record<string, string>>;
}

/** Passes on an answer with its JSON changed; anything else as it is. Drops what arrives when the page, or the test, is over. */
export async function changeAnswer(route: Route, change: Change, { headers = {} }: Also = {}): Promise<void> {
  const ignore = (): void => {};
  const response = await route.fetch().catch(ignore);
  if (!response) return route.abort().catch(ignore);
  const isJson = (response.headers()['content-type'] ?? '').includes('json');
  if (!response.ok() || !isJson) return route.fulfill({ response }).catch(ignore);
  const body = await response.json().catch(ignore);
  if (body === undefined) return;
  const changed = change(body);
  await route
    .fulfill({ response, headers: { ...response.headers(), ...headers }, json: changed })
    .catch(ignore);
}

/** Changes the answers to all GET requests that `pattern` matches. */
export const changeAnswers = (page: Page, pattern: RegExp, change: Change, also?: Also): Promise<unknown> =>
  page.route(pattern, (route) =>
    route.request().method() === 'GET' ? changeAnswer(route, change, also) : route.fallback(),
  );
