/** A publisher for tests: answers about a small world in the shapes of its services, without a network, and its failures. */

import type { PublisherOptions } from '#api/app/create-deps.ts';
import type { ClanRow, PlayerRow } from '#api/demo/seed/world-players.ts';
import { isRegionId, perRegion, type RegionId } from '#lib/regions.ts';
import { documentedAnswer } from '#tests/support/publisher-answers/documented.ts';
import { type FakeAnswer, type FakeWorld, NOT_FOUND } from '#tests/support/publisher-answers/parts.ts';
import { siteAnswer } from '#tests/support/publisher-answers/site.ts';

const ORIGIN = 'http://publisher.test';

/** Answers a request in place of the fake; undefined leaves the answer to it. */
export type Behaviour = (address: URL, signal: AbortSignal) => Promise<Response> | Response | undefined;

/** A publisher under a test's control. */
export interface FakePublisher {
  /** Options for the API: without look-ups in the background unless the test asks for them. */
  options: PublisherOptions;
  worlds: Record<RegionId, FakeWorld>;
  /** Paths of all requests, oldest first, without service and region. */
  requests: string[];
  /** How it behaves from now on; null answers about its world. */
  behaviour: Behaviour | null;
  addPlayer(player: PlayerRow, region?: RegionId): void;
  addClan(clan: Omit<ClanRow, 'updatedAt'>, region?: RegionId): void;
}

/** Never answers; ends when the request is aborted. */
export const silent: Behaviour = (_address, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Refuses every connection. */
export const down: Behaviour = () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  });
};

/** Answers everything with a page, as during maintenance. */
export const nonsense: Behaviour = () => new Response('<html>Maintenance</html>', { status: 200 });

/** The answer to a request for `/{service}/{region}` and the publisher's path. */
function answerTo(
  { pathname, searchParams }: URL,
  worlds: Readonly<Record<RegionId, FakeWorld>>,
): FakeAnswer {
  const [, region, path] = /^\/\w+\/(\w+)(\/.*)$/.exec(pathname) ?? [];
  if (!isRegionId(region) || path === undefined) return NOT_FOUND;
  const world = worlds[region];
  return documentedAnswer(world, path, searchParams) ?? siteAnswer(world, path, searchParams) ?? NOT_FOUND;
}

/** Creates a publisher that knows no one yet. */
export function createFakePublisher({
  applicationId = 'test-application' as string | null,
  ...options
}: PublisherOptions & { applicationId?: string | null } = {}): FakePublisher {
  const worlds = perRegion((): FakeWorld => ({ players: new Map(), clans: new Map() }));
  const fake: FakePublisher = {
    worlds,
    requests: [],
    behaviour: null,
    options: {
      background: false,
      source: { applicationId, addressOf: (region, service) => `${ORIGIN}/${service}/${region}` },
      async fetch(input, init) {
        const address = new URL(String(input));
        const query = new URLSearchParams(address.searchParams);
        for (const name of ['application_id', 'fields', 'extra', 'language']) query.delete(name);
        fake.requests.push(
          decodeURIComponent(`${address.pathname.replace(/^\/\w+\/\w+/, '')}?${query}`.replace(/\?$/, '')),
        );
        const answered = fake.behaviour?.(address, init?.signal ?? new AbortController().signal);
        if (answered !== undefined) return answered;
        const { status, body } = answerTo(address, worlds);
        return Response.json(body, { status });
      },
      ...options,
    },
    addPlayer: (player, region = 'eu') => void worlds[region].players.set(player.id, player),
    addClan: (clan, region = 'eu') =>
      void worlds[region].clans.set(clan.id, { ...clan, updatedAt: new Date(0) }),
  };
  return fake;
}
