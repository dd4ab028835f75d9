/** The demo's publisher: a small server on this machine that returns invented players and clans. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PublisherSource } from '#api/config/publisher-source.ts';
import { NOT_FOUND, type StandInAnswer } from '#api/demo/publisher/answer-parts.ts';
import { documentedAnswer } from '#api/demo/publisher/documented-answers.ts';
import { siteAnswer } from '#api/demo/publisher/site-answers.ts';
import { inventPublisherWorld, type PublisherWorld } from '#api/demo/publisher/world.ts';
import type { PublisherOptions } from '#api/publisher/create-publisher.ts';
import { isRegionId, type RegionId } from '#lib/regions.ts';

/** It accepts any application id. */
const APPLICATION_ID = 'demo';

/** Addresses below `origin`: `/{service}/{region}`, and the publisher's path. */
export const standInSource = (origin: string, applicationId: string | null): PublisherSource => ({
  applicationId,
  addressOf: (region, service) => `${origin}/${service}/${region}`,
});

/** The answer to a request for `address`, which `standInSource` made; `worldOf` gives the region's world. */
export async function answerTo(
  { pathname, searchParams }: URL,
  worldOf: (region: RegionId) => PublisherWorld | Promise<PublisherWorld>,
): Promise<StandInAnswer> {
  const [, region, path] = /^\/\w+\/(\w+)(\/.*)$/.exec(pathname) ?? [];
  if (!isRegionId(region) || path === undefined) return NOT_FOUND;
  const world = await worldOf(region);
  return documentedAnswer(world, path, searchParams) ?? siteAnswer(world, path, searchParams) ?? NOT_FOUND;
}

const UNAVAILABLE: StandInAnswer = { status: 503, body: { status: 'error', error: 'SOURCE_NOT_AVAILABLE' } };

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** The running stand-in: options for the API, and its end. */
export interface StandIn {
  publisher: PublisherOptions;
  close(): void;
}

/** Starts it on a free port. A region's world is invented at its first request, as of `seededAt`. */
export async function startStandIn(seededAt: (region: RegionId) => Promise<number>): Promise<StandIn> {
  const worlds = new Map<RegionId, Promise<PublisherWorld>>();
  const worldOf = (region: RegionId): Promise<PublisherWorld> => {
    const known = worlds.get(region);
    if (known !== undefined) return known;
    const world = seededAt(region).then((now) => inventPublisherWorld(region, now));
    worlds.set(region, world);
    world.catch(() => worlds.delete(region));
    return world;
  };
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1');
    // While the process stops, its database is closed.
    const { status, body } = await answerTo(address, worldOf).catch(() => UNAVAILABLE);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await listen(server);
  // It must not keep the process running.
  server.unref();
  return {
    publisher: {
      source: standInSource(`http://127.0.0.1:${port}`, APPLICATION_ID),
      // The publisher's limits protect its servers, and would only make this machine slow.
      requestLimits: { perSecond: 1_000 },
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
