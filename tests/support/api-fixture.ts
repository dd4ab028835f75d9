/** APIs under test that close by themselves. */
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { createTestApi, START, type TestApi, type TestApiOptions } from '#tests/support/api.ts';

/** Starts an API until the end of the test. */
export async function openTestApi(options?: TestApiOptions): Promise<TestApi> {
  const api = await createTestApi(options);
  onTestFinished(() => api.close());
  return api;
}

/** Starts an API before the file's tests and closes it after them. Before each test, clock and events are reset. */
export function setUpApi(options?: TestApiOptions): TestApi {
  const api = {} as TestApi;
  beforeAll(async () => {
    Object.assign(api, await createTestApi(options));
  });
  beforeEach(() => {
    api.clock.now = START;
    api.events.length = 0;
  });
  afterAll(() => api.close?.());
  return api;
}
