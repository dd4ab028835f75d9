/** 1,000 posts through either of two processes, written, edited and deleted, and what hub clients of both receive. */
import { createPost, send } from '#scripts/bench/calls.ts';
import { type Cluster, startCluster } from '#scripts/bench/scale/cluster.ts';
import { type HubClient, openHubClient } from '#scripts/bench/scale/hub-client.ts';
import type { Bench, Measurement, Outcome } from '#scripts/bench/scale/measurement.ts';
import { until } from '#scripts/bench/scale/until.ts';

const POSTS = 1_000;
const CLIENTS = 20;
const WRITERS = 8;
const WAIT_MS = 30_000;
const EXPECTED = 'NewPost,EditedPost,DeletedPost';

/** What one client received: the methods by post. */
type Received = Map<string, string[]>;

function openClients({ processes }: Cluster): Promise<{ client: HubClient; received: Received }[]> {
  return Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const received: Received = new Map();
      const onEvent = (method: string, id: string): void => {
        received.set(id, [...(received.get(id) ?? []), method]);
      };
      const origins = [processes[index % processes.length]?.origin() ?? ''];
      return { client: await openHubClient({ origins, address: `10.0.0.${index}`, onEvent }), received };
    }),
  );
}

/** Each step of a post goes to the other process. */
async function writePost({ processes, nextAuthor }: Cluster, index: number): Promise<string> {
  const origin = (step: number): string => processes[(index + step) % processes.length]?.origin() ?? '';
  const author = await nextAuthor();
  const id = await createPost(origin(0), author.token, { author, player: author.player });
  const content = 'Edited through the other process, right after it was written through the first one.';
  const supportTicketStatus = { hasTicket: false, ticketId: null };
  const body = JSON.stringify({ id, title: 'Edited', content, flairs: 0, supportTicketStatus });
  await send(author.token, 'PUT', `${origin(1)}/api/Post`, body);
  await send(author.token, 'DELETE', `${origin(0)}/api/Post/${id}`);
  return id;
}

async function measure({ server }: Bench): Promise<Outcome> {
  const cluster = await startCluster(server, 2);
  try {
    const clients = await openClients(cluster);
    const ids: string[] = [];
    let next = 0;
    const write = async (): Promise<void> => {
      while (next < POSTS) ids.push(await writePost(cluster, next++));
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    const isRight = (received: Received, id: string): boolean => received.get(id)?.join() === EXPECTED;
    const countRight = ({ received }: { received: Received }) =>
      ids.filter((id) => isRight(received, id)).length;
    await until(() => clients.every((one) => countRight(one) === POSTS), WAIT_MS);
    for (const { client } of clients) client.close();
    const rows = cluster.processes.map((_, process) => {
      const counts = clients.filter((_client, index) => index % 2 === process).map(countRight);
      return {
        'clients of process': process,
        clients: counts.length,
        'fewest posts received whole, in order, once': Math.min(...counts),
      };
    });
    return { rows, isMet: clients.every((one) => countRight(one) === POSTS) };
  } finally {
    await cluster.close();
  }
}

/** Goal: all of them, in order per post, none twice. */
export const orderOfEvents: Measurement = {
  name: 'events',
  goal: `${POSTS} posts through either of two processes: ${CLIENTS} clients receive all, in order per post, none twice`,
  measure,
};
