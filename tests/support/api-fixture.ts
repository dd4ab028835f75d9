/** The API of a whole test file, with what tests of posts share. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  ADMIN,
  type Answer,
  AURORA,
  type CallOptions,
  createTestApi,
  postDto,
  postForm,
  START,
  type TestApi,
  type TestApiOptions,
} from '#tests/support/api.ts';

/** Options of a create. */
export interface CreateOptions extends CallOptions {
  replay?: Uint8Array;
  fileName?: string;
  query?: string;
}

/** An API to test, with helpers. */
export interface ApiFixture extends TestApi {
  /** Sends a create: by AURORA unless `as` is set, about a new player unless `dto` names one. */
  createPost(dto?: Record<string, unknown>, options?: CreateOptions): Promise<Answer>;
  /** A player's site karma and ratings (performance, teamplay, courtesy). */
  karmaOf(id: number): Promise<number[]>;
  /** The published events about posts, and notifications that were removed. */
  postEvents(): TestApi['events'];
}

const helpers = (api: TestApi): Pick<ApiFixture, 'createPost' | 'karmaOf' | 'postEvents'> => ({
  async createPost(dto = {}, { as = AURORA, replay, fileName, query = '', form, ...options } = {}) {
    const player = dto.player ?? { id: await api.addPlayer() };
    const body = form ?? postForm(postDto({ author: { id: as }, ...dto, player }), replay, fileName);
    return api.call('POST', `/api/post${query}`, { as, ...options, form: body });
  },
  async karmaOf(id) {
    const { json } = await api.call('GET', `/api/player/${id}`, { as: ADMIN });
    return [json.siteKarma, json.ratingPerformance, json.ratingTeamplay, json.ratingCourtesy];
  },
  postEvents: () =>
    api.events.filter(({ event }) => event.type !== 'newNotification' && event.type !== 'review'),
});

/** Starts an API before the file's tests and closes it after them. Before each test, clock and events are reset. */
export function setUpApi(options?: TestApiOptions): ApiFixture {
  const api = {} as ApiFixture;
  beforeAll(async () => {
    const started = await createTestApi(options);
    Object.assign(api, started, helpers(started));
  });
  beforeEach(() => {
    api.clock.now = START;
    api.events.length = 0;
  });
  afterAll(() => api.close?.());
  return api;
}
